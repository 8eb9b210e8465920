//! Tests of all frames of the figure.

use std::sync::LazyLock;

use glam::{DQuat, DVec3};

use super::*;
use crate::degrees::{about_x, acos};
use crate::motion::clearance::{clearances, lowest, soles};
use crate::motion::gait::Gait;
use crate::motion::rig::FLOOR;
use crate::skeleton::Joint;

static FRAMES: LazyLock<Vec<NamedPose>> = LazyLock::new(all_frames);

fn frames_of(name: &str) -> &'static [NamedPose] {
    let index =
        CLIPS.iter().position(|clip| clip.name == name).unwrap_or_else(|| panic!("no sequence {name}"));
    let start = CLIPS[..index].iter().map(|clip| usize::from(clip.frames)).sum();
    &FRAMES[start..][..usize::from(CLIPS[index].frames)]
}

fn neighbors(name: &str) -> impl Iterator<Item = (&'static NamedPose, &'static NamedPose)> {
    let frames = frames_of(name);
    frames.iter().zip(frames.iter().cycle().skip(1))
}

/// Returns the positions of the joints, of the top of the head, of the ends of the hands, and of points on the soles.
fn landmarks(pose: &SkeletonPose) -> Vec<DVec3> {
    let maps = pose.skinning();
    let tip = |joint: Joint, offset: [f64; 3]| {
        maps[joint as usize].transform_point3(joint.rest() + DVec3::from(offset))
    };
    let mut points = pose.joint_positions().to_vec();
    points.push(tip(Joint::Head, [0.0, 0.0, 7.2]));
    points.push(tip(Joint::WristL, [0.0, 2.4, -2.4]));
    points.push(tip(Joint::WristR, [0.0, -2.4, -2.4]));
    points.extend(soles(pose).into_iter().flatten());
    points
}

#[test]
fn frames_are_the_standard_ones_and_then_the_walk() {
    let numbers = [
        0, 39, 40, 46, 54, 58, 62, 66, 72, 84, 95, 112, 123, 135, 154, 160, 169, 173, 178, 184, 190, 197,
        198, 213,
    ];
    let names = [
        "stand01", "stand40", "run1", "attack1", "pain101", "pain201", "pain301", "jump1", "flip01",
        "salute01", "taunt01", "wave01", "point01", "crstnd01", "crwalk1", "crattak1", "crpain1", "crdeath1",
        "death101", "death201", "death301", "death308", "walk01", "walk16",
    ];
    assert_eq!(FRAMES.len(), 214);
    assert_eq!(numbers.map(|number: usize| FRAMES[number].name.as_str()), names);
}

#[test]
fn feet_in_stance_move_with_the_floor() {
    for (name, gait) in [("walk", walk::GAIT), ("run", run::GAIT), ("crwalk", crouch::GAIT)] {
        let passed = gait.stride / f64::from(gait.keys);
        let mut planted = 0;
        for (a, b) in neighbors(name) {
            for (before, after) in soles(&a.pose).into_iter().zip(soles(&b.pose)) {
                for (p, q) in before.into_iter().zip(after) {
                    // Ignores points that rise as the foot rolls over its ball.
                    if p.z < FLOOR + 0.06 && q.z < FLOOR + 0.06 {
                        let slip = (q - p + DVec3::X * passed).truncate().length();
                        assert!(slip < 0.3, "{} to {}: a foot slips by {slip:.2}", a.name, b.name);
                        planted += 1;
                    }
                }
            }
        }
        assert!(planted >= 4, "{name}: {planted} contacts");
    }
}

