//! Tests that models open with a visible frame, and continue with the opening sequence if theirs is removed.

use md2_scene::{Choice, Command, Companions, Document, Viewport, Workspace};
use md2_testdata::with_frames;

fn opens(document: Document) -> (Workspace, String) {
    let (workspace, _) = Workspace::new(document, Viewport::whole([640, 480]));
    let name = workspace.player().sequence().name.clone();
    (workspace, name)
}

fn model(names: &[&str]) -> Document {
    Document::from_bytes("a.md2", with_frames(names).build().bytes(), Companions::default()).unwrap()
}

#[test]
fn models_open_with_a_visible_frame() {
    // A scale of zero moves all vertices of a frame to one point.
    let opening = |frames: &[(&str, bool)]| {
        let mut spec = with_frames(frames.iter().map(|(name, _)| name));
        for (frame, (_, is_visible)) in spec.frames.iter_mut().zip(frames) {
            frame.scale = if *is_visible { frame.scale } else { [0.0; 3] };
        }
        let file = spec.build();
        let document = Document::from_bytes("a.md2", file.bytes(), Companions::default()).unwrap();
        let standing = document.standing;
        let (workspace, name) = opens(document);
        (name, workspace.player().pose().frame_a, standing)
    };
    let closed = [("DA0", false), ("DA1", false), ("WA0", true), ("WA1", true), ("KA0", true), ("KA1", true)];
    assert_eq!(opening(&closed), ("WA".into(), 2, 2), "standing is invisible, walking comes next");
    let growing = [("boom1", false), ("boom2", true), ("boom3", true)];
    assert_eq!(opening(&growing), ("boom".into(), 1, 0), "the only sequence, from its first visible frame");
    let gone = [("stand1", false), ("run1", false)];
    assert_eq!(opening(&gone), ("stand".into(), 0, 0), "nothing is visible in any frame");
}

#[test]
fn a_removed_sequence_is_replaced_by_the_opening_one() {
    let names = ["death1", "death2", "stand1", "stand2", "run1", "run2"];
    let (mut workspace, _) = opens(model(&names));
    let actor = workspace.lead();
    let sequence = Choice::Named(String::from("run"));
    let _ = workspace.apply(Command::ChooseSequence { actor, sequence }).unwrap();
    let newer = std::sync::Arc::new(model(&names[..4]));
    let _ = workspace.apply(Command::Reload { actor, document: newer }).unwrap();
    assert_eq!(workspace.player().sequence().name, "stand");
}
