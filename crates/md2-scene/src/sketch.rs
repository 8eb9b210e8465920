//! Pictures of the models in a workspace, without floor and shadow. The processor draws them instead of the GPU.

use md2_assets::{Cover, RgbaImage};
use md2_picture::{Backdrop, Direction, Framing, PosedModel, SlotStyle};

use crate::command::{Command, Moment};
use crate::drawn::DrawnActor;
use crate::outfit::SlotContent;
use crate::ranges::{is_in, visible_frames};
use crate::workspace::Workspace;

/// Calls `take` with the visible models of a workspace in their current poses, and returns its result.
pub fn with_models<T>(workspace: &Workspace, take: impl FnOnce(&[PosedModel<'_>]) -> T) -> T {
    let drawn: Vec<DrawnActor<'_>> = workspace.drawn().collect();
    let styles: Vec<Vec<SlotStyle<'_>>> = drawn.iter().map(slot_styles).collect();
    let models = drawn.iter().zip(&styles).map(|(drawn, slots)| PosedModel {
        mesh: drawn.mesh(),
        pose: drawn.pose,
        transform: drawn.transform,
        slots,
    });
    take(&models.collect::<Vec<_>>())
}

/// Shows the moment of the current sequence that suits a picture.
pub fn pose(workspace: &mut Workspace) {
    if workspace.player().sequence().bounces() {
        seek(workspace, Moment::Last);
    } else {
        show_visible_frame(workspace);
    }
}

/// If the current sequence of the first actor begins with frames without extent, as many effects do, shows its first visible frame.
pub fn show_visible_frame(workspace: &mut Workspace) {
    let (player, visible) = (workspace.player(), visible_frames(workspace.document().mesh()));
    let is_visible = |key: &u32| is_in(&visible, player.sequence().frame_at(*key));
    if let Some(key @ 1..) = (0..player.key_count()).find(is_visible) {
        seek(workspace, Moment::Key(key as f32));
    }
}

fn seek(workspace: &mut Workspace, to: Moment) {
    // This cannot fail: the first actor has a player.
    let _ = workspace.apply(Command::Seek { actor: workspace.lead(), to });
}

/// Draws the visible models from `direction`, as large as `size` in pixels allows. Returns `None` if no model is visible.
pub fn draw(
    workspace: &Workspace,
    direction: Direction,
    size: [u32; 2],
    backdrop: Backdrop,
) -> Option<RgbaImage> {
    with_models(workspace, |models| {
        let mut framing = Framing::new(direction, size);
        models.iter().for_each(|model| framing.add(model));
        Some(md2_picture::draw(models, &framing.view()?, size, backdrop))
    })
}

fn slot_styles<'a>(drawn: &DrawnActor<'a>) -> Vec<SlotStyle<'a>> {
    let images = drawn.outfit.map_or(&[][..], |outfit| outfit.images());
    let style = |slot| match drawn.shown(slot) {
        SlotContent::Hidden => SlotStyle::Hidden,
        SlotContent::Missing => SlotStyle::Gray,
        SlotContent::Image { index, cover } => {
            images.get(index).map_or(SlotStyle::Gray, |layers| SlotStyle::Skin {
                color: &layers.color,
                glow: layers.glow.as_ref(),
                cover: match cover {
                    Cover::Cutout => md2_picture::Cover::Cutout,
                    Cover::Added => md2_picture::Cover::Added,
                    _ => md2_picture::Cover::Solid,
                },
            })
        }
    };
    (0..drawn.mesh().skin_slot_count()).map(style).collect()
}
