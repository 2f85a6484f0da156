//! What happened, as it happens. Switched off it costs nothing.

/// Takes the events of one choice, and remembers whether anything hidden came to light.
#[derive(Clone, Debug)]
pub struct Log<E> {
    events: Option<Vec<E>>,
    revealed: bool,
}

impl<E> Log<E> {
    /// Keeps every event.
    pub const fn on() -> Self {
        Self {
            events: Some(Vec::new()),
            revealed: false,
        }
    }

    /// Keeps none: for simulation.
    pub const fn off() -> Self {
        Self {
            events: None,
            revealed: false,
        }
    }

    /// Notes an event; it is not even built when the log is off.
    #[inline]
    pub fn push(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Something hidden came to light: undo stops here, as it stops at a draw.
    #[inline]
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether something was revealed.
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// The events so far.
    pub fn events(&self) -> &[E] {
        self.events.as_deref().unwrap_or_default()
    }

    /// Gives up the events.
    pub fn into_events(self) -> Vec<E> {
        self.events.unwrap_or_default()
    }
}
