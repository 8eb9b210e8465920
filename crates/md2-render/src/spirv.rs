//! The compiled shaders in the repository, one for each row of shaders/variants.txt.

macro_rules! spirv {
    ($($name:literal),+) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/spirv/", $($name),+, ".spv")) as &[u8]
    };
}

/// Returns the SPIR-V of a vertex shader in two versions: for vertices of four bytes, and of eight bytes.
macro_rules! packed_spirv {
    ($name:literal) => {
        [crate::spirv::spirv!($name, "8.vert"), crate::spirv::spirv!($name, "16.vert")]
    };
}

pub(crate) use {packed_spirv, spirv};
