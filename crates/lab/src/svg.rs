//! A small writer of SVG: enough for our plots, and nothing in between.

use std::fmt::{Display, Write};

/// A picture being written.
pub(crate) struct Svg {
    text: String,
}

/// Text as XML wants it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A number with at most two places.
fn short(number: f64) -> impl Display {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Svg {
    pub fn new(width: f64, height: f64, title: &str, style: &str) -> Self {
        let (w, h) = (short(width), short(height));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\">\n<title>{}</title>\n<style>{style}</style>\n",
            escaped(title)
        );
        Self { text }
    }

    pub fn rect(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            short(x),
            short(y),
            short(width),
            short(height)
        );
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.text,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1)
        );
    }

    pub fn words(&mut self, class: &str, x: f64, y: f64, words: &str) {
        let _ = writeln!(
            self.text,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            short(x),
            short(y),
            escaped(words)
        );
    }

    /// Words that run upwards.
    pub fn upwards(&mut self, class: &str, x: f64, y: f64, words: &str) {
        let (x, y) = (short(x), short(y));
        let _ = writeln!(
            self.text,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            escaped(words)
        );
    }

    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_not_taken_for_marks() {
        let mut svg = Svg::new(10.0, 10.0, "a < b", "");
        svg.words("label", 1.0, 2.5, "\"R & D\"");
        let text = svg.finish();
        assert!(text.contains("<title>a &lt; b</title>"));
        assert!(text.contains("x=\"1\" y=\"2.5\">&quot;R &amp; D&quot;</text>"));
    }
}
