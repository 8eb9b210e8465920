//! The file header.

/// The first four bytes of every MDL file. As a little-endian integer they are 1330660425.
pub const IDENT: [u8; 4] = *b"IDPO";

/// The version of the released game's models. Only test versions of the game had other versions.
pub const VERSION: i32 = 6;

md2_common::header! {
    /// The header, 84 bytes.
    ///
    /// The values are unchecked: a count may be negative, and a float may be infinite or NaN.
    pub struct Header;
    /// A field of the [`Header`].
    pub enum HeaderField;
    /// `"IDPO"` as an integer, 1330660425.
    ident Ident i32,
    /// The version, 6.
    version Version i32,
    /// Size of a quantization step in Quake units, per axis, in all poses.
    scale Scale vector,
    /// Offset in Quake units that is added after scaling, per axis, in all poses.
    scale_origin ScaleOrigin vector,
    /// Radius in Quake units of a sphere around the origin that contains all poses.
    boundingradius BoundingRadius f32,
    /// Position of the eyes in Quake units. No engine reads it, and it is zero in most files.
    eyeposition EyePosition vector,
    /// Number of skins, of which the game selects one. A group counts as one skin.
    numskins NumSkins i32,
    /// Width of all skins in texels.
    skinwidth SkinWidth i32,
    /// Height of all skins in texels.
    skinheight SkinHeight i32,
    /// Number of vertices in each pose, equal to the number of skin coordinates.
    numverts NumVerts i32,
    /// Number of triangles.
    numtris NumTris i32,
    /// Number of frames. A group counts as one frame.
    numframes NumFrames i32,
    /// Synchronization of groups, see [`SyncType`](crate::SyncType).
    synctype SyncType i32,
    /// Effects such as trails, see [`Effects`](crate::Effects).
    flags Flags i32,
    /// Mean area of a triangle. The original game's software renderer uses this area to select the level of detail.
    size Size f32,
}

const _: () = assert!(Header::BYTES == 84);
