//! Notes for the user on the models of a workspace.

use std::collections::BTreeSet;

use md2_scene::text::{document_name, list, shown};
use md2_scene::{Actor, DrawnActor, SlotContent, Workspace};

pub fn notes(workspace: &Workspace) -> BTreeSet<String> {
    let actor_notes = |actor: &Actor| {
        let document = actor.document();
        let notes = document.notes().iter().cloned().chain(actor.skin_note());
        notes.map(|note| format!("{}: {note}", shown(&document_name(document)))).collect::<Vec<_>>()
    };
    let model_notes = workspace.actors().iter().filter(|actor| actor.is_shown).flat_map(actor_notes);
    let figure_notes = workspace.figure().notes().iter().cloned();
    model_notes
        .chain(figure_notes)
        .chain(workspace.drawn().filter_map(missing_skin_note))
        .chain(not_restored_note(workspace))
        .collect()
}

fn missing_skin_note(drawn: DrawnActor<'_>) -> Option<String> {
    let bare = drawn.mesh().surfaces().iter().filter(|surface| {
        !surface.indices.is_empty() && matches!(drawn.shown(surface.skin_slot), SlotContent::Missing)
    });
    let names: Vec<&str> = bare.map(|surface| surface.name.as_str()).collect();
    let surfaces = match &*names {
        [] => return None,
        [""] => String::from("the model"),
        names => list(names.iter().copied()),
    };
    let document = drawn.document;
    let guess = document.skins().iter().find(|skin| skin.is_guess);
    let hint = guess.map_or_else(String::new, |skin| format!("; try --skin \"{}\"", shown(skin.label())));
    Some(format!("{}: no skin image for {surfaces}{hint}", shown(&document_name(document))))
}

/// Returns a note that lists the drawn models with 16-bit keyframes, if the display settings request restored motion.
/// The motion of these models is never restored.
fn not_restored_note(workspace: &Workspace) -> Option<String> {
    let documents = workspace.drawn().map(|drawn| drawn.document);
    let names: Vec<&str> =
        documents.filter(|document| !document.has_8_bit_keys()).map(|document| document.name()).collect();
    let is_noted = workspace.look().steady && !names.is_empty();
    is_noted.then(|| format!("the motion of 16-bit keyframes is not restored: {}", names.join(", ")))
}
