//! The thumbnails of the skins: their icons, or else pictures of the model with each skin.

use std::collections::HashMap;
use std::path::Path;

use egui::{Color32, Ui, vec2};
use md2_scene::{Choice, Command, Skin, SlotImages, Workspace};

use super::style;
use super::thumbnail::{self, Cell};
use crate::action::Action;
use crate::input::PanelInput;
use crate::text::{message, shown};
use md2_browse::ThumbnailSubject;

const CELL: f32 = 70.0;
const MAX_SHOWN: usize = 60;

pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    visible: &mut Vec<ThumbnailSubject>,
    actions: &mut Vec<Action>,
) {
    let workspace = input.workspace;
    let skins: Vec<&Skin> = workspace.skins().take(MAX_SHOWN).collect();
    if skins.len() < 2 {
        return;
    }
    let current = workspace.skin_index();
    ui.add_space(4.0);
    let captions = captions(&skins);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (index, (skin, caption)) in skins.into_iter().zip(captions).enumerate() {
            let subject = ThumbnailSubject::skin(workspace.figure(), skin);
            if cell(ui, input, subject.as_ref(), (skin, &caption), current == Some(index)).clicked() {
                actions.push(Command::SelectFigureSkin(Choice::Index(index)).into());
            }
            visible.extend(subject);
        }
    });
}

fn captions(skins: &[&Skin]) -> Vec<String> {
    let stem = |label: &str| label.rsplit_once('.').map_or(label, |(stem, _)| stem).to_owned();
    let in_folder: fn(&Skin) -> String = |skin| {
        let folder = skin.path().and_then(Path::parent).and_then(Path::file_name);
        folder.map_or_else(
            || skin.label().to_owned(),
            |folder| format!("{}/{}", folder.to_string_lossy(), skin.label()),
        )
    };
    let mut captions: Vec<String> = skins.iter().map(|skin| stem(skin.label())).collect();
    let longer: [fn(&Skin) -> String; 2] = [|skin| skin.label().to_owned(), in_folder];
    for longer in longer {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for caption in &captions {
            *counts.entry(caption.to_ascii_lowercase()).or_default() += 1;
        }
        for (caption, skin) in captions.iter_mut().zip(skins) {
            if counts.get(&caption.to_ascii_lowercase()).is_some_and(|count| *count > 1) {
                *caption = longer(skin);
            }
        }
    }
    captions
}

fn cell(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    subject: Option<&ThumbnailSubject>,
    (skin, caption): (&Skin, &str),
    is_current: bool,
) -> egui::Response {
    let unreadable = input.workspace.skin_error(skin);
    let label = skin.label();
    let cell = Cell {
        size: vec2(CELL, CELL + thumbnail::CAPTION),
        image: subject.and_then(|subject| input.files.thumbnail(subject)),
        tint: if unreadable.is_some() { Color32::from_gray(90) } else { Color32::WHITE },
        name: label,
        caption: &shown(caption),
        color: if unreadable.is_some() { style::ERROR } else { style::TEXT },
        is_current,
        is_at_cursor: false,
    };
    let response = cell.show(ui);
    response.on_hover_text(format!("{}\n{}", shown(label), message(&description(input.workspace, skin))))
}

pub(super) fn description(workspace: &Workspace, skin: &Skin) -> String {
    let lacks_all = skin.images().next().is_none() && skin.slots().contains(&SlotImages::Missing);
    match workspace.skin_error(skin) {
        Some(why) => why.to_owned(),
        None if lacks_all => format!("{}: image files missing", skin.reason()),
        None => skin.reason().to_owned(),
    }
}
