//! Counts of the renderer's content and work.

/// Counts for tests and status displays. Bytes are those of this crate's own objects, before alignment by the
/// driver, except `device_memory_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of models.
    pub models: u32,
    /// The number of textures, without the placeholder and the interface's.
    pub textures: u32,
    /// Device memory of packed vertices: 4 or 8 bytes for each vertex of each frame.
    pub frame_data_bytes: u64,
    /// Device memory of texture coordinates and indices.
    pub static_data_bytes: u64,
    /// Memory taken from the driver, in blocks that may have free space.
    pub device_memory_bytes: u64,
    /// The peak of that memory since the renderer was created.
    pub device_memory_peak_bytes: u64,
    /// Bytes copied to vertex and index buffers since the renderer was created. Drawing does not change it.
    pub vertex_bytes_uploaded: u64,
    /// Bytes copied to textures since the renderer was created.
    pub texture_bytes_uploaded: u64,
    /// Bytes of uniforms and interface geometry written for the last picture.
    pub bytes_written_last_draw: u64,
    /// Draw calls of the last picture.
    pub draw_calls: u32,
    /// Pixels of the last picture with cleared depth, each counted once: all pixels, or on software devices only
    /// those where models may be.
    pub depth_pixels_cleared: u64,
    /// Members of crowds in the last scene.
    pub crowd_members: u32,
    /// Members that were drawn, since they may be visible.
    pub crowd_members_drawn: u32,
    /// Triangles of members that the device drew. Software devices skip those that face away or fall between
    /// samples.
    pub crowd_triangles: u64,
    /// Bytes that the host wrote for crowds, a part of [`Stats::bytes_written_last_draw`]: 160 for each drawn
    /// member, and 12 for each triangle that the host selected.
    pub crowd_bytes: u64,
    /// The number of pictures since the renderer was created.
    pub pictures: u64,
    /// The number of warnings and errors of the validation layer.
    pub validation_messages: u32,
}

/// The use of device memory. Unlike [`Stats`], it is collected on request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceMemory {
    /// Buffers and images, including those that wait for destruction.
    pub objects: u32,
    /// The bytes of these objects.
    pub bytes: u64,
    /// Dropped objects of any kind that the GPU may still use.
    pub retired: u32,
}
