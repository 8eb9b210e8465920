//! The primitive edits of MDL models.

use std::collections::HashMap;

use md2_anim::{MdlFrame, Sequence, detect_mdl, name_frames};
use md2_common::{Pose, Vertex};
use mdl_format::model::{Model, ModelFrame, ModelPose};
use mdl_format::raw::Triangle;

use crate::error::EditError;
use crate::model::{Editable, FrameName};
use crate::quantized;
use crate::shape::{Corner, EditedTriangle, RemainingElements, Shape};
use crate::transform::Transform;
use crate::uv_layout::texel_center;

impl Editable for Model {
    fn frame_count(&self) -> usize {
        self.frames.len()
    }

    fn frame_name(&self, frame: usize) -> FrameName {
        self.frames[frame].poses().next().map_or_else(FrameName::default, |pose| pose.name)
    }

    fn set_frame_name(&mut self, frame: usize, name: FrameName) {
        match &mut self.frames[frame] {
            ModelFrame::Single(pose) => pose.name = name,
            ModelFrame::Group(group) => {
                let text = name.to_string();
                let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
                let names = name_frames(&[(stem, 0..group.poses.len())]).frames;
                group.poses.iter_mut().zip(names).for_each(|(pose, name)| pose.value.name = name);
            }
        }
    }

    fn sequences(&self) -> Vec<Sequence> {
        let frame = |frame: &ModelFrame| {
            let poses = u32::try_from(frame.poses().count()).unwrap_or(u32::MAX);
            (frame.poses().next().map(|pose| pose.name).unwrap_or_default(), poses)
        };
        let frames: Vec<(FrameName, u32)> = self.frames.iter().map(frame).collect();
        let named = frames.iter().zip(&self.frames).map(|((name, poses), frame)| match frame {
            ModelFrame::Single(_) => MdlFrame::single(name.as_bytes()),
            ModelFrame::Group(group) => {
                let ends: Vec<f32> = group.poses.iter().map(|pose| pose.end_s).collect();
                MdlFrame { poses: *poses, ..MdlFrame::group(name.as_bytes(), &ends) }
            }
        });
        // The detection counts poses; the game counts frames.
        let frame_of_pose: Vec<u32> =
            (0..).zip(&frames).flat_map(|(frame, (_, poses))| (0..*poses).map(move |_| frame)).collect();
        let detected = detect_mdl("", named);
        let counted = detected.sequences().iter().filter_map(|sequence| {
            let (first, last) = sequence.frames().into_inner();
            let [first, last] = [first, last].map(|pose| frame_of_pose.get(pose).copied());
            Some(Sequence { first: first?, last: last?, times: None, ..sequence.clone() })
        });
        counted.collect()
    }

    fn frame_positions(&self, frame: usize) -> Vec<[f32; 3]> {
        self.frames[frame].poses().next().map(|pose| self.positions(pose).collect()).unwrap_or_default()
    }

    fn select_frames(&mut self, frames: &[usize]) {
        self.frames = frames.iter().map(|&frame| self.frames[frame].clone()).collect();
    }

