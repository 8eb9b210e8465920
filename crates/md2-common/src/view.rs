//! The choices of a picture that the scene makes and the renderer draws.

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Farther things are smaller. There is no far plane: the renderer stores depth reversed, and it reaches to infinity.
    Perspective {
        /// Angle between the upper and lower edge of the picture, in radians, between 0 and π.
        fov_y: f32,
    },
    /// Farther things keep their size, and parallel lines stay parallel. The renderer draws nothing that is more than four
    /// times as far from the eye as the camera's target.
    Orthographic {
        /// Units between the upper and lower edge of the picture; above 0.
        height: f32,
    },
}

/// The parts of triangles that are drawn. Edges are a pixel wide and need a device that can draw them; others draw
/// filled faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Faces.
    #[default]
    Solid,
    /// Faces, and over them the edges of those that hide something, light on dark skins and dark on light ones.
    SolidWireframe,
    /// Edges alone, which one sees through.
    Wireframe,
}

impl Faces {
    /// All of them, in the order in which a key switches through them.
    pub const ALL: [Self; 3] = [Self::Solid, Self::SolidWireframe, Self::Wireframe];

    /// The name that the command line and the settings use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "filled",
            Self::SolidWireframe => "edged",
            Self::Wireframe => "edges",
        }
    }

    /// The next one of [`Faces::ALL`]; after the last, the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Solid => Self::SolidWireframe,
            Self::SolidWireframe => Self::Wireframe,
            Self::Wireframe => Self::Solid,
        }
    }
}
