//! What is to be known of a hex.

use crate::view::View;

pub(crate) fn explain(_view: View<'_>, _space: &str) -> Vec<String> {
    Vec::new()
}
