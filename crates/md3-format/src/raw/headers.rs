//! The 108 bytes that say where everything is, of the file and of each surface.

use nom::bytes::complete::take;
use nom::number::complete::le_i32;
use nom::{IResult, Parser};

use super::records::{ModelName, SurfaceName};
use md2_common::Name;

/// The first four bytes of every MD3 file, and of each surface in it.
pub const IDENT: [u8; 4] = *b"IDP3";

/// The only version there is.
pub const VERSION: i32 = 15;

macro_rules! header {
    (
        $(#[$header_doc:meta])* $header:ident, $(#[$enum_doc:meta])* $fields:ident, $name:ty:
        $($(#[$doc:meta])* $field:ident $variant:ident $offset:literal $kind:ident),* $(,)?
    ) => {
        $(#[$header_doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $header {
            $($(#[$doc])* pub $field: header!(@type $kind $name),)*
        }

        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub enum $fields {
            $($(#[$doc])* $variant,)*
        }

        impl $header {
            /// Size of the header in the file.
            pub const BYTES: usize = 108;

            /// Every field, in the order of the file.
            pub const FIELDS: &[$fields] = &[$($fields::$variant,)*];

            /// The value of a field, `None` for one that is not an integer.
            pub const fn get(&self, field: $fields) -> Option<i32> {
                match field {
                    $($fields::$variant => header!(@value $kind self $field),)*
                }
            }

            /// Reads the header at the start of `input`.
            pub(crate) fn nom(input: &[u8]) -> IResult<&[u8], Self> {
                $(let (input, $field) = header!(@parser $kind).parse(input)?;)*
                Ok((input, Self { $($field,)* }))
            }
        }

        impl $fields {
            /// The field's name in `qfiles.h`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($field),)*
                }
            }

            /// Byte offset of the field from the start of the header.
            pub const fn offset(self) -> usize {
                match self {
                    $(Self::$variant => $offset,)*
                }
            }
        }
    };
    (@type ident $name:ty) => { [u8; 4] };
    (@type name $name:ty) => { $name };
    (@type i32 $name:ty) => { i32 };
    (@value i32 $self:ident $field:ident) => { Some($self.$field) };
    (@value $kind:ident $self:ident $field:ident) => { None };
    (@parser ident) => { bytes::<4> };
    (@parser name) => { bytes::<64>.map(Name::from_raw) };
    (@parser i32) => { le_i32 };
}

header! {
    /// The header of the file, 108 bytes.
    ///
    /// The values are the file's own, so a count may be negative and an offset may point anywhere.
    Header,
    /// A field of the [`Header`].
    HeaderField, ModelName:
    /// `"IDP3"`.
    ident Ident 0 ident,
    /// 15.
    version Version 4 i32,
    /// A name, mostly the path under which the exporter wrote the file.
    name Name 8 name,
    /// Nothing in Quake III; Nexuiz keeps Quake's effects here.
    flags Flags 72 i32,
    /// Number of frames, of the model and of each surface.
    num_frames NumFrames 76 i32,
    /// Number of tags in each frame.
    num_tags NumTags 80 i32,
    /// Number of surfaces.
    num_surfaces NumSurfaces 84 i32,
    /// Means nothing.
    num_skins NumSkins 88 i32,
    /// Offset of the frames.
    ofs_frames OfsFrames 92 i32,
    /// Offset of the tags.
    ofs_tags OfsTags 96 i32,
    /// Offset of the first surface.
    ofs_surfaces OfsSurfaces 100 i32,
    /// Where the writer thought the file ends; nothing here depends on it.
    ofs_end OfsEnd 104 i32,
}

header! {
    /// The header of a surface, 108 bytes. Its offsets count from its own start.
    ///
    /// The values are the file's own, so a count may be negative and an offset may point anywhere.
    SurfaceHeader,
    /// A field of a [`SurfaceHeader`].
    SurfaceField, SurfaceName:
    /// `"IDP3"`.
    ident Ident 0 ident,
    /// The name by which skins find the surface.
    name Name 4 name,
    /// Means nothing.
    flags Flags 68 i32,
    /// Number of frames, the model's.
    num_frames NumFrames 72 i32,
    /// Number of shaders.
    num_shaders NumShaders 76 i32,
    /// Number of vertices in each frame, and of texture coordinates.
    num_verts NumVerts 80 i32,
    /// Number of triangles.
    num_triangles NumTriangles 84 i32,
    /// Offset of the triangles.
    ofs_triangles OfsTriangles 88 i32,
    /// Offset of the shaders.
    ofs_shaders OfsShaders 92 i32,
    /// Offset of the texture coordinates.
    ofs_st OfsSt 96 i32,
    /// Offset of the vertices.
    ofs_xyznormal OfsXyzNormal 100 i32,
    /// Where the next surface begins.
    ofs_end OfsEnd 104 i32,
}

/// The next `N` bytes.
fn bytes<const N: usize>(input: &[u8]) -> IResult<&[u8], [u8; N]> {
    take(N).map_opt(|bytes: &[u8]| bytes.first_chunk().copied()).parse(input)
}

const _: () = assert!(HeaderField::OfsEnd.offset() + 4 == Header::BYTES);
const _: () = assert!(SurfaceField::OfsEnd.offset() + 4 == SurfaceHeader::BYTES);
