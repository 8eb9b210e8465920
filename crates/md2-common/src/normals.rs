//! The table of 162 vertex normals, and the search for the normal nearest to a direction.
//!
//! A vertex stores its normal as an index into a table that all programs share. The normals are the vertices of an
//! icosahedron whose edges are split in four, projected onto the unit sphere. Neighbors are 14 to 18 degrees apart; every
//! direction is within about 11 degrees of an entry. The entries have the same arbitrary order as in id Software's tools.

/// Number of entries in [`NORMALS`]. Valid normal indices are below this number.
pub const NORMAL_COUNT: usize = 162;

/// The index of the normal (0, 0, 1). This normal replaces vectors without a direction and invalid indices.
pub const UP_NORMAL: u8 = 5;

/// Returns the index in [`NORMALS`] of the normal nearest to `direction`, which may have any length.
///
/// Nearest means the greatest dot product, computed in `f32` in a fixed order: the result is the same on every
/// machine. If several normals are equally near, the function returns the lowest index. A vector without a direction
/// (zero, or with an infinite or NaN component) gives the index of +Z.
///
/// The sphere is divided into cells. In each cell at most four normals can be the nearest, and the function compares
/// only these.
///
/// ```
/// use md2_common::{NORMALS, nearest_normal};
///
/// let index = nearest_normal([0.0, -3.0, 0.1]);
/// assert_eq!(NORMALS[usize::from(index)], [0.0, -1.0, 0.0]);
/// ```
pub fn nearest_normal(direction: [f32; 3]) -> u8 {
    let largest = direction.iter().fold(0.0_f32, |largest, c| largest.max(c.abs()));
    if largest == 0.0 || !direction.iter().all(|c| c.is_finite()) {
        return UP_NORMAL;
    }
    // Scaling the greatest component to 1 prevents overflow and underflow in the products below.
    let [x, y, z] = direction.map(|c| c / largest);
    let near = CELLS[cell([x, y, z])];
    // No branches: the CPU would mispredict half of them.
    let dots = near.map(|index| {
        let [nx, ny, nz, _] = PADDED[usize::from(index)];
        x * nx + y * ny + z * nz
    });
    let all: [(f32, u8); NEAR] = core::array::from_fn(|i| (dots[i], near[i]));
    let [a, b, c, d] = all;
    greater(greater(a, b), greater(c, d)).1
}

/// Returns the pair (dot product, index) with the greater dot product, or `first` if both are equal.
fn greater(first: (f32, u8), second: (f32, u8)) -> (f32, u8) {
    if second.0 > first.0 { second } else { first }
}

/// [`NORMALS`], padded so that every byte is a valid index and every entry is aligned.
static PADDED: [[f32; 4]; 256] = {
    let mut padded = [[0.0; 4]; 256];
    let mut index = 0;
    while index < NORMAL_COUNT {
        let [x, y, z] = NORMALS[index];
        padded[index] = [x, y, z, 0.0];
        index += 1;
    }
    padded
};

/// Number of cells along each edge of the cube around the unit sphere. Each face of the cube is a square of cells.
const EDGE: usize = 32;

/// The maximum number of normals that can be nearest to a direction in one cell.
const NEAR: usize = 4;

/// Returns the index of the cell that contains a direction. The direction must be scaled so that its largest component is 1 or -1.
fn cell([x, y, z]: [f32; 3]) -> usize {
    let (along_x, along_z) = (x.abs() >= 1.0, x.abs() < 1.0 && y.abs() < 1.0);
    let axis = usize::from(!along_x) + usize::from(along_z);
    let greatest = if along_x { x } else { y };
    let greatest = if along_z { z } else { greatest };
    let (u, v) = (if along_x { y } else { x }, if along_z { y } else { z });
    let face = 2 * axis + usize::from(greatest < 0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "truncates a number in 0..=32"
    )]
    let step = |c: f32| (((c + 1.0) * (EDGE / 2) as f32) as usize).min(EDGE - 1);
    (face * EDGE + step(u)) * EDGE + step(v)
}

/// For each [`cell`], the indices of the normals that can be nearest to a direction in this cell, in ascending order.
/// The last index is repeated to fill the array.
static CELLS: [[u8; NEAR]; 6 * EDGE * EDGE] = {
    let mut cells = [[0; NEAR]; 6 * EDGE * EDGE];
    let mut index = 0;
    while index < cells.len() {
        cells[index] = near_cell(index);
        index += 1;
    }
    cells
};

