//! The 84 bytes that say how many of everything follow.

use nom::number::complete::{le_f32, le_i32};
use nom::{IResult, Parser};

/// The first four bytes of every MDL file. As a little-endian integer 1330660425.
pub const IDENT: [u8; 4] = *b"IDPO";

/// The version of the game as it was released; only its test versions had others.
pub const VERSION: i32 = 6;

/// The header, 84 bytes.
///
/// The values are the file's own, so a count may be negative and a float anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Header {
    /// `"IDPO"` as an integer, 1330660425.
    pub ident: i32,
    /// 6.
    pub version: i32,
    /// Quake units per packed step, per axis, in all poses.
    pub scale: [f32; 3],
    /// Quake units added after scaling, per axis, in all poses.
    pub scale_origin: [f32; 3],
    /// Radius in Quake units around the origin of a ball that holds all poses.
    pub boundingradius: f32,
    /// Where the eyes are, in Quake units. No engine reads it, and most files have zeros.
    pub eyeposition: [f32; 3],
    /// Number of skins, of which the game picks one. A group counts as one.
    pub numskins: i32,
    /// Width of all skins in texels.
    pub skinwidth: i32,
    /// Height of all skins in texels.
    pub skinheight: i32,
    /// Number of vertices in each pose, and of skin coordinates.
    pub numverts: i32,
    /// Number of triangles.
    pub numtris: i32,
    /// Number of frames that the game can name. A group counts as one.
    pub numframes: i32,
    /// 0: groups play in step for all entities, 1: with an offset of each entity's own.
    pub synctype: i32,
    /// Effects such as trails, see [`Effects`](crate::Effects).
    pub flags: i32,
    /// Mean area of a triangle, a level of detail for the original game's software renderer.
    pub size: f32,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident $name:literal $offset:literal),* $(,)?) => {
        /// A field of the [`Header`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub enum HeaderField {
            $($(#[$doc])* $variant,)*
        }

        impl HeaderField {
            /// Every field, in the order of the file.
            pub const ALL: [Self; 15] = [$(Self::$variant,)*];

            /// The field's name in `modelgen.h`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Byte offset of the field in the file.
            #[must_use]
            pub const fn offset(self) -> usize {
                match self { $(Self::$variant => $offset,)* }
            }
        }
    };
}

fields! {
    /// `"IDPO"`.
    Ident "ident" 0,
    /// 6.
    Version "version" 4,
    /// Quake units per packed step.
    Scale "scale" 8,
    /// Quake units added after scaling.
    ScaleOrigin "scale_origin" 20,
    /// Radius of a ball that holds all poses.
    BoundingRadius "boundingradius" 32,
    /// Where the eyes are.
    EyePosition "eyeposition" 36,
    /// Number of skins.
    NumSkins "numskins" 48,
    /// Width of all skins.
    SkinWidth "skinwidth" 52,
    /// Height of all skins.
    SkinHeight "skinheight" 56,
    /// Number of vertices in each pose.
    NumVerts "numverts" 60,
    /// Number of triangles.
    NumTris "numtris" 64,
    /// Number of frames.
    NumFrames "numframes" 68,
    /// Whether groups play in step.
    SyncType "synctype" 72,
    /// Effects.
    Flags "flags" 76,
    /// Mean area of a triangle.
    Size "size" 80,
}

impl Header {
    /// Size of the header in the file.
    pub const BYTES: usize = 84;

    /// Reads the header at the start of a file.
    pub(crate) fn nom(input: &[u8]) -> IResult<&[u8], Self> {
        let (input, (ident, version)) = (le_i32, le_i32).parse(input)?;
        let (input, (scale, scale_origin)) = (vector, vector).parse(input)?;
        let (input, (boundingradius, eyeposition)) = (le_f32, vector).parse(input)?;
        let (input, (numskins, skinwidth, skinheight)) = (le_i32, le_i32, le_i32).parse(input)?;
        let (input, (numverts, numtris, numframes)) = (le_i32, le_i32, le_i32).parse(input)?;
        let (input, (synctype, flags, size)) = (le_i32, le_i32, le_f32).parse(input)?;
        let header = Self {
            ident,
            version,
            scale,
            scale_origin,
            boundingradius,
            eyeposition,
            numskins,
            skinwidth,
            skinheight,
            numverts,
            numtris,
            numframes,
            synctype,
            flags,
            size,
        };
        Ok((input, header))
    }
}

fn vector(input: &[u8]) -> IResult<&[u8], [f32; 3]> {
    (le_f32, le_f32, le_f32).map(<[f32; 3]>::from).parse(input)
}
