//! A game looked back on.

use crate::event::Event;
use crate::view::View;
use derbyhouse_scene::Story;

pub(crate) fn story(_view: View<'_>, _events: &[(usize, Event)]) -> Story {
    Story::default()
}