    fn blend_frames(&mut self, poses: &[Pose]) -> Result<(), EditError> {
        let quantization = self.quantization();
        let frame = |pose: &Pose| {
            let [a, b] = pose.frames();
            let (ModelFrame::Single(first), ModelFrame::Single(second)) = (&self.frames[a], &self.frames[b])
            else {
                if pose.blend == 0.0 {
                    return Ok(self.frames[a].clone());
                }
                let why = format!(
                    "can have groups, such as frame {a} or {b}, whose poses have times of their own; resample other sequences"
                );
                return Err(EditError::unsupported("MDL", why));
            };
            if pose.blend == 0.0 {
                return Ok(ModelFrame::Single(first.clone()));
            }
            let ends = [first, second].map(|pose| (quantization, &*pose.vertices));
            let (_, vertices) = quantized::blend(ends, pose.blend)?;
            Ok(ModelFrame::Single(ModelPose::new(first.name, vertices.into())))
        };
        self.frames = poses.iter().map(frame).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn transform(&mut self, transform: &Transform) -> Result<f64, EditError> {
        let old = self.quantization();
        let bounds = |model: &Self| -> Vec<_> { model.poses().map(|pose| pose.bounds).collect() };
        let kept = bounds(self);
        let mut poses: Vec<&mut [Vertex]> = self.poses_mut().map(|pose| &mut pose.vertices[..]).collect();
        let (new, error) = quantized::transform_poses(transform, old, &mut poses)?;
        self.set_quantization(new);
        if self.eye_position != [0.0; 3] {
            #[expect(clippy::cast_possible_truncation, reason = "no engine reads the position")]
            let moved = transform.position(self.eye_position.map(f64::from)).map(|c| c as f32);
            self.eye_position = moved;
        }
        if transform.determinant() < 0.0 {
            self.flip_triangles(&|_| true);
        }
        let groups: Vec<_> = self.frames.clone();
        self.update_bounds();
        self.update_size();
        // The bounds of poses are quantized. They change only if quantized positions change.
        if transform.keeps_axes() {
            self.poses_mut().zip(kept).for_each(|(pose, bounds)| pose.bounds = bounds);
            for (new, old) in self.frames.iter_mut().zip(groups) {
                if let (ModelFrame::Group(new), ModelFrame::Group(old)) = (new, old) {
                    new.bounds = old.bounds;
                }
            }
        }
        Ok(error)
    }

    fn shape(&self) -> Shape {
        let mut first_equal = HashMap::new();
        let width = i64::from(self.skin_width);
        let mut corner = |triangle: &Triangle, vertex: u32| {
            let st = self.st[vertex as usize];
            let shift = if st.is_on_seam() && !triangle.is_front() { width / 2 } else { 0 };
            let next = u32::try_from(first_equal.len()).unwrap_or(u32::MAX);
            let key = (i64::from(st.s) + shift, st.t, triangle.is_front());
            let wedge = *first_equal.entry(key).or_insert(next);
            Corner { vertex, wedge }
        };
        Shape {
            triangles: self.triangles.iter().map(|t| t.vertices().map(|vertex| corner(t, vertex))).collect(),
            poses: self.poses().map(|pose| self.positions(pose).collect()).collect(),
            keys: self
                .st
                .iter()
                .map(|st| [st.s.cast_unsigned(), st.t.cast_unsigned(), u32::from(st.is_on_seam())])
                .collect(),
        }
    }

    fn skin_triangles(&self, [width, _]: [u32; 2]) -> Vec<[[f32; 2]; 3]> {
        let texel = |triangle: &Triangle, vertex: u32| {
            let st = self.st[vertex as usize];
            let shift = if st.is_on_seam() && !triangle.is_front() { width / 2 } else { 0 };
            texel_center([i64::from(st.s) + i64::from(shift), st.t.into()])
        };
        self.triangles.iter().map(|t| t.vertices().map(|vertex| texel(t, vertex))).collect()
    }

    fn set_triangles(&mut self, triangles: &[EditedTriangle]) {
        let triangle = |edited: &EditedTriangle| {
            let facesfront = self.triangles[edited.source].facesfront;
            Triangle::new(facesfront, edited.corners.map(|corner| corner.vertex))
        };
        self.triangles = triangles.iter().map(triangle).collect();
    }

    fn remove_unused(&mut self) -> [usize; 2] {
        let used = self.triangles.iter().flat_map(|triangle| triangle.vertices());
        let vertices = RemainingElements::new(self.st.len(), used.map(|vertex| vertex as usize));
        if vertices.removed() > 0 {
            let new = |old: u32| u32::try_from(vertices.place(old as usize)).unwrap_or(u32::MAX);
            for triangle in &mut self.triangles {
                *triangle = Triangle::new(triangle.facesfront, triangle.vertices().map(new));
            }
            for pose in self.poses_mut() {
                pose.vertices = vertices.pick(&pose.vertices).into();
            }
            self.st = vertices.pick(&self.st);
        }
        [vertices.removed(), 0]
    }

    fn flip_triangles(&mut self, is_flipped: &dyn Fn(usize) -> bool) {
        let triangles = self.triangles.iter_mut().enumerate();
        for (_, triangle) in triangles.filter(|(number, _)| is_flipped(*number)) {
            let [a, b, c] = triangle.vertices();
            *triangle = Triangle::new(triangle.facesfront, [a, c, b]);
        }
    }

    fn recompute_normals(&mut self) -> Result<(), EditError> {
        let places = Editable::shape(self).places();
        let triangles: Vec<[u32; 3]> = self.triangles.iter().map(Triangle::vertices).collect();
        let quantizations = vec![self.quantization(); self.poses().count()];
        let mut poses: Vec<&mut [Vertex]> = self.poses_mut().map(|pose| &mut pose.vertices[..]).collect();
        quantized::recompute_normals(&quantizations, &mut poses, triangles.into_iter(), &places)
    }

    fn recompute_bounds(&mut self) -> Option<usize> {
        let old = self.clone();
        self.update_bounds();
        let poses = self.poses().zip(old.poses()).filter(|(new, old)| new.bounds != old.bounds).count();
        let groups = self.frames.iter().zip(&old.frames).filter(|frames| match frames {
            (ModelFrame::Group(new), ModelFrame::Group(old)) => new.bounds != old.bounds,
            _ => false,
        });
        Some(poses + groups.count() + usize::from(self.bounding_radius != old.bounding_radius))
    }
}

/// Appends the frames of another model with the same vertices. If its quantization differs, the positions of both models are quantized again.
pub(crate) fn append_frames(model: &mut Model, other: &Model) -> Result<(), EditError> {
    let count = model.frames.len();
    let positions = |model: &Model| -> Vec<Vec<[f64; 3]>> {
        model.poses().map(|pose| model.positions(pose).map(|p| p.map(f64::from)).collect()).collect()
    };
    let is_same = model.quantization() == other.quantization();
    let all = if is_same { Vec::new() } else { [positions(model), positions(other)].concat() };
    model.frames.extend(other.frames.iter().cloned());
    if !is_same {
        let mut poses: Vec<&mut [Vertex]> = model.poses_mut().map(|pose| &mut pose.vertices[..]).collect();
        let (quantization, _) = quantized::pack_poses(&all, &mut poses)?;
        model.set_quantization(quantization);
        model.update_bounds();
    } else if count < model.frames.len() {
        model.bounding_radius = model.bounding_radius.max(other.bounding_radius);
    }
    Ok(())
}
