//! The vertices of a pose in an owned model.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut, Range};
use core::slice;

use crate::record::Records;
use crate::vertex::Vertex;

/// The vertices of a pose of an MDL or MD2: a slice that is copied when it is first changed.
///
/// Until then, all poses of a file and their clones share one block of memory. Conversion of a file to an owned model
/// is therefore hardly slower than copying the file. The type dereferences to a slice:
///
/// ```
/// use md2_common::{Vertex, Vertices};
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

    /// Copies the vertices of all poses of a file into one block, and returns the vertices of each pose. Every pose has
    /// `count` vertices.
    pub fn from_poses<'a>(
        poses: impl ExactSizeIterator<Item = Records<'a, Vertex>>,
        count: usize,
    ) -> impl Iterator<Item = Self> {
        let number = poses.len();
        let mut block = Vec::with_capacity(number.saturating_mul(count));
        for pose in poses {
            // A vertex consists of bytes, so the bytes of a file are vertices at any address.
            let vertices: &[Vertex] = bytemuck::cast_slice(pose.as_bytes());
            block.extend_from_slice(&vertices[..count.min(vertices.len())]);
        }
        let block = Arc::new(block);
        (0..number).map(move |pose| {
            let range = (pose * count).min(block.len())..((pose + 1) * count).min(block.len());
            Self(Storage::Shared(Arc::clone(&block), range))
        })
    }
}

impl Deref for Vertices {
    type Target = [Vertex];

    #[inline]
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
