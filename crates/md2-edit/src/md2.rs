//! The primitive edits of MD2 models.

use std::collections::HashMap;

use md2_anim::Sequence;
use md2_common::{Pose, Quantization, Vertex};
use md2_format::model::{Model, ModelFrame, Vertices};
use md2_format::raw::Triangle;
use md2_format::stripify;

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
        self.frames[frame].name
    }

    fn set_frame_name(&mut self, frame: usize, name: FrameName) {
        self.frames[frame].name = name;
    }

    fn sequences(&self) -> Vec<Sequence> {
        md2_anim::detect(self.frames.iter().map(|frame| frame.name.as_bytes())).sequences().to_vec()
    }

    fn frame_positions(&self, frame: usize) -> Vec<[f32; 3]> {
        self.frames[frame].positions().collect()
    }

    fn select_frames(&mut self, frames: &[usize]) {
        self.frames = frames.iter().map(|&frame| self.frames[frame].clone()).collect();
    }

    fn blend_frames(&mut self, poses: &[Pose]) -> Result<(), EditError> {
        let frame = |pose: &Pose| {
            let [a, b] = pose.frames().map(|frame| &self.frames[frame]);
            if pose.blend == 0.0 {
                return Ok(a.clone());
            }
            let ends = [a, b].map(|frame| (quantization(frame), &*frame.vertices));
            let (Quantization { scale, translate }, vertices) = quantized::blend(ends, pose.blend)?;
            Ok(ModelFrame { name: a.name, scale, translate, vertices: vertices.into() })
        };
        self.frames = poses.iter().map(frame).collect::<Result<_, EditError>>()?;
        Ok(())
    }

    fn transform(&mut self, transform: &Transform) -> Result<f64, EditError> {
        // Frames that share a quantization continue to share one, so that the model does not jitter.
        let bits = |frame: &ModelFrame| [frame.scale, frame.translate].map(|vector| vector.map(f32::to_bits));
        let mut groups: HashMap<_, Vec<&mut ModelFrame>> = HashMap::new();
        for frame in &mut self.frames {
            groups.entry(bits(frame)).or_default().push(frame);
        }
        let mut worst: f64 = 0.0;
        for frames in groups.values_mut() {
            let Some(old) = frames.first().map(|frame| quantization(frame)) else { continue };
            let mut poses: Vec<&mut [Vertex]> = Vec::new();
            let mut places = Vec::new();
            for ModelFrame { scale, translate, vertices, .. } in frames.iter_mut().map(|frame| &mut **frame) {
                poses.push(vertices);
                places.push((scale, translate));
            }
            let (new, error) = quantized::transform_poses(transform, old, &mut poses)?;
            worst = worst.max(error);
            for (scale, translate) in places {
                (*scale, *translate) = (new.scale, new.translate);
            }
        }
        if transform.determinant() < 0.0 {
            self.flip_triangles(&|_| true);
        }
        Ok(worst)
    }

    fn shape(&self) -> Shape {
        let mut first_equal = HashMap::new();
        let wedges: Vec<u32> =
            (0..).zip(&self.st).map(|(index, st)| *first_equal.entry(*st).or_insert(index)).collect();
        let corner = |triangle: &Triangle, i: usize| Corner {
            vertex: triangle.xyz[i].into(),
            wedge: wedges.get(usize::from(triangle.st[i])).copied().unwrap_or_default(),
        };
        Shape {
            poses: self.frames.iter().map(|frame| frame.positions().collect()).collect(),
            triangles: self.triangles.iter().map(|t| [0, 1, 2].map(|i| corner(t, i))).collect(),
            keys: vec![[0; 3]; self.vertex_count()],
        }
    }

    fn skin_triangles(&self, _: [u32; 2]) -> Vec<[[f32; 2]; 3]> {
        let texel = |index: u16| {
            let st = self.st.get(usize::from(index)).copied().unwrap_or_default();
            texel_center([st.s.into(), st.t.into()])
        };
        self.triangles.iter().map(|triangle| triangle.st.map(texel)).collect()
    }

    fn set_triangles(&mut self, triangles: &[EditedTriangle]) {
        let index = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let triangle = |edited: &EditedTriangle| {
            let [xyz, st] =
                [|c: &Corner| c.vertex, |c: &Corner| c.wedge].map(|part| edited.corners.each_ref().map(part));
            Triangle::new(xyz.map(index), st.map(index))
        };
        self.triangles = triangles.iter().map(triangle).collect();
        update_commands(self);
    }

    fn remove_unused(&mut self) -> [usize; 2] {
        let corners = |part: fn(&Triangle) -> [u16; 3]| self.triangles.iter().flat_map(part).map(usize::from);
        let vertices = RemainingElements::new(self.vertex_count(), corners(|triangle| triangle.xyz));
        let st = RemainingElements::new(self.st.len(), corners(|triangle| triangle.st));
        let removed = [vertices.removed(), st.removed()];
        if removed != [0, 0] {
            let new = |kept: &RemainingElements, old: u16| {
                u16::try_from(kept.place(old.into())).unwrap_or(u16::MAX)
            };
            for triangle in &mut self.triangles {
                triangle.xyz = triangle.xyz.map(|index| new(&vertices, index));
                triangle.st = triangle.st.map(|index| new(&st, index));
            }
            for frame in &mut self.frames {
                frame.vertices = Vertices::from(vertices.pick(&frame.vertices));
            }
            self.st = st.pick(&self.st);
            update_commands(self);
        }
        removed
    }

    fn flip_triangles(&mut self, is_flipped: &dyn Fn(usize) -> bool) {
        let triangles = self.triangles.iter_mut().enumerate();
        for (_, triangle) in triangles.filter(|(number, _)| is_flipped(*number)) {
            triangle.xyz.swap(1, 2);
            triangle.st.swap(1, 2);
        }
        update_commands(self);
    }

    fn recompute_normals(&mut self) -> Result<(), EditError> {
        let places = Editable::shape(self).places();
        let triangles: Vec<[u32; 3]> =
            self.triangles.iter().map(|triangle| triangle.xyz.map(u32::from)).collect();
        let quantizations: Vec<Quantization> = self.frames.iter().map(quantization).collect();
        let mut poses: Vec<&mut [Vertex]> =
            self.frames.iter_mut().map(|frame| &mut frame.vertices[..]).collect();
        quantized::recompute_normals(&quantizations, &mut poses, triangles.into_iter(), &places)
    }

    fn recompute_bounds(&mut self) -> Option<usize> {
        None
    }
}

pub(crate) fn quantization(frame: &ModelFrame) -> Quantization {
    Quantization { scale: frame.scale, translate: frame.translate }
}

/// Computes the OpenGL commands from the triangles. A model without triangles has no commands.
pub(crate) fn rebuild_commands(model: &mut Model) {
    model.gl_commands = match &*model.triangles {
        [] => Vec::new(),
        triangles => stripify(triangles, &model.st).to_words([model.skin_width, model.skin_height]),
    };
}

/// Updates the OpenGL commands after a change of the triangles. A model without commands still has none.
fn update_commands(model: &mut Model) {
    if !model.gl_commands.is_empty() {
        rebuild_commands(model);
    }
}
