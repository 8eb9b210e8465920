//! What light falls on the models.

/// How models are lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lighting {
    /// By the lamp and the sky of a studio, pixel by pixel.
    #[default]
    Studio,
    /// As Quake II did it, number by number: by the vertex, out of a table, in sixteen steps of the model's yaw.
    Game,
    /// Not at all: they show their skins as painted.
    None,
}

impl Lighting {
    /// All of them, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Studio, Self::Game, Self::None];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Game => "game",
            Self::None => "none",
        }
    }

    /// The one after it, around the end.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}
