//! Sampling of animations: each sampled pose becomes a frame.

use std::collections::BTreeSet;

use md2_anim::quake2::PLAYER;
use md2_anim::{LoopMode, Sequence, StandardSequence};
use md2_mesh::{Bounds, Tag, TagFrame};

use crate::import::error::{ImportError, quoted, quoted_list};
use crate::import::mesh::{AnimatedMesh, Clip};
use crate::import::options::ImportOptions;
use crate::import::pattern::{last_part, select};
use crate::loss::{Loss, LossKind};

use super::animation::ImportAnimation;
use super::bake::{Baker, Moment};

#[derive(Debug)]
pub(super) struct PlannedClip {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) moments: Vec<Moment>,
    pub(super) frame_names: Vec<Vec<u8>>,
    pub(super) fps: f64,
    /// Whether to drop the last frame if it equals the frame before it. Exporters store the last pose of a one-shot animation twice.
    pub(super) may_end_held: bool,
}

pub(super) fn select_animations(
    baker: &Baker<'_>,
    options: &ImportOptions,
) -> Result<Vec<usize>, ImportError> {
    let names: Vec<&str> = baker.animations.iter().map(|animation| animation.name.as_str()).collect();
    select_clips(&names, options)
}

pub(super) fn select_planned(
    planned: Vec<PlannedClip>,
    options: &ImportOptions,
) -> Result<Vec<PlannedClip>, ImportError> {
    let names: Vec<&str> = planned.iter().map(|clip| clip.name.as_str()).collect();
    let selected = select_clips(&names, options)?;
    let mut planned: Vec<Option<PlannedClip>> = planned.into_iter().map(Some).collect();
    Ok(selected.into_iter().filter_map(|place| planned[place].take()).collect())
}

fn select_clips(names: &[&str], options: &ImportOptions) -> Result<Vec<usize>, ImportError> {
    match &options.clips {
        None => Ok((0..names.len()).collect()),
        Some(patterns) => {
            let refuse = |pattern| ImportError::no_match("the animations", "clip", pattern, names);
            select(patterns, names).map_err(refuse)
        }
    }
}

/// Plans a sequence for each selected animation, sampled at the frame rate in `options`. Without animations, plans a single frame.
pub(super) fn plan(
    baker: &Baker<'_>,
    selected: &[usize],
    options: &ImportOptions,
) -> Result<Vec<PlannedClip>, ImportError> {
    if baker.animations.is_empty() {
        let (name, moments) = (String::from("frame"), vec![Moment::Rest]);
        let (fps, frame_names, source) = (options.fps, Vec::new(), String::new());
        return Ok(vec![PlannedClip { name, source, moments, frame_names, fps, may_end_held: false }]);
    }
    let mut planned = Vec::new();
    let cost = baker.cost_of_frame();
    let mut total = 0_u64;
    for (number, animation) in selected.iter().map(|&number| (number, &baker.animations[number])) {
        let length = ((animation.end - animation.start) * options.fps).round();
        #[expect(clippy::cast_possible_truncation, reason = "saturates above the limit")]
        let steps = length as u64;
        total = total.saturating_add(steps).saturating_add(1);
        check_frames(total, cost, options, &place(number, animation))?;
        let is_loop = steps > 0 && closes(baker, number)?;
        let at = |step: u64| {
            let time = animation.start + step as f64 / options.fps;
            Moment::Animated { animation: number, time: time.min(animation.end) }
        };
        let frames = if is_loop { steps } else { steps + 1 };
        planned.push(PlannedClip {
            name: animation.name.clone(),
            source: animation.name.clone(),
            moments: (0..frames).map(at).collect(),
            frame_names: Vec::new(),
            fps: options.fps,
            may_end_held: !is_loop,
        });
    }
    Ok(planned)
}

fn place(number: usize, animation: &ImportAnimation) -> String {
    format!("animations[{number}] {}", quoted(&animation.name))
}

/// Rejects more frames than the limits allow. `cost` is the cost of one frame.
pub(super) fn check_frames(
    frames: u64,
    cost: u64,
    options: &ImportOptions,
    place: &str,
) -> Result<(), ImportError> {
    ImportError::check_limit(place, "frames so far", frames, options.limits.frames)?;
    check_cost(frames, cost, options, place)
}

pub(super) fn check_cost(
    frames: u64,
    cost: u64,
    options: &ImportOptions,
    place: &str,
) -> Result<(), ImportError> {
    let (cost, allowed) = (frames.saturating_mul(cost), options.limits.samples);
    let what = "vertices, triangles, nodes or joints in all frames so far";
    ImportError::check_limit(place, what, cost, allowed)
}

fn closes(baker: &Baker<'_>, animation: usize) -> Result<bool, ImportError> {
    let ImportAnimation { start, end, .. } = baker.animations[animation];
    let at = |time| baker.pose(Moment::Animated { animation, time });
    Ok(same_pose(&at(start)?.positions, &at(end)?.positions))
}

