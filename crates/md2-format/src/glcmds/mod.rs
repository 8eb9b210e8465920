//! OpenGL commands: a second copy of the triangles, as strips and fans.
//!
//! Most files store the triangles a second time after the frames, arranged for `glBegin(GL_TRIANGLE_STRIP)` and
//! `glBegin(GL_TRIANGLE_FAN)`, as a list of 32-bit words:
//!
//! | words | meaning |
//! | --- | --- |
//! | `n` > 0 | a strip of `n` vertices follows |
//! | `n` < 0 | a fan of `-n` vertices follows |
//! | `n` = 0 | the end |
//! | `s`, `t`, `index` | one vertex: two floats, texture coordinates from 0 to 1, and the index of its position |
//!
//! In real files this section has the most faults: the zero at the end is missing, indices are out of range, or the
//! words of a vertex are in another order. These faults are not errors, because the triangle list describes the same
//! triangles. [`GlCommands`] yields the valid commands before the first fault, and [`GlCommands::defect`] returns the
//! fault.
//!
//! ```
//! use md2_format::glcmds::GlCommands;
//!
//! // A fan of three vertices, and the end.
//! let mut words = vec![i32::to_le_bytes(-3)];
//! for (s, t, index) in [(0.0, 0.0, 0), (1.0, 0.0, 1), (0.0, 1.0, 2)] {
//!     words.extend([f32::to_le_bytes(s), f32::to_le_bytes(t), i32::to_le_bytes(index)]);
//! }
//! words.push([0; 4]);
//!
//! let commands = GlCommands::new(&words, 3);
//! assert_eq!(commands.defect(), None);
//! let [triangle] = commands.triangles().collect::<Vec<_>>()[..] else { panic!() };
//! assert_eq!(triangle.map(|vertex| vertex.xyz), [0, 1, 2]);
//! ```

mod command;
mod defect;
mod list;
mod triangle_agreement;
mod uv_agreement;

pub use command::{GlCommand, GlPrimitive, GlVertex};
pub use defect::GlDefect;
pub use list::GlCommands;
pub use triangle_agreement::TriangleAgreement;
pub use uv_agreement::UvAgreement;
