//! The shaders, as committed: the rows of shaders/variants.txt.

/// The SPIR-V of a row, by its name.
macro_rules! spirv {
    ($($name:literal),+) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/spirv/", $($name),+, ".spv")) as &[u8]
    };
}

/// The SPIR-V of two vertex shaders that differ in how vertices are packed: in four bytes and in eight.
macro_rules! packed_spirv {
    ($name:literal) => {
        [crate::spirv::spirv!($name, "8.vert"), crate::spirv::spirv!($name, "16.vert")]
    };
}

pub(crate) use {packed_spirv, spirv};
