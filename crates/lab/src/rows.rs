//! One row a game, for spreadsheets.

use crate::seed::seed_of;
use crate::simulation::Batch;
use derbyhouse_kernel::Level;
use derbyhouse_scene::Info;

/// The games of some batches, each with its scenario, as CSV: scenario, index, seed, level, a score for each seat,
/// actions, and every figure.
pub fn write_rows(
    info: &Info,
    levels: &[Level],
    batches: &[(String, Batch)],
) -> Result<Vec<u8>, csv::Error> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    let figures = batches
        .iter()
        .map(|(_, b)| &b.figures)
        .find(|f| !f.is_empty());
    rows.write_record(header(info, figures.map_or(&[], Vec::as_slice)))?;
    for (scenario, batch) in batches {
        for (index, sample) in batch.samples.iter().enumerate() {
            let seed = seed_of(batch.seed, index as u64);
            let level = levels
                .get(sample.level)
                .map_or("", |level| level.id.as_str());
            rows.write_field(scenario)?;
            rows.write_field(index.to_string())?;
            rows.write_field(seed.to_string())?;
            rows.write_field(level)?;
            for score in &sample.scores[..info.seats.len()] {
                rows.write_field(score.to_string())?;
            }
            rows.write_field(sample.actions.to_string())?;
            rows.write_record(sample.figures.iter().map(ToString::to_string))?;
        }
    }
    rows.into_inner()
        .map_err(|e| csv::Error::from(e.into_error()))
}

fn header(info: &Info, figures: &[&str]) -> Vec<String> {
    let scores = match &info.seats[..] {
        [_] => vec!["score".to_owned()],
        seats => seats
            .iter()
            .map(|seat| format!("score_{}", seat.id))
            .collect(),
    };
    let mut names: Vec<String> = ["scenario", "index", "seed", "level"]
        .map(String::from)
        .into();
    names.extend(scores);
    names.push("actions".to_owned());
    names.extend(figures.iter().map(|name| (*name).to_owned()));
    names
}
