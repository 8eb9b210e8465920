//! Projection and face style: settings that the scene chooses and the renderer applies.

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Distant objects appear smaller. There is no far plane: the renderer uses reversed, infinite depth.
    Perspective {
        /// Angle between the upper and lower edge of the picture, in radians, between 0 and π.
        fov_y: f32,
    },
    /// Distant objects keep their size, and parallel lines stay parallel. The renderer draws nothing that is more than
    /// four times as far from the eye as the camera's target.
    Orthographic {
        /// Distance in Quake units between the upper and lower edge of the picture; above 0.
        height: f32,
    },
}

/// The parts of triangles that are drawn: faces, edges, or both. Edges are one pixel wide. A device that cannot draw
/// edges draws solid faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Faces without edges.
    #[default]
    Solid,
    /// Faces with their visible edges on top. Edges are light on dark skins and dark on light skins.
    SolidWireframe,
    /// Edges without faces, hidden edges included.
    Wireframe,
}

impl Faces {
    /// All face styles, in the order in which a key of the viewer cycles through them.
    pub const ALL: [Self; 3] = [Self::Solid, Self::SolidWireframe, Self::Wireframe];

    /// The name of this face style on the command line and in the settings file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "filled",
            Self::SolidWireframe => "edged",
            Self::Wireframe => "edges",
        }
    }

    /// The next face style in [`Faces::ALL`]. After the last style comes the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Solid => Self::SolidWireframe,
            Self::SolidWireframe => Self::Wireframe,
            Self::Wireframe => Self::Solid,
        }
    }
}