#[test]
fn feet_touch_the_floor_in_stance_and_clear_it_in_swing() {
    let height = |pose: &SkeletonPose, foot: usize| {
        soles(pose)[foot].map(|point| point.z - FLOOR).into_iter().fold(f64::INFINITY, f64::min)
    };
    let cleared = |name, gait: Gait, offset: f64| {
        let mut highest = 0.0_f64;
        for (i, frame) in (0..gait.keys).zip(frames_of(name)) {
            for foot in 0..2_u8 {
                let phase = f64::from(i) / f64::from(gait.keys) + offset + 0.5 * f64::from(foot);
                let height = height(&frame.pose, usize::from(foot));
                let stands = !gait.on_floor(phase) || height.abs() < 0.06;
                assert!(stands, "{}: a standing foot is {height:.2} above the floor", frame.name);
                highest = highest.max(height);
            }
        }
        highest
    };
    let walk = cleared("walk", walk::GAIT, 0.0);
    assert!((2.0..4.0).contains(&walk), "the walk's swing clears {walk:.2}");
    assert!(cleared("run", run::GAIT, run::OFFSET) > 2.0);
    assert!(cleared("crwalk", crouch::GAIT, crouch::OFFSET) > 1.0);
}

#[test]
fn a_foot_flat_on_the_floor_does_not_slide() {
    let flat = |sole: &[DVec3; 3]| sole.iter().all(|point| point.z < FLOOR + 0.1);
    let moving = ["walk", "run", "crwalk", "death", "crdeath"];
    for clip in CLIPS.iter().filter(|clip| !moving.iter().any(|name| clip.name.starts_with(name))) {
        for pair in frames_of(clip.name).windows(2) {
            for (before, after) in soles(&pair[0].pose).iter().zip(&soles(&pair[1].pose)) {
                if flat(before) && flat(after) {
                    let slid = before[0].distance(after[0]).max(before[2].distance(after[2]));
                    assert!(slid < 0.3, "{}: a foot slides by {slid:.2}", pair[1].name);
                }
            }
        }
    }
}

#[test]
fn loops_close_with_an_ordinary_step() {
    for name in CLIPS.iter().filter(|clip| clip.loops).map(|clip| clip.name) {
        let steps: Vec<f64> = neighbors(name)
            .map(|(a, b)| {
                let (a, b) = (landmarks(&a.pose), landmarks(&b.pose));
                a.iter().zip(b).map(|(p, q)| p.distance(q)).fold(0.0, f64::max)
            })
            .collect();
        let (last, others) = steps.split_last().expect("a loop has frames");
        let largest = others.iter().copied().fold(0.0, f64::max);
        assert!(*last <= largest * 1.1, "{name} closes with {last:.2}, its steps are up to {largest:.2}");
        assert!(largest < 20.0, "{name} has a step of {largest:.2}");
    }
}

#[test]
fn knees_and_elbows_bend_in_one_direction_only() {
    for frame in FRAMES.iter() {
        let turned = |joint: Joint, along: DVec3| frame.pose.rotations[joint as usize] * along;
        for (knee, ankle) in [(Joint::KneeL, Joint::AnkleL), (Joint::KneeR, Joint::AnkleR)] {
            let rest = (ankle.rest() - knee.rest()).normalize();
            let shin = turned(knee, rest);
            assert!(shin.x < 0.08 && shin.y.abs() < 0.08, "{}: {knee:?} breaks: {shin}", frame.name);
            let bend = acos(shin.dot(rest));
            assert!(bend < 150.0, "{}: {knee:?} bends by {bend:.0}", frame.name);
        }
        for (elbow, out) in [(Joint::ElbowL, 1.0), (Joint::ElbowR, -1.0)] {
            // The direction of the forearm if the upper arm hangs straight down.
            let down: DQuat = about_x(-45.0 * out);
            let forearm = down * turned(elbow, down.inverse() * DVec3::NEG_Z);
            let is_whole = forearm.x > -0.02 && forearm.y.abs() < 0.02;
            assert!(is_whole, "{}: {elbow:?} breaks: {forearm}", frame.name);
            let bend = acos(-forearm.z);
            assert!(bend < 150.0, "{}: {elbow:?} bends by {bend:.0}", frame.name);
        }
    }
}

