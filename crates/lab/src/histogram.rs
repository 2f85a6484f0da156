//! How often each score came, with the levels of victory as bands.

use crate::report::Report;
use crate::simulation::Batch;
use crate::svg::Svg;
use std::ops::RangeInclusive;

/// The games of one scenario.
pub struct Series<'a> {
    /// What stands above it.
    pub title: String,
    /// The games.
    pub batch: &'a Batch,
    /// Their summary.
    pub report: &'a Report,
}

const WIDTH: f64 = 840.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const HEAD: f64 = 64.0;
const PLOT: f64 = 200.0;
const FOOT: f64 = 52.0;
const PANEL: f64 = HEAD + PLOT + FOOT;
const MOST_BINS: i32 = 90;

/// Chart paper by day, the same chart under a red lamp by night. Levels differ in shade, and have their names above.
const STYLE: &str = "
svg{--paper:#f6f1e3;--ink:#22303c;--faint:#cfc5ab;--band:#ece3cb;--b0:#7d8b95;--b1:#5d7f9b;--b2:#36638a;--b3:#183f63;--mark:#a63a2b}
@media (prefers-color-scheme:dark){svg{--paper:#141c24;--ink:#ddd5c1;--faint:#3b4650;--band:#1c2731;--b0:#68757f;--b1:#6f93b0;--b2:#8db4d3;--b3:#c3dcf0;--mark:#e07a63}}
text{font:12px ui-sans-serif,system-ui,'Helvetica Neue',Arial,sans-serif;fill:var(--ink)}
.title{font-size:15px;font-weight:600}.small{font-size:11px}.middle{text-anchor:middle}.end{text-anchor:end}
.paper{fill:var(--paper)}.band{fill:var(--band)}.grid{stroke:var(--faint);stroke-width:.6}.axis{stroke:var(--ink);stroke-width:1}
.edge{stroke:var(--ink);stroke-width:.8;stroke-dasharray:2 3}.mean{stroke:var(--mark);stroke-width:1.4}.note{fill:var(--mark)}
.l0{fill:var(--b0)}.l1{fill:var(--b1)}.l2{fill:var(--b2)}.l3{fill:var(--b3)}
";

/// Draws one panel for each series, all with the same axes.
pub fn histogram(title: &str, series: &[Series<'_>]) -> String {
    let height = PANEL * series.len().max(1) as f64;
    let mut svg = Svg::new(WIDTH, height, title, STYLE);
    svg.rect("paper", 0.0, 0.0, WIDTH, height);
    let axes = Axes::new(series);
    for (index, one) in series.iter().enumerate() {
        Panel {
            axes: &axes,
            top: PANEL * index as f64 + HEAD,
            bins: axes.bins(one.batch),
            series: one,
        }
        .draw(&mut svg);
    }
    svg.finish()
}

/// Words in lines of about that many pixels, at least one word in each.
fn broken(words: &str, width: f64) -> Vec<String> {
    let most = (width / 6.2) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Games of each level in one bin.
type Bin = Vec<usize>;

struct Axes {
    low: i32,
    width: i32,
    bins: usize,
    highest: f64,
    /// The scores of each level that was reached, if levels follow scores.
    ranges: Option<Vec<Band>>,
}

/// A level and its scores.
type Band = (usize, RangeInclusive<i32>);

/// Room above the highest bar, for the names of the levels.
const HEADROOM: f64 = 1.32;

fn ranges(series: &[Series<'_>]) -> Option<Vec<Band>> {
    let levels = series.first()?.report.levels.len();
    let mut ranges: Vec<Band> = Vec::new();
    for level in 0..levels {
        let all = || series.iter().flat_map(|s| score(s.batch));
        let of_level = || all().filter(|(_, l)| *l == level).map(|(s, _)| s);
        let (Some(low), Some(high)) = (of_level().min(), of_level().max()) else {
            continue;
        };
        if ranges
            .last()
            .is_some_and(|(_, before)| *before.end() >= low)
        {
            return None;
        }
        ranges.push((level, low..=high));
    }
    Some(ranges)
}

fn score(batch: &Batch) -> impl Iterator<Item = (i32, usize)> {
    batch.samples.iter().map(|s| (s.scores[0], s.level))
}

/// The smallest of 1, 2, 5, 10, 20… that is not below a number.
fn round_step(at_least: f64) -> f64 {
    let power = 10f64.powf(at_least.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|s| s * power);
    steps
        .into_iter()
        .find(|s| *s >= at_least * 0.999_999)
        .unwrap_or(10.0 * power)
}

impl Axes {
    fn new(series: &[Series<'_>]) -> Self {
        let scores = || {
            series
                .iter()
                .flat_map(|s| score(s.batch))
                .map(|(score, _)| score)
        };
        let low = scores().min().unwrap_or(0);
        let high = scores().max().unwrap_or(0);
        let span = high - low + 1;
        let width = round_step(f64::from(span) / f64::from(MOST_BINS)).max(1.0) as i32;
        let low = low.div_euclid(width) * width;
        let bins = ((high - low) / width + 1) as usize;
        let mut axes = Self {
            low,
            width,
            bins,
            highest: 0.0,
            ranges: ranges(series),
        };
        axes.highest = series
            .iter()
            .flat_map(|s| axes.shares(s.batch))
            .fold(0.001, f64::max);
        axes
    }

    fn bin(&self, score: i32) -> usize {
        ((score - self.low) / self.width) as usize
    }

    fn bins(&self, batch: &Batch) -> Vec<Bin> {
        let levels = batch.samples.iter().map(|s| s.level + 1).max().unwrap_or(0);
        let mut bins = vec![vec![0; levels]; self.bins];
        for (score, level) in score(batch) {
            bins[self.bin(score)][level] += 1;
        }
        bins
    }

    fn shares(&self, batch: &Batch) -> Vec<f64> {
        let all = batch.samples.len().max(1) as f64;
        let bins = self.bins(batch).into_iter();
        bins.map(|bin| bin.iter().sum::<usize>() as f64 / all)
            .collect()
    }

    /// Where a score lies; whole scores lie in the middle of their bin.
    fn x(&self, score: f64) -> f64 {
        let along = (score - f64::from(self.low) + 0.5) / f64::from(self.width);
        LEFT + along * self.step()
    }

    fn step(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.bins as f64
    }

    fn end(&self) -> i32 {
        self.low + self.bins as i32 * self.width - 1
    }
}

struct Panel<'a> {
    axes: &'a Axes,
    top: f64,
    bins: Vec<Bin>,
    series: &'a Series<'a>,
}

impl Panel<'_> {
    fn draw(&self, svg: &mut Svg) {
        self.bands(svg);
        self.heading(svg);
        self.share_axis(svg);
        self.bars(svg);
        self.score_axis(svg);
        self.mean(svg);
    }

    fn y(&self, share: f64) -> f64 {
        self.top + PLOT * (1.0 - share / (HEADROOM * self.axes.highest))
    }

    fn heading(&self, svg: &mut Svg) {
        let report = self.series.report;
        svg.words("title", LEFT, self.top - 40.0, &self.series.title);
        let words = format!(
            "{} games · mean {:.2} ± {:.2} · half of them {:.0} or less",
            report.games,
            report.score.mean,
            (report.score.ci95[1] - report.score.ci95[0]) / 2.0,
            report.score.median
        );
        svg.words("small", LEFT, self.top - 24.0, &words);
    }

    /// The levels as bands behind the bars, each with its name and share.
    fn bands(&self, svg: &mut Svg) {
        let Some(ranges) = &self.axes.ranges else {
            return self.key(svg);
        };
        let edges: Vec<f64> = ranges
            .windows(2)
            .map(|pair| {
                self.axes
                    .x(f64::from(pair[0].1.end() + pair[1].1.start()) / 2.0)
            })
            .collect();
        let left = |place: usize| if place == 0 { LEFT } else { edges[place - 1] };
        let right = |place: usize| edges.get(place).copied().unwrap_or(WIDTH - RIGHT);
        for place in (1..ranges.len()).step_by(2) {
            svg.rect(
                "band",
                left(place),
                self.top,
                right(place) - left(place),
                PLOT,
            );
        }
        for edge in &edges {
            svg.line("edge", (*edge, self.top), (*edge, self.top + PLOT));
        }
        for (place, (level, _)) in ranges.iter().enumerate() {
            let level = &self.series.report.levels[*level];
            let words = format!("{} {:.0}\u{a0}%", level.label, 100.0 * level.share);
            let lines = broken(&words, right(place) - left(place) - 8.0);
            for (row, line) in lines.iter().enumerate() {
                svg.words(
                    "small",
                    left(place) + 4.0,
                    self.top + 12.0 + 12.0 * row as f64,
                    line,
                );
            }
        }
    }

    /// Where levels do not follow scores, a key says which shade is which.
    fn key(&self, svg: &mut Svg) {
        for (level, share) in self.series.report.levels.iter().enumerate() {
            let y = self.top + 4.0 + 15.0 * level as f64;
            svg.rect(
                &format!("l{}", level.min(3)),
                WIDTH - RIGHT - 10.0,
                y,
                10.0,
                10.0,
            );
            let words = format!("{} {:.0} %", share.label, 100.0 * share.share);
            svg.words("small end", WIDTH - RIGHT - 15.0, y + 9.0, &words);
        }
    }

    fn share_axis(&self, svg: &mut Svg) {
        let step = round_step(self.axes.highest / 4.0);
        let mut share = 0.0;
        while share <= HEADROOM * self.axes.highest {
            let y = self.y(share);
            svg.line("grid", (LEFT, y), (WIDTH - RIGHT, y));
            let percent = 100.0 * share;
            let words = if step < 0.01 {
                format!("{percent:.1} %")
            } else {
                format!("{percent:.0} %")
            };
            svg.words("small end", LEFT - 6.0, y + 4.0, &words);
            share += step;
        }
        svg.upwards(
            "small middle",
            16.0,
            self.top + PLOT / 2.0,
            "share of games",
        );
    }

    fn bars(&self, svg: &mut Svg) {
        let all = self.series.batch.samples.len().max(1) as f64;
        let step = self.axes.step();
        let gap = if step > 4.0 { 1.0 } else { 0.0 };
        for (index, bin) in self.bins.iter().enumerate() {
            let mut below = 0.0;
            for (level, games) in bin.iter().enumerate().filter(|(_, games)| **games > 0) {
                let share = *games as f64 / all;
                let (top, bottom) = (self.y(below + share), self.y(below));
                let x = LEFT + index as f64 * step + gap / 2.0;
                svg.rect(
                    &format!("l{}", level.min(3)),
                    x,
                    top,
                    step - gap,
                    bottom - top,
                );
                below += share;
            }
        }
    }

    fn score_axis(&self, svg: &mut Svg) {
        let base = self.top + PLOT;
        svg.line("axis", (LEFT, base), (WIDTH - RIGHT, base));
        let span = f64::from(self.axes.end() - self.axes.low + 1);
        let step = round_step(span / 14.0).max(1.0) as i32;
        let first = -(-self.axes.low).div_euclid(step) * step;
        for score in (first..=self.axes.end()).step_by(step as usize) {
            let x = self.axes.x(f64::from(score));
            svg.line("axis", (x, base), (x, base + 4.0));
            svg.words("small middle", x, base + 17.0, &score.to_string());
        }
        svg.words(
            "small middle",
            (LEFT + WIDTH - RIGHT) / 2.0,
            base + 34.0,
            "score",
        );
    }

    fn mean(&self, svg: &mut Svg) {
        let mean = self.series.report.score.mean;
        if !mean.is_finite() {
            return;
        }
        let x = self.axes.x(mean);
        svg.line("mean", (x, self.top - 4.0), (x, self.top + PLOT));
        svg.words(
            "small note middle",
            x,
            self.top - 8.0,
            &format!("mean {mean:.1}"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.3, 1.0, 1.1, 2.0, 4.7, 7.0, 60.0].map(round_step);
        assert_eq!(
            steps.map(|s| (s * 100.0).round() / 100.0),
            [0.5, 1.0, 2.0, 2.0, 5.0, 10.0, 100.0]
        );
    }
}
