//! Pictures of the models in a workspace, without floor and shadow. The processor draws them instead of the GPU.

use md2_assets::{Cover, RgbaImage};
use md2_export::picture::{self, Backdrop, Direction, Framing, PosedModel, SlotStyle};

use crate::command::{Command, Moment};
use crate::drawn::DrawnActor;
use crate::outfit::SlotContent;
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

pub fn pose(workspace: &mut Workspace) {
    if workspace.player().sequence().bounces() {
        let to_top = Command::Seek { actor: workspace.lead(), to: Moment::Last };
        // This cannot fail: the first actor has a player.
        let _ = workspace.apply(to_top);
    }
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
        Some(picture::draw(models, &framing.view()?, size, backdrop))
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
                    Cover::Cutout => picture::Cover::Cutout,
                    Cover::Added => picture::Cover::Added,
                    _ => picture::Cover::Solid,
                },
            })
        }
    };
    (0..drawn.mesh().skin_slot_count()).map(style).collect()
}
