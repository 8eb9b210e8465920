//! The vertices of a frame in a [`Model`](crate::Model).

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut, Range};
use core::slice;

use crate::frame::Frame;
use crate::raw::Vertex;

/// The vertices of a frame: a slice that is copied when it is first changed.
///
/// Until then, all frames of a file and their clones share one block of memory. [`Md2::to_model`](crate::Md2::to_model)
/// is therefore hardly slower than copying the file. The type dereferences to a slice:
///
/// ```
/// use md2_format::model::Vertices;
/// use md2_format::raw::Vertex;
///
/// let mut vertices = Vertices::from(vec![Vertex::default(); 3]);
/// vertices[1].position[2] = 255;
/// vertices.to_mut().push(Vertex::default());
///
/// assert_eq!(vertices.len(), 4);
/// assert_eq!(vertices[1].position, [0, 0, 255]);
/// ```
#[derive(Clone)]
pub struct Vertices(Storage);

#[derive(Clone)]
enum Storage {
    Own(Vec<Vertex>),
    Shared(Arc<Vec<Vertex>>, Range<usize>),
}

impl Vertices {
    /// Returns the vertices as a vector that can grow. Vertices in a shared block are first copied.
    pub fn to_mut(&mut self) -> &mut Vec<Vertex> {
        if let Storage::Shared(..) = self.0 {
            *self = self.to_vec().into();
        }
        match &mut self.0 {
            Storage::Own(vertices) => vertices,
            Storage::Shared(..) => unreachable!("shared vertices were copied above"),
        }
    }

    /// Copies the vertices of all frames into one block, and returns the vertices of each frame.
    pub(crate) fn from_frames<'a>(
        all: impl ExactSizeIterator<Item = Frame<'a>>,
        vertices: usize,
    ) -> impl Iterator<Item = Self> {
        let frames = all.len();
        let mut block = Vec::with_capacity(frames * vertices);
        all.for_each(|frame| block.extend(frame.vertices().iter()));
        let block = Arc::new(block);
        (0..frames).map(move |frame| {
            let start = frame * vertices;
            Self(Storage::Shared(Arc::clone(&block), start..start + vertices))
        })
    }
}

impl Deref for Vertices {
    type Target = [Vertex];

    fn deref(&self) -> &[Vertex] {
        match &self.0 {
            Storage::Own(vertices) => vertices,
            Storage::Shared(block, range) => &block[range.clone()],
        }
    }
}

impl DerefMut for Vertices {
    fn deref_mut(&mut self) -> &mut [Vertex] {
        self.to_mut()
    }
}

impl Default for Vertices {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<Vertex>> for Vertices {
    fn from(vertices: Vec<Vertex>) -> Self {
        Self(Storage::Own(vertices))
    }
}

impl FromIterator<Vertex> for Vertices {
    fn from_iter<I: IntoIterator<Item = Vertex>>(vertices: I) -> Self {
        Vec::from_iter(vertices).into()
    }
}

impl<'a> IntoIterator for &'a Vertices {
    type Item = &'a Vertex;
    type IntoIter = slice::Iter<'a, Vertex>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Vertices {
    type Item = &'a mut Vertex;
    type IntoIter = slice::IterMut<'a, Vertex>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Vertices {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Vertices {}

impl fmt::Debug for Vertices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
