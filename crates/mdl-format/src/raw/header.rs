//! The file's header: 84 bytes.

/// The first four bytes of every MDL file. As a little-endian integer 1330660425.
pub const IDENT: [u8; 4] = *b"IDPO";

/// The version of the released game; only its test versions had others.
pub const VERSION: i32 = 6;

md2_common::header! {
    /// The header, 84 bytes.
    ///
    /// The values are unchecked: a count may be negative, and a float may be anything.
    pub struct Header;
    /// A field of the [`Header`].
    pub enum HeaderField;
    /// `"IDPO"` as an integer, 1330660425.
    ident Ident i32,
    /// 6.
    version Version i32,
    /// Quake units per packed step, per axis, in all poses.
    scale Scale vector,
    /// Quake units added after scaling, per axis, in all poses.
    scale_origin ScaleOrigin vector,
    /// Radius in Quake units of a sphere around the origin that contains all poses.
    boundingradius BoundingRadius f32,
    /// Position of the eyes, in Quake units. No engine reads it, and most files have zeros.
    eyeposition EyePosition vector,
    /// Number of skins, from which the game picks one. A group counts as one.
    numskins NumSkins i32,
    /// Width of all skins in texels.
    skinwidth SkinWidth i32,
    /// Height of all skins in texels.
    skinheight SkinHeight i32,
    /// Number of vertices in each pose, and of skin coordinates.
    numverts NumVerts i32,
    /// Number of triangles.
    numtris NumTris i32,
    /// Number of frames. A group counts as one.
    numframes NumFrames i32,
    /// 0: groups play in step for all entities, 1: each entity has an offset.
    synctype SyncType i32,
    /// Effects such as trails, see [`Effects`](crate::Effects).
    flags Flags i32,
    /// Mean area of a triangle, a level of detail for the original game's software renderer.
    size Size f32,
}

const _: () = assert!(Header::BYTES == 84);