/// Whether two poses differ by at most 1/1020 of the model's size. An MD2 stores positions in steps of 1/255 of the size, so it cannot
/// distinguish such poses.
pub(super) fn same_pose(a: &[[f32; 3]], b: &[[f32; 3]]) -> bool {
    let tolerance = Bounds::around(a.iter().copied()).size().into_iter().fold(0.0, f32::max) / 1020.0;
    a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// Plans the twenty sequences of a player, with 198 frames in all. Missing sequences consist of the first pose of "stand".
pub(super) fn plan_player(
    baker: &Baker<'_>,
    selected: &[usize],
    options: &ImportOptions,
    mesh: &mut AnimatedMesh,
) -> Result<Vec<PlannedClip>, ImportError> {
    let names: Vec<&str> = selected.iter().map(|&number| baker.animations[number].name.as_str()).collect();
    let find =
        |row: &StandardSequence| options.clip_table.find(row.name, &names).map(|place| selected[place]);
    let stand = PLAYER.first().and_then(find);
    let filler = match stand {
        Some(animation) => Moment::Animated { animation, time: baker.animations[animation].start },
        None => Moment::Rest,
    };
    let (mut used, mut missing) = (BTreeSet::new(), Vec::new());
    let mut planned = Vec::new();
    for row in &PLAYER {
        let count = row.frame_count();
        let moments = match find(row) {
            None => {
                missing.push(row.name);
                vec![filler; count as usize]
            }
            Some(animation) => {
                used.insert(animation);
                let ImportAnimation { start, end, .. } = baker.animations[animation];
                // The last pose of a loop equals the first, so it is not sampled.
                let is_loop =
                    Sequence::new(row.name, 0, 0).mode == LoopMode::Loop && closes(baker, animation)?;
                let steps = if is_loop { count } else { (count - 1).max(1) };
                let at = |step: u32| {
                    let time = start + (end - start) * f64::from(step) / f64::from(steps);
                    Moment::Animated { animation, time }
                };
                (0..count).map(at).collect()
            }
        };
        let source =
            find(row).map_or("", |animation| last_part(&baker.animations[animation].name)).to_owned();
        let (name, frame_names) = (row.name.to_owned(), Vec::new());
        planned.push(PlannedClip { name, source, moments, frame_names, fps: 10.0, may_end_held: false });
    }
    if !missing.is_empty() {
        mesh.notes.push(format!("missing sequences were filled with a still pose: {}", missing.join(", ")));
    }
    let left = selected.iter().filter(|number| !used.contains(number));
    let left: Vec<&str> = left.map(|&number| last_part(&baker.animations[number].name)).collect();
    if !left.is_empty() {
        let text = format!(
            "animations that are not a standard sequence of a player were skipped: {}",
            quoted_list(&left)
        );
        mesh.losses.push(Loss::new(LossKind::Animations, left.len(), text));
    }
    Ok(planned)
}

pub(super) fn lost_keyframes(
    baker: &Baker<'_>,
    planned: &[PlannedClip],
    options: &ImportOptions,
) -> Option<Loss> {
    let (mut keys, mut frames, mut fps) = (0, 0, 0.0_f64);
    for clip in planned {
        let Some(Moment::Animated { animation, .. }) = clip.moments.first() else { continue };
        let animation = &baker.animations[*animation];
        let own = animation.channels.iter().map(|moving| moving.curve.key_count()).max().unwrap_or(0);
        let is_sampled_less = own > clip.moments.len() + usize::from(!clip.may_end_held);
        if is_sampled_less {
            (keys, frames) = (keys + own, frames + clip.moments.len());
            let own_fps = (own - 1) as f64 / (animation.end - animation.start);
            fps = fps.max(own_fps);
        }
    }
    let remedy = if !options.player && fps <= ImportOptions::MAX_FPS {
        format!("; a rate of {:.0} keeps them", fps.ceil())
    } else {
        String::new()
    };
    let text = format!("{keys} keyframes were sampled as {frames} frames{remedy}");
    (keys > frames).then(|| Loss::new(LossKind::Frames, keys - frames, text))
}

pub(super) fn bake(
    baker: &Baker<'_>,
    planned: &[PlannedClip],
    mesh: &mut AnimatedMesh,
) -> Result<(), ImportError> {
    for clip in planned {
        let start = mesh.frame_count();
        let mut end = start;
        for (nth, &moment) in (1..).zip(&clip.moments) {
            let pose = baker.pose(moment)?;
            let may_be_held = clip.may_end_held && end > start && nth == clip.moments.len();
            let before = mesh.positions.len().saturating_sub(pose.positions.len());
            if !may_be_held || !same_pose(&mesh.positions[before..], &pose.positions) {
                let names = baker.tags.iter().map(|&tag| baker.gltf.nodes[tag].name.as_deref());
                add_tags(&mut mesh.tags, names, pose.tags);
                mesh.positions.extend(pose.positions);
                mesh.normals.extend(pose.normals);
                end += 1;
            }
        }
        let (name, source) = (clip.name.clone(), clip.source.clone());
        mesh.clips.push(Clip { name, source, frames: start..end, fps: clip.fps });
    }
    Ok(())
}

fn add_tags<'a>(tags: &mut Vec<Tag>, names: impl Iterator<Item = Option<&'a str>>, poses: Vec<TagFrame>) {
    if tags.is_empty() {
        let tag = |name: Option<&str>| Tag { name: name.unwrap_or_default().to_owned(), frames: Vec::new() };
        *tags = names.map(tag).collect();
    }
    tags.iter_mut().zip(poses).for_each(|(tag, pose)| tag.frames.push(pose));
}
