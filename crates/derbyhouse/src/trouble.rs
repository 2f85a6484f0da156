//! What goes wrong, in words, and the codes that the program ends with.

use derbyhouse_catalog::{OpenError, SetupError};
use derbyhouse_kernel::procedure::ProcedureError;
use derbyhouse_lab::LabError;
use derbyhouse_tables::TableError;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Fine,
    /// It ran, and what it checked does not hold.
    Failed,
    /// Some of what it was given could not be used.
    BadInput,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Fine => Self::SUCCESS,
            Exit::Failed => Self::from(1),
            Exit::BadInput => Self::from(2),
        }
    }
}

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub struct Trouble {
    exit: Exit,
    /// A sentence, or what a table error shows of its file.
    message: String,
    hint: Option<String>,
    /// Nobody reads on: not worth a word.
    silent: bool,
}

impl Trouble {
    /// The input cannot be used.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            exit: Exit::BadInput,
            message: message.into(),
            hint: None,
            silent: false,
        }
    }

    /// What was checked does not hold.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            exit: Exit::Failed,
            ..Self::new(message)
        }
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The sentence itself.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Says it, and gives the code to end with.
    pub fn report(&self, err: &mut dyn Write) -> ExitCode {
        if self.silent {
            return ExitCode::SUCCESS;
        }
        let _ = match self.message.strip_prefix("error: ") {
            Some(rest) => writeln!(err, "error: {rest}"),
            None => writeln!(err, "error: {}", self.message),
        };
        if let Some(hint) = &self.hint {
            let _ = writeln!(err, " hint: {hint}");
        }
        self.exit.into()
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self {
            silent: error.kind() == ErrorKind::BrokenPipe,
            ..Self::new(format!("the output cannot be written: {error}"))
        }
    }
}

impl From<serde_json::Error> for Trouble {
    fn from(error: serde_json::Error) -> Self {
        match error.io_error_kind() {
            Some(kind) => std::io::Error::from(kind).into(),
            None => Self::new(format!("the result has no JSON form: {error}")),
        }
    }
}

impl From<TableError> for Trouble {
    fn from(error: TableError) -> Self {
        Self::new(error.pretty())
    }
}

impl From<OpenError> for Trouble {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Tables(error) => error.into(),
            OpenError::Unknown { .. } => {
                Self::new(error.to_string()).hint("`derbyhouse games` lists the games")
            }
        }
    }
}

impl From<SetupError> for Trouble {
    fn from(error: SetupError) -> Self {
        Self::new(error.to_string())
            .hint("`derbyhouse games` lists scenarios, options, seats and computer players")
    }
}

impl From<LabError> for Trouble {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Setup(error) => error.into(),
            LabError::Game { .. } => Self::failed(error.to_string()),
            LabError::Threads(_) => Self::new(error.to_string()),
        }
    }
}

impl From<ProcedureError> for Trouble {
    fn from(error: ProcedureError) -> Self {
        Self::new(error.to_string())
    }
}