#[test]
fn other_joints_keep_their_limits() {
    use Joint::*;
    for (limit, joints) in [
        (40.0, &[Spine1, Spine2, Chest][..]),
        (45.0, &[Neck]),
        (35.0, &[ClavicleL, ClavicleR]),
        (85.0, &[WristL, WristR]),
        (135.0, &[HipL, HipR]),
        (70.0, &[AnkleL, AnkleR]),
        (50.0, &[Head, ToeL, ToeR]),
    ] {
        for (frame, joint) in FRAMES.iter().flat_map(|frame| joints.iter().map(move |joint| (frame, *joint)))
        {
            let turn = 2.0 * acos(frame.pose.rotations[joint as usize].w.abs());
            assert!(turn <= limit, "{}: {joint:?} turns by {turn:.0}, at most {limit}", frame.name);
        }
    }
}

#[test]
fn no_part_is_below_the_floor() {
    for frame in FRAMES.iter() {
        let lowest = lowest(&frame.pose);
        assert!(lowest > -0.06, "{}: {lowest:.2}", frame.name);
    }
}

#[test]
fn figures_touch_the_floor_unless_they_leap() {
    for frame in FRAMES.iter() {
        if !["jump", "flip", "run"].iter().any(|name| frame.name.starts_with(name)) {
            let lowest = lowest(&frame.pose);
            // A falling figure may leave the floor for a moment.
            let most = if frame.name.starts_with("death") { 2.0 } else { 0.6 };
            assert!(lowest < most, "{} hovers by {lowest:.2}", frame.name);
        }
    }
}

#[test]
fn deaths_end_on_the_floor() {
    use Joint::*;
    let trunk = [Pelvis, Chest, Head].map(|joint| (joint, 1.0));
    let arms = [ShoulderL, ShoulderR, ElbowL, ElbowR].map(|joint| (joint, 3.0));
    // The weapon is under the right hand.
    let hands = [(WristL, 0.8), (WristR, 2.0)];
    for name in ["death1", "death2", "death3", "crdeath"] {
        let end = frames_of(name).last().expect("a sequence has frames");
        for (joint, most) in trunk.into_iter().chain(arms).chain(hands) {
            let of_joint = clearances(&end.pose).filter(|(at, _)| *at == joint);
            let height = of_joint.map(|(_, height)| height).fold(f64::INFINITY, f64::min);
            assert!(height < most, "{}: {joint:?} is {height:.2} above the floor", end.name);
        }
    }
}

#[test]
fn hands_and_elbows_stay_out_of_trunk_and_head() {
    let trunk = [(Joint::Pelvis, 3.0), (Joint::Spine1, 3.0), (Joint::Spine2, 3.0), (Joint::Chest, 3.4)];
    for frame in FRAMES.iter() {
        let at = frame.pose.joint_positions();
        let maps = frame.pose.skinning();
        let skull =
            maps[Joint::Head as usize].transform_point3(Joint::Head.rest() + DVec3::new(0.3, 0.0, 3.4));
        for joint in [Joint::WristL, Joint::WristR, Joint::ElbowL, Joint::ElbowR] {
            let point = at[joint as usize];
            for (part, radius) in trunk {
                let away = point.distance(at[part as usize]);
                assert!(away > radius + 1.0, "{}: {joint:?} is {away:.1} from {part:?}", frame.name);
            }
            assert!(point.distance(skull) > 4.0, "{}: {joint:?} is in the head", frame.name);
        }
    }
}

#[test]
fn legs_do_not_pass_through_each_other() {
    for frame in FRAMES.iter() {
        let at = frame.pose.joint_positions();
        for (left, right) in [(Joint::KneeL, Joint::KneeR), (Joint::AnkleL, Joint::AnkleR)] {
            let apart = at[left as usize].distance(at[right as usize]);
            assert!(apart > 2.2, "{}: {left:?} and {right:?} are {apart:.2} apart", frame.name);
        }
    }
}
