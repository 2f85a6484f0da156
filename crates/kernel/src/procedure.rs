//! Procedures: one named piece of the rules, run by itself from given inputs.
//!
//! A procedure runs the code that plays. Results of chance may be given among its inputs (a worked example names its
//! chits); what is not given is drawn. Where there are too many ways to count them all, a procedure may be run many times
//! instead ([`Procedure::with_trials`]).

use crate::chance::{Chance, CountError, Draw, ScriptError, Share, odds};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// An input of a procedure, for people.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Input {
    /// Its key.
    pub name: &'static str,
    /// What it looks like: `hex`, `0-9`, `list of hexes`…
    pub form: &'static str,
    /// Whether it must be given.
    pub needed: bool,
}

/// An input that must be given.
pub const fn need(name: &'static str, form: &'static str) -> Input {
    Input {
        name,
        form,
        needed: true,
    }
}

/// An input that may be left out.
pub const fn may(name: &'static str, form: &'static str) -> Input {
    Input {
        name,
        form,
        needed: false,
    }
}

/// Why a procedure did not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcedureError {
    /// There is none of that name.
    #[error("there is no procedure “{0}”")]
    Unknown(String),
    /// The inputs are not those it takes.
    #[error("{0}")]
    Input(String),
    /// The results given for its draws do not fit.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Its odds cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// It is not made to be run many times.
    #[error("its odds are exact: ask for them instead of trying it many times")]
    Exact,
}

impl ProcedureError {
    /// An input that cannot be used.
    pub fn input(what: impl Into<String>) -> Self {
        Self::Input(what.into())
    }
}

/// A procedure made ready: each call runs it once and writes down the figures of that run.
pub type Trial<'g> = Box<dyn FnMut(&mut Chance, &mut [u32]) + 'g>;

type Prepare<G> = Box<
    dyn for<'g> Fn(&'g G, &Value, &mut Chance) -> Result<Trial<'g>, ProcedureError> + Send + Sync,
>;

type Run<G> = Box<dyn Fn(&G, &Value, &mut Chance) -> Result<Value, ProcedureError> + Send + Sync>;

/// A named piece of the rules of a game.
pub struct Procedure<G> {
    /// What commands and cases call it.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The rule it carries.
    pub rule: &'static str,
    /// What it takes.
    pub inputs: &'static [Input],
    run: Run<G>,
    trials: Option<(&'static [&'static str], Prepare<G>)>,
}

/// A result with the draws that made it.
#[derive(Clone, Debug, Serialize)]
pub struct Resolved {
    /// What came out.
    pub result: Value,
    /// What was drawn.
    pub draws: Vec<Draw>,
}

/// One possible result and its exact share.
#[derive(Clone, Debug, Serialize)]
pub struct Possibility {
    /// What would come out.
    pub result: Value,
    /// How likely it is.
    pub share: Share,
}

/// Most outcomes that odds are counted over.
pub const MOST_OUTCOMES: u64 = 2_000_000;

impl<G: 'static> Procedure<G> {
    /// A procedure from a typed function: the inputs are read into `I`, which should refuse unknown fields.
    pub fn new<I: DeserializeOwned, O: Serialize>(
        name: &'static str,
        rule: &'static str,
        about: &'static str,
        inputs: &'static [Input],
        run: impl Fn(&G, I, &mut Chance) -> Result<O, ProcedureError> + Send + Sync + 'static,
    ) -> Self {
        let run = move |game: &G, given: &Value, chance: &mut Chance| {
            serde_json::to_value(run(game, read(given)?, chance)?)
                .map_err(|e| ProcedureError::input(e.to_string()))
        };
        Self {
            name,
            about,
            rule,
            inputs,
            run: Box::new(run),
            trials: None,
        }
    }

    /// The same, ready to be run many times for these figures. What every run needs is prepared once.
    #[must_use]
    pub fn with_trials<I: DeserializeOwned + 'static>(
        self,
        figures: &'static [&'static str],
        prepare: for<'g> fn(&'g G, I, &mut Chance) -> Result<Trial<'g>, ProcedureError>,
    ) -> Self {
        let prepare: Prepare<G> =
            Box::new(move |game, given, chance| prepare(game, read(given)?, chance));
        Self {
            trials: Some((figures, prepare)),
            ..self
        }
    }

    /// Makes it ready to be run many times; gives the names of the figures too.
    pub fn trial<'g>(
        &self,
        game: &'g G,
        given: &Value,
        chance: &mut Chance,
    ) -> Result<(&'static [&'static str], Trial<'g>), ProcedureError> {
        let (figures, prepare) = self.trials.as_ref().ok_or(ProcedureError::Exact)?;
        Ok((figures, prepare(game, given, chance)?))
    }

    /// Runs it with that chance.
    pub fn run(
        &self,
        game: &G,
        given: &Value,
        chance: &mut Chance,
    ) -> Result<Value, ProcedureError> {
        let result = (self.run)(game, given, chance)?;
        chance.settled()?;
        Ok(result)
    }

    /// Runs it and shows the draws.
    pub fn resolve(
        &self,
        game: &G,
        given: &Value,
        chance: Chance,
    ) -> Result<Resolved, ProcedureError> {
        let mut chance = chance.noting();
        let result = self.run(game, given, &mut chance)?;
        Ok(Resolved {
            result,
            draws: chance.notes().to_vec(),
        })
    }

    /// Every result it can have, with its exact share; the likeliest first.
    pub fn odds(&self, game: &G, given: &Value) -> Result<Vec<Possibility>, ProcedureError> {
        let mut trouble = None;
        let shares = odds(MOST_OUTCOMES, |chance| {
            match (self.run)(game, given, chance) {
                Ok(result) => result.to_string(),
                Err(error) => {
                    trouble.get_or_insert(error);
                    String::new()
                }
            }
        })?;
        if let Some(error) = trouble {
            return Err(error);
        }
        let mut possibilities: Vec<Possibility> = shares
            .into_iter()
            .map(|(text, share)| Possibility {
                result: serde_json::from_str(&text).unwrap_or(Value::Null),
                share,
            })
            .collect();
        possibilities.sort_by(|a, b| (b.share.ways * a.share.of).cmp(&(a.share.ways * b.share.of)));
        Ok(possibilities)
    }
}

