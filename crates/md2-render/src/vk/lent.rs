//! Recording into command buffers of the caller, on a device of the caller.
//!
//! The caller records, submits and waits, so rules 2, 3 and 7 of the module `vk` become promises of the caller. Uploads are the exception:
//! this module submits them to the caller's queue, and follows them with its own timeline.

use std::sync::Arc;

use ash::vk;

use super::barrier;
use super::buffer::Buffer;
use super::device::Device;
use super::pass::Pass;
use super::pipeline::Attachments;
use super::recording::Recording;

/// Records draws inside a pass that the caller has begun. The pass has one color attachment with the format `color`, and a depth
/// attachment.
///
/// # Safety
/// - `commands` belongs to the device and is being recorded, inside a pass with the attachments for which the pipelines of `draw` were made.
///   Viewport and scissor are set.
/// - The objects that `draw` records live until the commands have run. The commands run on the queue of the device.
pub(crate) unsafe fn record_draws<'f>(
    device: &Arc<Device>,
    commands: vk::CommandBuffer,
    color: vk::Format,
    draw: impl FnOnce(&mut Pass<'_, 'f>),
) {
    let attachments = Attachments { color, samples: device.samples(), depth: Some(device.depth_format()) };
    draw(&mut Pass::lent(&mut Recording::lent(device, commands), attachments));
}

/// Records the replacement of a buffer's uniforms, between the draws that were recorded before and those recorded later.
///
/// # Safety
/// - `commands` belongs to the device and is being recorded, outside of passes. It runs on the queue of the device.
/// - The buffer lives until the commands have run.
pub(crate) unsafe fn record_update(
    device: &Arc<Device>,
    commands: vk::CommandBuffer,
    buffer: &Buffer,
    bytes: &[u8],
) {
    let mut recording = Recording::lent(device, commands);
    recording.take_buffer(buffer, vk::BufferUsageFlags::TRANSFER_DST);
    // VUID-vkCmdUpdateBuffer-dataSize-00037, -00038.
    let fits = bytes.len() as u64 == buffer.size() && bytes.len() <= 65_536 && bytes.len().is_multiple_of(4);
    assert!(fits, "{} bytes for a buffer of {}", bytes.len(), buffer.size());
    let [before, after] = barrier::around_update();
    recording.memory_barrier(before);
    // SAFETY: recording outside of passes, and the buffer lives, both by the caller's promise; the bytes fill the buffer, as just asserted.
    // VUID-vkCmdUpdateBuffer-dstOffset-00032, -renderpass, -dstBuffer-00034.
    unsafe { device.raw.cmd_update_buffer(commands, buffer.raw.handle, 0, bytes) };
    recording.memory_barrier(after);
}
