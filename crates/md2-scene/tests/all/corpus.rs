//! Heads of real players stay on their necks. The test reads and blends the tags itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_scene::{Command, DrawnActor, Viewport, Workspace, open};
use md2_testdata::corpus;

type Vector = [f64; 3];
type Matrix = [Vector; 3];

/// A rigid transform: an origin and three axes.
#[derive(Clone, Copy, Debug)]
struct Place {
    origin: Vector,
    axes: Matrix,
}

const WORLD: Place = Place { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

/// The frames of a tag, read from the bytes of an MD3.
fn tag(file: &Path, name: &str) -> Vec<Place> {
    let bytes = fs::read(file).unwrap();
    let word = |at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).unwrap();
    let int = |at: usize| usize::try_from(i32::from_le_bytes(word(at))).unwrap();
    let vector = |at: usize| [0, 4, 8].map(|offset| f64::from(f32::from_le_bytes(word(at + offset))));
    let (frames, tags, start) = (int(76), int(80), int(96));
    let at = |frame: usize, index: usize| start + 112 * (frame * tags + index);
    let called = |index: &usize| bytes[at(0, *index)..].starts_with(&[name.as_bytes(), b"\0"].concat());
    let index = (0..tags).find(called).unwrap();
    let place = |frame| {
        let at = at(frame, index) + 64;
        Place { origin: vector(at), axes: [12, 24, 36].map(|row| normal(vector(at + row))) }
    };
    (0..frames).map(place).collect()
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn normal(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    a.map(|c| c / length)
}

fn sum(parts: [(f64, Vector); 3]) -> Vector {
    [0, 1, 2].map(|i| parts.iter().map(|(factor, v)| factor * v[i]).sum())
}

/// Rotates a vector by Rodrigues' formula.
fn turned(v: Vector, axis: Vector, angle: f64) -> Vector {
    let [x, y, z] = axis;
    let cross = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
    sum([(angle.cos(), v), (angle.sin(), cross), (dot(axis, v) * (1.0 - angle.cos()), axis)])
}

/// Interpolates the origin linearly, and rotates around the axis of the rotation from `a` to `b`.
fn between(a: &Place, b: &Place, blend: f64) -> Place {
    let origin = sum([(1.0 - blend, a.origin), (blend, b.origin), (0.0, [0.0; 3])]);
    // The rotation from `a` to `b`, as a matrix for columns.
    let turn = |row: usize, column: usize| (0..3).map(|k| b.axes[k][row] * a.axes[k][column]).sum::<f64>();
    let twice_sine = [turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1)];
    let sine = 0.5 * dot(twice_sine, twice_sine).sqrt();
    let angle = sine.atan2(0.5 * (turn(0, 0) + turn(1, 1) + turn(2, 2) - 1.0));
    if sine < 1e-9 {
        assert!(angle < 1.0, "half a turn has no unique axis");
        return Place { origin, axes: a.axes };
    }
    let axis = normal(twice_sine);
    Place { origin, axes: a.axes.map(|v| turned(v, axis, angle * blend)) }
}

/// Transforms a place on a model to the world, if the model is at `parent`.
fn to_world(place: &Place, parent: &Place) -> Place {
    let along = |v: Vector| sum([(v[0], parent.axes[0]), (v[1], parent.axes[1]), (v[2], parent.axes[2])]);
    let from = along(place.origin);
    Place { origin: [0, 1, 2].map(|i| parent.origin[i] + from[i]), axes: place.axes.map(along) }
}

/// The place of a tag in the model's current pose.
fn tag_place(frames: &[Place], drawn: &DrawnActor<'_>) -> Place {
    let frame = |frame: u32| &frames[frame as usize];
    between(frame(drawn.pose.frame_a), frame(drawn.pose.frame_b), drawn.pose.blend.into())
}

fn players() -> Vec<PathBuf> {
    let lower = corpus::paths("md3").into_iter().filter(|path| path.ends_with("lower.md3"));
    lower.filter_map(|path| path.parent().map(Path::to_owned)).collect()
}

#[test]
fn heads_stay_on_their_necks_in_every_sequence() {
    for player in players() {
        let torso_tag = tag(&player.join("lower.md3"), "tag_torso");
        let head_tag = tag(&player.join("upper.md3"), "tag_head");
        let (mut workspace, _) = Workspace::new(open(&player).unwrap(), Viewport::whole([64, 64]));
        let mut names: Vec<String> = Vec::new();
        for actor in workspace.body() {
            names.extend(actor.player().into_iter().flat_map(|p| p.sequences()).map(|s| s.name.clone()));
        }
        let mut worst = 0.0_f64;
        for name in names {
            let _ = workspace.apply(Command::Play(name.clone())).unwrap();
            for _ in 0..60 {
                workspace.advance(Duration::from_millis(17));
                let drawn: Vec<_> = workspace.drawn().collect();
                let torso = to_world(&tag_place(&torso_tag, &drawn[0]), &WORLD);
                let head = to_world(&tag_place(&head_tag, &drawn[1]), &torso);
                // Points around the origin, as far away as the surface of a head.
                for point in [[0.0; 3], [12.0, 0.0, 0.0], [0.0, -12.0, 0.0], [-4.0, 6.0, 12.0]] {
                    let expected = to_world(&Place { origin: point, ..WORLD }, &head).origin;
                    let m = drawn[2].transform.map(|column| column.map(f64::from));
                    let found = [0, 1, 2].map(|i| m[3][i] + (0..3).map(|k| m[k][i] * point[k]).sum::<f64>());
                    let off = sum([(1.0, found), (-1.0, expected), (0.0, WORLD.origin)]);
                    worst = worst.max(dot(off, off).sqrt());
                }
                assert!(worst < 1.0 / 64.0, "{}, {name}: {worst} off", player.display());
            }
        }
        assert!(worst > 0.0, "two ways to compute it do not round alike");
    }
}
