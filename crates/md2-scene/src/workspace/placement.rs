//! Placement of actors: their poses, transforms and bounding boxes.

use std::ops::RangeInclusive;

use md2_anim::TagPose;
use md2_mesh::{Bounds, Fade, Mesh, Pose, Tag, TagFrame};

use super::Workspace;
use crate::actor::{Actor, Motion};
use crate::figure::MountPoint;
use crate::floor::{Floor, has_no_extent, player_sized_bounds};
use crate::mistake::Mistake;

type FramesOf<'a> = dyn Fn(&Actor) -> (u32, u32) + 'a;

impl Workspace {
    pub(crate) fn pose_of(&self, actor: &Actor) -> Pose {
        let document = actor.document();
        let pose = match &actor.motion {
            Motion::Own(player) => {
                let (pose, frames) = (player.pose(), document.mesh().frame_count());
                let mistake = self.look().mistake;
                mistake.map_or(pose, |mistake| mistake.pose(pose, player.sequence(), frames))
            }
            // The recursion ends, because an actor follows only earlier actors.
            Motion::Follows(leader) => {
                self.actor(*leader).map_or(Pose::still(0), |leader| self.pose_of(leader))
            }
            Motion::Still(frame) => Pose::still(*frame),
        };
        let drawn = self.altered(document).map_or(document.mesh(), |altered| &altered.mesh);
        pose.clamped_to(drawn.frame_count())
    }

    pub(crate) fn place_of(&self, actor: &Actor) -> TagPose {
        // The recursion ends, because an actor is mounted only on earlier actors.
        let Some((parent, place)) = self.parent_of(actor) else {
            let world = self.look().mistake.map_or(TagPose::IDENTITY, Mistake::world);
            return actor.document().place.attached_to(&world);
        };
        let there = self.place_of(parent);
        let MountPoint::Tag(name) = place else { return there };
        let Some(tag) = parent.document().mesh().tag(name) else { return there };
        self.tag_in_actor(parent, tag).attached_to(&there)
    }

    pub(crate) fn place_of_tag(&self, actor: &Actor, tag: usize) -> Option<TagPose> {
        let tag = actor.document().mesh().tags().get(tag)?;
        Some(self.tag_in_actor(actor, tag).attached_to(&self.place_of(actor)))
    }

    fn tag_in_actor(&self, actor: &Actor, tag: &Tag) -> TagPose {
        let frame_count = actor.document().mesh().frame_count();
        let place = |pose: Pose| {
            let pose = pose.clamped_to(frame_count);
            let [a, b] = pose.frames().map(|frame| tag_pose(&tag.frames[frame]));
            TagPose::interpolate(&a, &b, pose.blend)
        };
        let current = place(self.pose_of(actor));
        match self.fade_of(actor) {
            Some(Fade { from, weight }) => TagPose::interpolate(&place(from), &current, weight),
            None => current,
        }
    }

