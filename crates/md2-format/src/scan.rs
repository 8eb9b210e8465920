//! Checks of bulk records in flat loops.
//!
//! A file is mostly vertices, so parsing is as fast as these loops. Each takes the maximum of every lane of a
//! block that is a multiple of the record and of the vector size, without a branch, which the compiler turns into
//! vector instructions. Only when a maximum is out of range does a second loop look for the culprit.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::IntoBytes;

use crate::normals::NORMAL_COUNT;
use crate::raw::{Triangle, Vertex};

/// The greatest position index and the greatest st index, 0 without triangles.
pub(crate) fn max_indices(triangles: &[Triangle]) -> (u16, u16) {
    const BLOCK: usize = 8;
    let mut xyz = [[0; 3]; BLOCK];
    let mut st = [[0; 3]; BLOCK];
    let (blocks, rest) = triangles.as_chunks::<BLOCK>();
    for block in blocks {
        raise(&mut xyz, &mut st, block);
    }
    raise(&mut xyz, &mut st, rest);
    let max = |lanes: [[u16; 3]; BLOCK]| lanes.into_iter().flatten().max().unwrap_or(0);
    (max(xyz), max(st))
}

#[inline(always)]
fn raise(xyz: &mut [[u16; 3]], st: &mut [[u16; 3]], triangles: &[Triangle]) {
    for ((xyz, st), triangle) in xyz.iter_mut().zip(st).zip(triangles) {
        for (most, index) in xyz.iter_mut().zip(triangle.xyz()) {
            *most = index.max(*most);
        }
        for (most, index) in st.iter_mut().zip(triangle.st()) {
            *most = index.max(*most);
        }
    }
}

/// Whether a vertex has a normal index beyond the table.
pub(crate) fn any_normal_out_of_range(vertices: &[Vertex]) -> bool {
    const BLOCK: usize = 64;
    let mut most = [0_u8; BLOCK];
    let (blocks, rest) = vertices.as_bytes().as_chunks::<BLOCK>();
    for block in blocks {
        for (most, &byte) in most.iter_mut().zip(block) {
            *most = byte.max(*most);
        }
    }
    for (most, &byte) in most.iter_mut().zip(rest) {
        *most = byte.max(*most);
    }
    // All four bytes of a vertex were compared, since that is what vectors do best; the fourth is the index.
    most.as_chunks::<4>().0.iter().any(|&[.., normal]| usize::from(normal) >= NORMAL_COUNT)
}
