//! Fast range checks of triangles and vertices.
//!
//! Most of a file consists of vertices, so these checks determine the speed of parsing. They compute maxima with
//! [`md2_common::scan`] in simple loops that the compiler vectorizes. Only if a maximum is out of range does the
//! parser search for the fault.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use md2_common::NORMAL_COUNT;
use md2_common::scan::{lane_maxima, raise};

use crate::frame::Frame;
use crate::raw::{Records, Triangle, Vertex};

/// Returns the greatest position index and the greatest st index; 0 without triangles.
pub(crate) fn max_indices(triangles: Records<'_, Triangle>) -> (u16, u16) {
    const BLOCK: usize = 48;
    let most: [u16; BLOCK] = lane_maxima(triangles.as_bytes(), u16::from_le_bytes);
    most.as_chunks().0.iter().fold((0, 0), |(xyz, st), &[a, b, c, d, e, f]: &[u16; 6]| {
        (xyz.max(a).max(b).max(c), st.max(d).max(e).max(f))
    })
}

pub(crate) struct FrameScan {
    /// Maxima of the vertex bytes at `i`, `i + 128`, `i + 256` and so on. Every fourth element is for normal indices.
    bytes: [u8; Self::BLOCK],
    /// Maxima of the absolute values of scale and translation. They are stored as the bits of an `f32`, which have the
    /// same order as the values.
    magnitudes: [u32; 6],
}

impl FrameScan {
    /// Number of bytes in 32 vertices. All bytes are compared, not only the normal indices, because a loop over all
    /// bytes is vectorized best.
    const BLOCK: usize = 128;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::BLOCK], magnitudes: [0; 6] }
    }

    #[inline]
    pub(crate) fn add(&mut self, frame: &Frame<'_>) {
        let [[a, b, c], [d, e, f]] = [frame.scale(), frame.translate()];
        raise(&mut self.magnitudes, [a, b, c, d, e, f].map(|value| value.abs().to_bits()));
        let bytes = frame.vertices().as_bytes();
        for block in bytes.as_chunks::<{ Self::BLOCK }>().0 {
            raise(&mut self.bytes, *block);
        }
        // The last 128 bytes of the frame include the remaining bytes. Some bytes are read twice.
        match bytes.last_chunk::<{ Self::BLOCK }>() {
            Some(block) => raise(&mut self.bytes, *block),
            None => raise(&mut self.bytes, bytes.iter().copied()),
        }
    }

    pub(crate) fn all_finite(&self) -> bool {
        self.magnitudes.iter().all(|&bits| bits < f32::INFINITY.to_bits())
    }

    pub(crate) fn all_normals_in_range(&self) -> bool {
        let (vertices, _) = self.bytes.as_chunks::<{ size_of::<Vertex>() }>();
        vertices.iter().all(|&[.., normal]| usize::from(normal) < NORMAL_COUNT)
    }
}
