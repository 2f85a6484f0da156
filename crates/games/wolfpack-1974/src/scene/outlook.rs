//! What an answer may lead to, counted through before it is given.

use crate::choice::Choice;
use crate::view::View;
use derbyhouse_scene::Prospect;

pub(crate) fn outlook(_view: View<'_>, _choice: Choice) -> Vec<Prospect> {
    Vec::new()
}
