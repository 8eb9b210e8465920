//! The headers of a file and of a surface, 108 bytes each.

/// The first four bytes of every MD3 file, and of each surface in it.
pub const IDENT: [u8; 4] = *b"IDP3";

/// The version of all MD3 files.
pub const VERSION: i32 = 15;

md2_common::header! {
    /// The header of the file, 108 bytes.
    ///
    /// The values are unchecked: a count may be negative, and an offset may be outside the file.
    #[derive(Eq, Hash)]
    pub struct Header;
    /// A field of the [`Header`].
    pub enum HeaderField;
    /// `"IDP3"`.
    ident Ident ident,
    /// The version, 15.
    version Version i32,
    /// A name, in most files the path to which the exporter wrote the file.
    name Name name,
    /// Unused in Quake III; Nexuiz stores Quake's effects here.
    flags Flags i32,
    /// Number of frames of the model and of each surface.
    num_frames NumFrames i32,
    /// Number of tags in each frame.
    num_tags NumTags i32,
    /// Number of surfaces.
    num_surfaces NumSurfaces i32,
    /// Unused.
    num_skins NumSkins i32,
    /// Offset of the frames, in bytes from the start of the file.
    ofs_frames OfsFrames i32,
    /// Offset of the tags, in bytes from the start of the file.
    ofs_tags OfsTags i32,
    /// Offset of the first surface, in bytes from the start of the file.
    ofs_surfaces OfsSurfaces i32,
    /// Length of the file according to the program that wrote it. Parsing ignores it.
    ofs_end OfsEnd i32,
}

md2_common::header! {
    /// The header of a surface, 108 bytes. Its offsets are relative to the start of this header.
    ///
    /// The values are unchecked: a count may be negative, and an offset may be outside the file.
    #[derive(Eq, Hash)]
    pub struct SurfaceHeader;
    /// A field of a [`SurfaceHeader`].
    pub enum SurfaceField;
    /// `"IDP3"`.
    ident Ident ident,
    /// The name of the surface in skin files.
    name Name name,
    /// Unused.
    flags Flags i32,
    /// Number of frames, equal to the model's number of frames.
    num_frames NumFrames i32,
    /// Number of shaders.
    num_shaders NumShaders i32,
    /// Number of vertices in each frame, equal to the number of texture coordinates.
    num_verts NumVerts i32,
    /// Number of triangles.
    num_triangles NumTriangles i32,
    /// Offset of the triangles, in bytes from the start of the surface header.
    ofs_triangles OfsTriangles i32,
    /// Offset of the shaders, in bytes from the start of the surface header.
    ofs_shaders OfsShaders i32,
    /// Offset of the texture coordinates, in bytes from the start of the surface header.
    ofs_st OfsSt i32,
    /// Offset of the vertices, in bytes from the start of the surface header.
    ofs_xyznormal OfsXyzNormal i32,
    /// Offset of the next surface, in bytes from the start of the surface header.
    ofs_end OfsEnd i32,
}

impl Header {
    /// Returns the value of a field; `None` if it is not an integer.
    pub const fn get(&self, field: HeaderField) -> Option<i32> {
        self.integer(field)
    }
}

const _: () = assert!(Header::BYTES == 108 && SurfaceHeader::BYTES == 108);
