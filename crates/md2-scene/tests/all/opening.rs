//! Tests that the first sequence of a model shows it standing or moving and not dying, if possible, even after a reload.

use std::path::Path;

use md2_anim::{Script, Sequence};
use md2_scene::{Choice, Command, Companions, Document, Figure, Player, Viewport, Workspace, open};
use md2_testdata::{corpus, with_frames};

/// Parts of sequence names in the three games: here for pain and death, below for standing and moving.
const DEATH: &[&str] = &["death", "deth", "dead", "die", "dying", "pain", "kill", "hurt"];
const LIFE: &[&str] = &["stand", "stnd", "idle", "walk", "run", "hover", "swim", "fly", "cruc"];

fn says(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    words.iter().any(|word| name.contains(word))
}

fn opens(document: Document) -> (Workspace, String) {
    let (workspace, _) = Workspace::new(document, Viewport::whole([640, 480]));
    let name = workspace.player().sequence().name.clone();
    (workspace, name)
}

fn model(names: &[&str], script: Option<&str>) -> Document {
    let script = script.map(|text| Script::parse(text.as_bytes()).unwrap());
    let companions = Companions { script, ..Companions::default() };
    Document::from_bytes("a.md2", with_frames(names).build().bytes(), companions).unwrap()
}

#[test]
fn models_open_standing_or_moving() {
    let names =
        ["death1", "death2", "pain1", "pain2", "attack1", "attack2", "run1", "run2", "idle1", "idle2"];
    assert_eq!(opens(model(&names, None)).1, "idle");
    let script =
        "0 2 0 10 // BOTH_DEATH1\n2 2 0 10 // PAIN\n4 2 0 10 // SHOOT\n6 2 2 10 // WALK\n8 2 2 10 // IDLE\n";
    assert_eq!(opens(model(&names, Some(script))).1, "IDLE");
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
        let standing = document.standing_frame();
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
    let (mut workspace, _) = opens(model(&names, None));
    let actor = workspace.lead();
    let sequence = Choice::Named(String::from("run"));
    let _ = workspace.apply(Command::ChooseSequence { actor, sequence }).unwrap();
    let newer = std::sync::Arc::new(model(&names[..4], None));
    let _ = workspace.apply(Command::Reload { actor, document: newer }).unwrap();
    assert_eq!(workspace.player().sequence().name, "stand");
}

#[test]
fn real_models_do_not_open_dying() {
    let mut seen = 0;
    for path in ["md2", "mdl", "md3"].into_iter().flat_map(corpus::paths) {
        // Heads, and files that are damaged on purpose, are skipped.
        let Ok(figure) = open(&path) else { continue };
        check(&path, figure);
        seen += 1;
    }
    assert!(seen > 0 || corpus::root().is_none());
}

fn check(path: &Path, figure: Figure) {
    let (workspace, _) = Workspace::new(figure, Viewport::whole([640, 480]));
    let lives = |sequence: &Sequence| says(&sequence.name, LIFE) && !says(&sequence.name, DEATH);
    for player in workspace.body().filter_map(|actor| actor.player()) {
        let name = &player.sequence().name;
        let could = || Player::sequences(player).iter().find(|sequence| lives(sequence));
        assert!(!says(name, DEATH) || could().is_none(), "{}: {name}, not {:?}", path.display(), could());
    }
}