    fn parent_of<'a>(&'a self, actor: &'a Actor) -> Option<(&'a Actor, &'a MountPoint)> {
        let mount = actor.mount()?;
        Some((self.actor(mount.parent)?, &mount.place))
    }

    pub fn figure_bounds(&self) -> Bounds {
        self.around(self.body(), &|actor| self.frames_of(actor))
    }

    pub(super) fn subject(&self) -> Bounds {
        if let Some(crowd) = self.crowd() {
            return crowd.bounds;
        }
        let seen = self.around(self.actors.iter(), &|actor| self.frames_of(actor));
        self.or_stage(self.with_counterpart(seen))
    }

    fn with_counterpart(&self, bounds: Bounds) -> Bounds {
        let Some(counterpart) = self.counterpart() else { return bounds };
        let boxes = self.actors.iter().filter(|actor| actor.is_shown).filter_map(|actor| {
            let document = counterpart.document(actor.id)?;
            let (first, last) = self.counterpart_frames(actor, document, self.frames_of(actor));
            Some(self.in_world(actor, document.bounds_of(first, last), &|actor| self.frames_of(actor)))
        });
        boxes.fold(bounds, |all, other| all.union(&other))
    }

    fn or_stage(&self, bounds: Bounds) -> Bounds {
        if !has_no_extent(&bounds) {
            return bounds;
        }
        let all = self.around(self.actors.iter(), &|actor| (0, actor.document().last_frame()));
        if has_no_extent(&all) { player_sized_bounds(bounds.min) } else { all }
    }

    pub(super) fn floor_below(&self) -> Floor {
        if let Some(crowd) = self.crowd() {
            return Floor::below_crowd(&crowd.bounds);
        }
        let at_first = self.around(self.body(), &|actor| match actor.player() {
            Some(_) => {
                let document = actor.document();
                let sequence = &document.range_sets()[0].sequences[document.default_sequence];
                (sequence.first, sequence.last)
            }
            None => self.frames_of(actor),
        });
        let standing = self.height_range(&|actor| {
            let frame = actor.document().standing;
            (frame, frame)
        });
        let touching = self.height_range(&|actor| match actor.player() {
            Some(player) => player.ground_frames(),
            None => self.frames_of(actor),
        });
        Floor::around(&self.or_stage(at_first), crate::floor::height(&standing, &touching))
    }

    /// The vertical extent of the figure in the frames that `frames` selects. It is exact for parts with a single frame.
    fn height_range(&self, frames: &FramesOf<'_>) -> RangeInclusive<f32> {
        let part_bounds = |actor: &Actor| {
            let (first, last) = frames(actor);
            let fixed = self.fixed_place(actor, frames).filter(|_| first == last && actor.mount().is_some());
            match fixed {
                Some(place) => moved_exactly(actor.document().mesh(), first, &place),
                None => self.in_world(actor, actor.document().bounds_of(first, last), frames),
            }
        };
        // An invisible hand that holds a weapon touches no ground.
        let is_seen = |actor: &&Actor| actor.is_shown && actor.document().mesh().has_visible_triangle();
        let around = |boxes: &mut dyn Iterator<Item = Bounds>| boxes.reduce(|all, bounds| all.union(&bounds));
        let all = around(&mut self.body().filter(is_seen).map(part_bounds))
            .or_else(|| around(&mut self.actors.iter().filter(is_seen).map(part_bounds)))
            .or_else(|| around(&mut self.body().filter(|actor| actor.is_shown).map(part_bounds)));
        let Bounds { min: [.., bottom], max: [.., top] } = all.unwrap_or(Bounds::ORIGIN);
        bottom..=top
    }

    fn fixed_place(&self, actor: &Actor, frames: &FramesOf<'_>) -> Option<TagPose> {
        let Some((parent, place)) = self.parent_of(actor) else { return Some(actor.document().place) };
        let there = self.fixed_place(parent, frames)?;
        let MountPoint::Tag(name) = place else { return Some(there) };
        let (first, last) = frames(parent);
        let tag = parent.document().mesh().tag(name).and_then(|tag| tag.frames.get(first as usize));
        (first == last).then(|| tag.map_or(there, |tag| tag_pose(tag).rigid().attached_to(&there)))
    }

    pub(super) fn height(&self) -> f32 {
        let [.., height] = self.around(self.body(), &|_| (0, 0)).size();
        height
    }

    fn around<'a>(&self, actors: impl Iterator<Item = &'a Actor>, frames: &FramesOf<'_>) -> Bounds {
        let boxes = actors.filter(|actor| actor.is_shown).map(|actor| {
            let (first, last) = frames(actor);
            self.in_world(actor, actor.document().bounds_of(first, last), frames)
        });
        boxes.reduce(|all, bounds| all.union(&bounds)).unwrap_or(Bounds::ORIGIN)
    }

    fn in_world(&self, actor: &Actor, own: Bounds, frames: &FramesOf<'_>) -> Bounds {
        let Some((parent, place)) = self.parent_of(actor) else {
            return moved(&own, &actor.document().place);
        };
        let carried = match place {
            MountPoint::Origin => own,
            MountPoint::Tag(name) => {
                let (first, last) = frames(parent);
                let last_frame = parent.document().last_frame();
                let places = parent.document().mesh().tag(name).into_iter().flat_map(|tag| {
                    let frames = first.min(last_frame) as usize..=last.min(last_frame) as usize;
                    tag.frames.get(frames).unwrap_or_default()
                });
                let boxes = places.map(|place| moved(&own, &tag_pose(place).rigid()));
                boxes.reduce(|all, bounds| all.union(&bounds)).unwrap_or(own)
            }
        };
        self.in_world(parent, carried, frames)
    }

    fn frames_of(&self, actor: &Actor) -> (u32, u32) {
        let last_frame = actor.document().last_frame();
        let (first, last) = match &actor.motion {
            Motion::Own(player) => (player.sequence().first, player.sequence().last),
            Motion::Follows(leader) => self.actor(*leader).map_or((0, 0), |leader| self.frames_of(leader)),
            Motion::Still(frame) => (*frame, *frame),
        };
        (first.min(last_frame), last.min(last_frame))
    }
}

fn tag_pose(frame: &TagFrame) -> TagPose {
    TagPose { origin: frame.origin, axes: frame.axes }
}

fn moved(bounds: &Bounds, place: &TagPose) -> Bounds {
    let corner = |i: usize| {
        let edge = |axis: usize| if i >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        [edge(0), edge(1), edge(2)]
    };
    around_points((0..8).map(corner), place)
}

fn moved_exactly(mesh: &Mesh, frame: u32, place: &TagPose) -> Bounds {
    let frame = (frame as usize).min(mesh.frame_count() - 1);
    around_points((0..mesh.vertex_count()).map(|vertex| mesh.position(frame, vertex)), place)
}

fn around_points(points: impl Iterator<Item = [f32; 3]>, place: &TagPose) -> Bounds {
    let moved = points.map(|origin| TagPose { origin, ..TagPose::IDENTITY }.attached_to(place).origin);
    let boxes = moved.map(|point| Bounds { min: point, max: point });
    boxes.reduce(|all, other| all.union(&other)).unwrap_or(Bounds { min: place.origin, max: place.origin })
}
