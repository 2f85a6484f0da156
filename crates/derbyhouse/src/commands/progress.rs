//! Long runs: how far they are, and how to stop them.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C stop a long run; a second one ends the program at once.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    // Only the first call can set it; later ones find it set.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &STOP
}

/// A progress bar on the terminal; nothing where there is none.
pub struct Bar(ProgressBar);

impl Bar {
    pub fn new(count: u64, what: &str) -> Self {
        let bar = ProgressBar::new(count);
        let form = format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&form) {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn step(&self) {
        self.0.inc(1);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