/// Inputs as a procedure takes them.
fn read<I: DeserializeOwned>(given: &Value) -> Result<I, ProcedureError> {
    I::deserialize(given)
        .map_err(|why| ProcedureError::input(format!("the inputs do not fit: {why}")))
}

/// A worked example: what must come out of a procedure.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name in its file.
    pub id: String,
    /// The procedure.
    pub kind: String,
    /// The rule it shows.
    #[serde(default)]
    pub rule: String,
    /// Where it comes from.
    #[serde(default)]
    pub source: String,
    /// What it is about.
    #[serde(default)]
    pub text: String,
    /// A word on a case that was put right, and why.
    #[serde(default)]
    pub note: String,
    /// The inputs.
    pub given: Map<String, Value>,
    /// What must come out; every field here is checked.
    pub expect: Map<String, Value>,
}

/// A case that failed, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It did not run.
    #[error("{0}")]
    NotRun(String),
    /// It expects nothing, and so could not fail.
    #[error("it expects nothing, so it checks nothing")]
    Empty,
    /// A field is not as expected.
    #[error("{field}: expected {expected}, came {came}")]
    Differs {
        /// Which field of `expect`.
        field: String,
        /// As written in the case.
        expected: String,
        /// As it came out.
        came: String,
    },
}

/// Runs one case through the procedures of its game.
///
/// Each field of `expect` must equal the field of that name in the result. Two forms ask about a list instead of
/// naming it whole: `includes`/`excludes` (of the result's `hexes`), and `NAME_has` (of the result's `NAME`).
pub fn check<G: 'static>(
    game: &G,
    procedures: &[Procedure<G>],
    case: &Case,
) -> Result<(), Failure> {
    let procedure = procedures
        .iter()
        .find(|p| p.name == case.kind)
        .ok_or_else(|| Failure::NotRun(format!("there is no procedure “{}”", case.kind)))?;
    if case.expect.is_empty() {
        return Err(Failure::Empty);
    }
    // A case names its results of chance; one that draws more is incomplete.
    let mut chance = Chance::scripted([]);
    let result = procedure
        .run(game, &Value::Object(case.given.clone()), &mut chance)
        .map_err(|e| Failure::NotRun(e.to_string()))?;
    for (field, expected) in &case.expect {
        if !matches(&result, field, expected) {
            let came = result
                .get(list_of(field))
                .map_or_else(|| "nothing".to_owned(), ToString::to_string);
            return Err(Failure::Differs {
                field: field.clone(),
                expected: expected.to_string(),
                came,
            });
        }
    }
    Ok(())
}

/// The field of the result that a field of `expect` is about.
fn list_of(field: &str) -> &str {
    match field {
        "includes" | "excludes" => "hexes",
        _ => field.strip_suffix("_has").unwrap_or(field),
    }
}

fn matches(result: &Value, field: &str, expected: &Value) -> bool {
    if let Some(came) = result.get(field) {
        return same(came, expected);
    }
    let (Some(Value::Array(list)), Value::Array(asked)) = (result.get(list_of(field)), expected)
    else {
        return false;
    };
    let wanted = field != "excludes";
    asked.iter().all(|item| list.contains(item) == wanted)
}

/// Equal, whole numbers and floats compared by value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64() == y.as_f64(),
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
        }
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len()
                && x.iter()
                    .all(|(key, value)| y.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}
