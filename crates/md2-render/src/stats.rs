//! What the renderer holds and does, in numbers.

/// Numbers for tests and for a viewer's status line. Byte counts are those of this crate's own objects,
/// before the alignment that a driver adds, but for `device_memory_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Models loaded.
    pub models: u32,
    /// Textures loaded, without the placeholder and the interface's.
    pub textures: u32,
    /// Device memory that holds packed vertices: what the packing says, 4 or 8 bytes, for each vertex of each
    /// frame of each model.
    pub frame_data_bytes: u64,
    /// Device memory that holds texture coordinates and indices.
    pub static_data_bytes: u64,
    /// Memory that was taken from the driver, in blocks that need not be full.
    pub device_memory_bytes: u64,
    /// The most of it at once since the renderer was made.
    pub device_memory_peak_bytes: u64,
    /// Bytes copied to vertex and index buffers since the renderer was made. Drawing does not change it.
    pub vertex_bytes_uploaded: u64,
    /// Bytes copied to textures since the renderer was made.
    pub texture_bytes_uploaded: u64,
    /// Bytes of uniforms and interface geometry written for the last picture.
    pub bytes_written_last_draw: u64,
    /// Draw calls of the last picture.
    pub draw_calls: u32,
    /// Pixels of the last picture whose depth was cleared, each counted once however many samples it has: all, or on software
    /// devices only those where models may be.
    pub depth_pixels_cleared: u64,
    /// Members of crowds in the last picture's scene.
    pub crowd_members: u32,
    /// Those of them that may be in the picture: all that was drawn of them.
    pub crowd_members_drawn: u32,
    /// Triangles of theirs that were handed to the device. On software devices those that turn away or fall between samples
    /// are not.
    pub crowd_triangles: u64,
    /// Bytes that the host wrote for them, a part of [`Stats::bytes_written_last_draw`]: 160 for each member drawn, and
    /// where the host tells triangles 12 for each of those.
    pub crowd_bytes: u64,
    /// Pictures drawn since the renderer was made.
    pub pictures: u64,
    /// Warnings and errors of the validation layer.
    pub validation_messages: u32,
}

/// What a renderer has of the device's memory at a moment, whatever for. Unlike [`Stats`] it is collected when asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceMemory {
    /// Buffers and images that exist, those included that wait to be destroyed.
    pub objects: u32,
    /// Bytes that they take.
    pub bytes: u64,
    /// Objects of any kind that nothing refers to any more, and that wait until the GPU is done with them.
    pub retired: u32,
}
