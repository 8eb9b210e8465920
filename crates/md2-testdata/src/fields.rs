//! Functions that write fields of all formats.

use crate::tagged::TaggedBytes;

pub(crate) fn padded<const N: usize>(name: &[u8]) -> [u8; N] {
    assert!(name.len() <= N, "a name of {} bytes does not fit in {N}", name.len());
    std::array::from_fn(|i| name.get(i).copied().unwrap_or(0))
}

pub(crate) fn int(value: usize) -> i32 {
    i32::try_from(value).expect("fixtures are small")
}

/// Appends vertices. The tags are `"PREFIX.vertex[v].xyz"` for the quantized x, y, z and `"PREFIX.vertex[v].normal"`
/// for the normal index.
pub(crate) fn push_vertices(file: &mut TaggedBytes, prefix: &str, vertices: &[[u8; 4]]) {
    for (v, [x, y, z, normal]) in vertices.iter().copied().enumerate() {
        file.push(format!("{prefix}.vertex[{v}].xyz"), &[x, y, z]);
        file.push(format!("{prefix}.vertex[{v}].normal"), &[normal]);
    }
}

pub(crate) fn push_floats(file: &mut TaggedBytes, prefix: &str, values: &[f32]) {
    for (i, value) in values.iter().enumerate() {
        file.push_f32(format!("{prefix}[{i}]"), *value);
    }
}