/// Divides an edge of the cube, from -1 to 1, into `steps` equal steps, and returns the middle of step number `step`.
const fn middle(step: usize, steps: usize) -> f32 {
    (step as f32 + 0.5) / (steps / 2) as f32 - 1.0
}

/// Number of cells along each edge of a block. A block is a square part of a face of the cube.
const BLOCK: usize = 8;

/// The maximum number of normals that can be nearest to a direction in one block of cells.
const NEAR_BLOCK: usize = 24;

/// A list of table indices: an array, and the number of its elements in use.
type Listed<const N: usize> = ([u8; N], usize);

/// For each block of cells, the normals near this block. This table shortens the compile time of [`CELLS`], because the
/// compiler compares a dozen normals for each cell instead of 162.
const BLOCKS: [Listed<NEAR_BLOCK>; 6 * (EDGE / BLOCK) * (EDGE / BLOCK)] = {
    const EDGE_BLOCKS: usize = EDGE / BLOCK;
    /// The square of the cosine of 34 degrees. This angle is the sum of the 13.8 degrees of [`near_cell`] and the 20
    /// degrees from the middle of a block to its corners.
    const COSINE_SQUARED: f32 = 0.687_3;
    let mut every = [0; NORMAL_COUNT];
    let mut entry = 0;
    while entry < NORMAL_COUNT {
        every[entry] = small(entry);
        entry += 1;
    }
    let mut blocks = [([0; NEAR_BLOCK], 0); 6 * EDGE_BLOCKS * EDGE_BLOCKS];
    let mut index = 0;
    while index < blocks.len() {
        let u = middle(index / EDGE_BLOCKS % EDGE_BLOCKS, EDGE_BLOCKS);
        let v = middle(index % EDGE_BLOCKS, EDGE_BLOCKS);
        let face = index / (EDGE_BLOCKS * EDGE_BLOCKS);
        blocks[index] = nearer(on_cube(face, u, v), COSINE_SQUARED, (&every, NORMAL_COUNT));
        index += 1;
    }
    blocks
};

const fn small(index: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "there are 162 entries")]
    let small = index as u8;
    small
}

const fn on_cube(face: usize, u: f32, v: f32) -> [f32; 3] {
    let side = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    match face / 2 {
        0 => [side, u, v],
        1 => [u, side, v],
        _ => [u, v, side],
    }
}

/// Returns the normals in the given list that are near a direction: the squared cosine of the angle between a normal
/// and the direction is at least `cosine_squared`.
const fn nearer<const N: usize>(
    [x, y, z]: [f32; 3],
    cosine_squared: f32,
    (entries, listed): (&[u8], usize),
) -> Listed<N> {
    let length_squared = x * x + y * y + z * z;
    let mut near = [0; N];
    let (mut count, mut at) = (0, 0);
    while at < listed {
        let [nx, ny, nz] = NORMALS[entries[at] as usize];
        let dot = x * nx + y * ny + z * nz;
        if dot > 0.0 && dot * dot >= cosine_squared * length_squared {
            assert!(count < N, "the array is too short for the normals near the direction");
            near[count] = entries[at];
            count += 1;
        }
        at += 1;
    }
    (near, count)
}

/// Returns the normals within 13.8 degrees of the middle of a cell. Each direction in the cell is within 2.6 degrees
/// of the middle of the cell, and each direction on the sphere is within 11 degrees of a normal.
const fn near_cell(index: usize) -> [u8; NEAR] {
    /// The square of the cosine of 13.8 degrees.
    const COSINE_SQUARED: f32 = 0.943_1;
    let (face, row, column) = (index / (EDGE * EDGE), index / EDGE % EDGE, index % EDGE);
    let edge = EDGE / BLOCK;
    let (listed, count) = &BLOCKS[(face * edge + row / BLOCK) * edge + column / BLOCK];
    let direction = on_cube(face, middle(row, EDGE), middle(column, EDGE));
    let (mut near, count) = nearer::<NEAR>(direction, COSINE_SQUARED, (listed, *count));
    assert!(count > 0, "each cell has a normal near it");
    let mut rest = count;
    while rest < NEAR {
        near[rest] = near[count - 1];
        rest += 1;
    }
    near
}

