//! The 68 bytes that say where everything is.

use nom::number::complete::le_i32;
use nom::{IResult, Parser};

/// The first four bytes of every MD2 file. As a little-endian integer 844121161.
pub const IDENT: [u8; 4] = *b"IDP2";

/// The only version there is.
pub const VERSION: i32 = 8;

macro_rules! header {
    ($($(#[$doc:meta])* $field:ident $variant:ident),* $(,)?) => {
        /// The header, 17 little-endian 32-bit integers, 68 bytes.
        ///
        /// The values are the file's own, so a count may be negative and an offset may point anywhere.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Header {
            $($(#[$doc])* pub $field: i32,)*
        }

        /// A field of the [`Header`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub enum HeaderField {
            $($(#[$doc])* $variant,)*
        }

        impl Header {
            /// Every field, in the order of the file.
            pub const FIELDS: [HeaderField; 17] = [$(HeaderField::$variant,)*];

            /// The value of a field.
            pub const fn get(&self, field: HeaderField) -> i32 {
                match field {
                    $(HeaderField::$variant => self.$field,)*
                }
            }

            /// Gives a field another value.
            pub const fn set(&mut self, field: HeaderField, value: i32) {
                match field {
                    $(HeaderField::$variant => self.$field = value,)*
                }
            }

            /// The 17 integers, in the order of the file.
            const fn to_array(self) -> [i32; 17] {
                [$(self.$field,)*]
            }

            /// Reads the header at the start of a file.
            pub(crate) fn nom(input: &[u8]) -> IResult<&[u8], Self> {
                $(let (input, $field) = le_i32.parse(input)?;)*
                Ok((input, Self { $($field,)* }))
            }
        }

        impl HeaderField {
            /// The field's name in `qfiles.h`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($field),)*
                }
            }
        }
    };
}

header! {
    /// `"IDP2"` as an integer, 844121161.
    ident Ident,
    /// 8.
    version Version,
    /// Width in texels that st coordinates are divided by; the image itself may have another.
    skinwidth SkinWidth,
    /// Height in texels that st coordinates are divided by; the image itself may have another.
    skinheight SkinHeight,
    /// Bytes from one frame to the next: 40 + 4 · `num_xyz`.
    framesize FrameSize,
    /// Number of skin paths.
    num_skins NumSkins,
    /// Number of vertices in each frame.
    num_xyz NumXyz,
    /// Number of skin coordinates.
    num_st NumSt,
    /// Number of triangles.
    num_tris NumTris,
    /// Number of 32-bit words of OpenGL commands.
    num_glcmds NumGlcmds,
    /// Number of frames.
    num_frames NumFrames,
    /// Offset of the skin paths.
    ofs_skins OfsSkins,
    /// Offset of the skin coordinates.
    ofs_st OfsSt,
    /// Offset of the triangles.
    ofs_tris OfsTris,
    /// Offset of the frames.
    ofs_frames OfsFrames,
    /// Offset of the OpenGL commands.
    ofs_glcmds OfsGlcmds,
    /// Where the writer thought the file ends; nothing here depends on it.
    ofs_end OfsEnd,
}

impl Header {
    /// Size of the header in the file.
    pub const BYTES: usize = 68;

    /// The header as it stands in a file.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (field, value) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(self.to_array()) {
            *field = value.to_le_bytes();
        }
        bytes
    }
}

impl HeaderField {
    /// Byte offset of the field in the file.
    #[must_use]
    pub const fn offset(self) -> usize {
        self as usize * 4
    }
}

const _: () = assert!(Header::BYTES == Header::FIELDS.len() * 4);
