//! Counts of the renderer's content and work.

/// Counts for tests and status displays. Byte counts cover this crate's own objects, before the driver aligns
/// them, except `device_memory_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of models.
    pub models: u32,
    /// The number of textures, without the placeholder and the textures of the interface.
    pub textures: u32,
    /// Bytes of device memory for quantized vertices: 4 or 8 bytes for each vertex of each frame.
    pub frame_data_bytes: u64,
    /// Bytes of device memory for texture coordinates and indices.
    pub static_data_bytes: u64,
    /// Bytes of device memory allocated from the driver, including unused parts of blocks.
    pub device_memory_bytes: u64,
    /// The largest value of `device_memory_bytes` since the renderer was created.
    pub device_memory_peak_bytes: u64,
    /// Bytes copied to vertex and index buffers since the renderer was created. Drawing copies none.
    pub vertex_bytes_uploaded: u64,
    /// Bytes copied to textures since the renderer was created.
    pub texture_bytes_uploaded: u64,
    /// Bytes of uniforms and interface geometry written for the last picture.
    pub bytes_written_last_draw: u64,
    /// Draw calls of the last picture.
    pub draw_calls: u32,
    /// The number of pixels whose depth was cleared for the last picture; a pixel with several samples counts once. On
    /// software devices, these may be only the pixels that models can cover; otherwise, they are all pixels.
    pub depth_pixels_cleared: u64,
    /// The number of crowd members in the last scene.
    pub crowd_members: u32,
    /// The number of members in the newest finished picture that may be visible.
    pub crowd_members_drawn: u32,
    /// The number of members' triangles that the device drew in the newest finished picture. Triangles that face away
    /// or cover no sample are skipped; see [`CrowdCulling`](crate::CrowdCulling).
    pub crowd_triangles: u64,
    /// The number of triangles of all members in the newest finished picture.
    pub crowd_triangles_total: u64,
    /// Bytes that the host wrote for crowds, a part of [`Stats::bytes_written_last_draw`]: 48 for each member, 48 for
    /// each draw, and 12 for each triangle that the host listed.
    pub crowd_bytes: u64,
    /// The number of pictures drawn since the renderer was created.
    pub pictures: u64,
}