/// The normals, in the order of their indices: X forward, Y left, Z up, unit length to six digits.
///
/// The digits are copied from `anorms.h` in the published Quake II source, so that results are bit for bit those of
/// the game.
pub const NORMALS: [[f32; 3]; NORMAL_COUNT] = [
    [-0.525731, 0.0, 0.850651],
    [-0.442863, 0.238856, 0.864188],
    [-0.295242, 0.0, 0.955423],
    [-0.309017, 0.5, 0.809017],
    [-0.16246, 0.262866, 0.951056],
    [0.0, 0.0, 1.0],
    [0.0, 0.850651, 0.525731],
    [-0.147621, 0.716567, 0.681718],
    [0.147621, 0.716567, 0.681718],
    [0.0, 0.525731, 0.850651],
    [0.309017, 0.5, 0.809017],
    [0.525731, 0.0, 0.850651],
    [0.295242, 0.0, 0.955423],
    [0.442863, 0.238856, 0.864188],
    [0.16246, 0.262866, 0.951056],
    [-0.681718, 0.147621, 0.716567],
    [-0.809017, 0.309017, 0.5],
    [-0.587785, 0.425325, 0.688191],
    [-0.850651, 0.525731, 0.0],
    [-0.864188, 0.442863, 0.238856],
    [-0.716567, 0.681718, 0.147621],
    [-0.688191, 0.587785, 0.425325],
    [-0.5, 0.809017, 0.309017],
    [-0.238856, 0.864188, 0.442863],
    [-0.425325, 0.688191, 0.587785],
    [-0.716567, 0.681718, -0.147621],
    [-0.5, 0.809017, -0.309017],
    [-0.525731, 0.850651, 0.0],
    [0.0, 0.850651, -0.525731],
    [-0.238856, 0.864188, -0.442863],
    [0.0, 0.955423, -0.295242],
    [-0.262866, 0.951056, -0.16246],
    [0.0, 1.0, 0.0],
    [0.0, 0.955423, 0.295242],
    [-0.262866, 0.951056, 0.16246],
    [0.238856, 0.864188, 0.442863],
    [0.262866, 0.951056, 0.16246],
    [0.5, 0.809017, 0.309017],
    [0.238856, 0.864188, -0.442863],
    [0.262866, 0.951056, -0.16246],
    [0.5, 0.809017, -0.309017],
    [0.850651, 0.525731, 0.0],
    [0.716567, 0.681718, 0.147621],
    [0.716567, 0.681718, -0.147621],
    [0.525731, 0.850651, 0.0],
    [0.425325, 0.688191, 0.587785],
    [0.864188, 0.442863, 0.238856],
    [0.688191, 0.587785, 0.425325],
    [0.809017, 0.309017, 0.5],
    [0.681718, 0.147621, 0.716567],
    [0.587785, 0.425325, 0.688191],
    [0.955423, 0.295242, 0.0],
    [1.0, 0.0, 0.0],
    [0.951056, 0.16246, 0.262866],
    [0.850651, -0.525731, 0.0],
    [0.955423, -0.295242, 0.0],
    [0.864188, -0.442863, 0.238856],
    [0.951056, -0.16246, 0.262866],
    [0.809017, -0.309017, 0.5],
    [0.681718, -0.147621, 0.716567],
    [0.850651, 0.0, 0.525731],
    [0.864188, 0.442863, -0.238856],
    [0.809017, 0.309017, -0.5],
    [0.951056, 0.16246, -0.262866],
    [0.525731, 0.0, -0.850651],
    [0.681718, 0.147621, -0.716567],
    [0.681718, -0.147621, -0.716567],
    [0.850651, 0.0, -0.525731],
    [0.809017, -0.309017, -0.5],
    [0.864188, -0.442863, -0.238856],
    [0.951056, -0.16246, -0.262866],
    [0.147621, 0.716567, -0.681718],
    [0.309017, 0.5, -0.809017],
    [0.425325, 0.688191, -0.587785],
    [0.442863, 0.238856, -0.864188],
    [0.587785, 0.425325, -0.688191],
    [0.688191, 0.587785, -0.425325],
    [-0.147621, 0.716567, -0.681718],
    [-0.309017, 0.5, -0.809017],
    [0.0, 0.525731, -0.850651],
    [-0.525731, 0.0, -0.850651],
    [-0.442863, 0.238856, -0.864188],
    [-0.295242, 0.0, -0.955423],
    [-0.16246, 0.262866, -0.951056],
    [0.0, 0.0, -1.0],
    [0.295242, 0.0, -0.955423],
    [0.16246, 0.262866, -0.951056],
    [-0.442863, -0.238856, -0.864188],
    [-0.309017, -0.5, -0.809017],
    [-0.16246, -0.262866, -0.951056],
    [0.0, -0.850651, -0.525731],
    [-0.147621, -0.716567, -0.681718],
    [0.147621, -0.716567, -0.681718],
    [0.0, -0.525731, -0.850651],
    [0.309017, -0.5, -0.809017],
    [0.442863, -0.238856, -0.864188],
    [0.16246, -0.262866, -0.951056],
    [0.238856, -0.864188, -0.442863],
    [0.5, -0.809017, -0.309017],
    [0.425325, -0.688191, -0.587785],
    [0.716567, -0.681718, -0.147621],
    [0.688191, -0.587785, -0.425325],
    [0.587785, -0.425325, -0.688191],
    [0.0, -0.955423, -0.295242],
    [0.0, -1.0, 0.0],
    [0.262866, -0.951056, -0.16246],
    [0.0, -0.850651, 0.525731],
    [0.0, -0.955423, 0.295242],
    [0.238856, -0.864188, 0.442863],
    [0.262866, -0.951056, 0.16246],
    [0.5, -0.809017, 0.309017],
    [0.716567, -0.681718, 0.147621],
    [0.525731, -0.850651, 0.0],
    [-0.238856, -0.864188, -0.442863],
    [-0.5, -0.809017, -0.309017],
    [-0.262866, -0.951056, -0.16246],
    [-0.850651, -0.525731, 0.0],
    [-0.716567, -0.681718, -0.147621],
    [-0.716567, -0.681718, 0.147621],
    [-0.525731, -0.850651, 0.0],
    [-0.5, -0.809017, 0.309017],
    [-0.238856, -0.864188, 0.442863],
    [-0.262866, -0.951056, 0.16246],
    [-0.864188, -0.442863, 0.238856],
    [-0.809017, -0.309017, 0.5],
    [-0.688191, -0.587785, 0.425325],
    [-0.681718, -0.147621, 0.716567],
    [-0.442863, -0.238856, 0.864188],
    [-0.587785, -0.425325, 0.688191],
    [-0.309017, -0.5, 0.809017],
    [-0.147621, -0.716567, 0.681718],
    [-0.425325, -0.688191, 0.587785],
    [-0.16246, -0.262866, 0.951056],
    [0.442863, -0.238856, 0.864188],
    [0.16246, -0.262866, 0.951056],
    [0.309017, -0.5, 0.809017],
    [0.147621, -0.716567, 0.681718],
    [0.0, -0.525731, 0.850651],
    [0.425325, -0.688191, 0.587785],
    [0.587785, -0.425325, 0.688191],
    [0.688191, -0.587785, 0.425325],
    [-0.955423, 0.295242, 0.0],
    [-0.951056, 0.16246, 0.262866],
    [-1.0, 0.0, 0.0],
    [-0.850651, 0.0, 0.525731],
    [-0.955423, -0.295242, 0.0],
    [-0.951056, -0.16246, 0.262866],
    [-0.864188, 0.442863, -0.238856],
    [-0.951056, 0.16246, -0.262866],
    [-0.809017, 0.309017, -0.5],
    [-0.864188, -0.442863, -0.238856],
    [-0.951056, -0.16246, -0.262866],
    [-0.809017, -0.309017, -0.5],
    [-0.681718, 0.147621, -0.716567],
    [-0.681718, -0.147621, -0.716567],
    [-0.850651, 0.0, -0.525731],
    [-0.688191, 0.587785, -0.425325],
    [-0.587785, 0.425325, -0.688191],
    [-0.425325, 0.688191, -0.587785],
    [-0.425325, -0.688191, -0.587785],
    [-0.587785, -0.425325, -0.688191],
    [-0.688191, -0.587785, -0.425325],
];
