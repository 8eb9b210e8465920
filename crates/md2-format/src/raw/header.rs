//! The file header.

use md2_common::Record;

/// The first four bytes of every MD2 file. As a little-endian integer they are 844121161.
pub const IDENT: [u8; 4] = *b"IDP2";

/// The version of all MD2 files.
pub const VERSION: i32 = 8;

md2_common::header! {
    /// The header, 17 little-endian 32-bit integers, 68 bytes.
    ///
    /// The values are unchecked: a count may be negative, and an offset may be outside the file.
    #[derive(Eq, Hash)]
    pub struct Header;
    /// A field of the [`Header`].
    pub enum HeaderField;
    /// `"IDP2"` as an integer, 844121161.
    ident Ident i32,
    /// The version, 8.
    version Version i32,
    /// Width of the skin in texels. Skin coordinates `s` are divided by this width. The image may have another size.
    skinwidth SkinWidth i32,
    /// Height of the skin in texels. Skin coordinates `t` are divided by this height. The image may have another size.
    skinheight SkinHeight i32,
    /// Bytes from the start of one frame to the next, usually 40 + 4 · `num_xyz`.
    framesize FrameSize i32,
    /// Number of skin paths.
    num_skins NumSkins i32,
    /// Number of vertices in each frame.
    num_xyz NumXyz i32,
    /// Number of skin coordinates.
    num_st NumSt i32,
    /// Number of triangles.
    num_tris NumTris i32,
    /// Number of 32-bit words of OpenGL commands.
    num_glcmds NumGlcmds i32,
    /// Number of frames.
    num_frames NumFrames i32,
    /// Offset of the skin paths.
    ofs_skins OfsSkins i32,
    /// Offset of the skin coordinates.
    ofs_st OfsSt i32,
    /// Offset of the triangles.
    ofs_tris OfsTris i32,
    /// Offset of the frames.
    ofs_frames OfsFrames i32,
    /// Offset of the OpenGL commands.
    ofs_glcmds OfsGlcmds i32,
    /// Length of the file according to the program that wrote it. Parsing ignores it.
    ofs_end OfsEnd i32,
}

impl Header {
    /// Returns the value of a field.
    pub const fn get(&self, field: HeaderField) -> i32 {
        self.integer(field).expect("all fields are integers")
    }

    /// Sets the value of a field.
    pub const fn set(&mut self, field: HeaderField, value: i32) {
        *self = self.with_integer(field, value);
    }

    /// Returns the bytes of the header, as a file stores them.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes.copy_from_slice(Self::bytes_of(&[*self]));
        bytes
    }
}

const _: () = assert!(Header::BYTES == 68);
