//! Read, check, repair and write Quake II MD2 models.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

pub mod glcmds;
pub mod normals;

pub use normals::{NORMAL_COUNT, NORMALS, nearest_normal};
