//! Animations of the built-in model.

use md2_scene::Viewport;
use md2_scene::builtin;
use md2_testdata::pictures::{assert_alike, differences};

use super::*;
use crate::session::tests::headless;

fn planned(sequences: &[&str], rate: PictureRate, turn: Option<f32>) -> Option<(Animation, Session)> {
    let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
    let _ = workspace.apply(Command::SetAutoOrbit(false)).unwrap();
    let number = |name: &&str| workspace.player().find(name).unwrap();
    let options = AnimationOptions {
        sequences: sequences.iter().map(number).collect(),
        timing: Timing { rate, shortest: Duration::from_millis(2), turn: turn.map(Duration::from_secs_f32) },
        picture: PictureOptions::new([96, 64]),
    };
    let animation = Animation::new(&options, &mut workspace).unwrap();
    Some((animation, headless(workspace)?))
}

#[test]
fn a_loop_has_no_seam() {
    for (rate, turn) in [(PictureRate::PerKey(1), None), (PictureRate::PerSecond(5.0), Some(1.6))] {
        let Some((animation, mut session)) = planned(&[], rate, turn) else { return };
        let pictures: Vec<_> = animation.pictures(&mut session, 1).map(Result::unwrap).collect();
        assert_eq!(pictures.len(), 16, "{rate:?}");
        let (first, _) = &pictures[0];
        let (last, duration) = &pictures[15];
        let mut rewound = session.workspace().clone();
        session.advance(*duration);
        if let Some(yaw) = animation.turn_start {
            apply(&mut session, Command::SetYaw(yaw)).unwrap();
        }
        let actor = rewound.lead();
        let _ = rewound.apply(Command::Seek { actor, to: Moment::Key(0.0) }).unwrap();
        let tile = tile(&rewound, &animation.parts[0].1);
        assert!(tile.is_some_and(|tile| (30.0..90.0).contains(&tile)), "{tile:?}");
        let again = PictureOptions { tile, ..animation.picture }.draw(&mut session).unwrap();
        // The floor has moved by whole tiles, up to the rounding of floats.
        assert_alike(again.rgba(), first.rgba(), &format!("{rate:?}"));
        let (moved, _) = differences(last.rgba(), first.rgba());
        assert!(moved > 100, "{rate:?}: {moved} pixels differ from the picture before");
    }
}

#[test]
fn draws_all_pictures_of_each_sequence() {
    let rate = PictureRate::PerSecond(10.0);
    let Some((mut animation, mut session)) = planned(&["run", "death1"], rate, None) else { return };
    let pictures: Vec<u32> = animation.parts.iter().map(|(_, plan)| plan.pictures).collect();
    assert_eq!(pictures, [6, 6], "a loop, and a sequence that plays once");
    let durations = |every: u32, session: &mut Session| {
        animation.pictures(session, every).map(|picture| picture.unwrap().1).collect::<Vec<_>>()
    };
    let (every_fifth, all) = (durations(5, &mut session), durations(1, &mut session));
    assert_eq!((every_fifth.len(), all.len()), (3, 12), "pictures 0, 5 and 10, then all of them");
    assert!(every_fifth.iter().zip(all.iter().step_by(5)).all(|(a, b)| a == b), "{all:?}");
    for (_, plan) in &mut animation.parts {
        plan.pictures = u32::MAX - 1;
    }
    assert_eq!(animation.count(), u32::MAX, "the count saturates");
}
