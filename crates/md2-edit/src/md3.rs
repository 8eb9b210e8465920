//! The primitive edits of MD3 models.

use std::collections::HashMap;

use md2_anim::{Sequence, TagPose, detect_md3};
use md2_common::{Pose, decode_normal, encode_normal};
use md2_mesh::{FrameTransform, Packing};
use md3_format::model::{Model, ModelFrame, ModelSurface};
use md3_format::raw::{POSITION_SCALE, Shader, ShaderName, Tag, Triangle, Vertex};

use crate::error::{EditError, check_same};
use crate::model::{self, Editable, FrameName};
use crate::normals;
use crate::shape::{Corner, EditedTriangle, RemainingElements, Shape};
use crate::transform::Transform;

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
        detect_md3(self.frames.iter().map(|frame| frame.name.as_bytes())).sequences().to_vec()
    }

    fn frame_positions(&self, frame: usize) -> Vec<[f32; 3]> {
        let vertices = self.surfaces.iter().flat_map(|surface| surface.frame_vertices(frame));
        vertices.map(Vertex::position).collect()
    }

    fn select_frames(&mut self, frames: &[usize]) {
        self.frames = frames.iter().map(|&frame| self.frames[frame].clone()).collect();
        for surface in &mut self.surfaces {
            surface.vertices =
                frames.iter().flat_map(|&frame| surface.frame_vertices(frame)).copied().collect();
        }
    }

    fn blend_frames(&mut self, poses: &[Pose]) -> Result<(), EditError> {
        let frame = |pose: &Pose| {
            let [a, b] = pose.frames().map(|frame| &self.frames[frame]);
            let tags = a.tags.iter().zip(&b.tags).map(|(a, b)| blend_tag(a, b, pose.blend));
            ModelFrame { tags: if pose.blend == 0.0 { a.tags.clone() } else { tags.collect() }, ..a.clone() }
        };
        let frames: Vec<ModelFrame> = poses.iter().map(frame).collect();
        for surface in &mut self.surfaces {
            let mut vertices = Vec::with_capacity(poses.len() * surface.vertex_count());
            for pose in poses {
                let [a, b] = pose.frames().map(|frame| surface.frame_vertices(frame));
                vertices.extend(a.iter().zip(b).map(|(a, b)| blend_vertex(a, b, pose.blend)));
            }
            surface.vertices = vertices;
        }
        self.frames = frames;
        let bounds = self.bounds();
        for ((frame, bounds), pose) in self.frames.iter_mut().zip(bounds).zip(poses) {
            if pose.blend != 0.0 {
                frame.bounds = bounds;
            }
        }
        Ok(())
    }

    fn transform(&mut self, transform: &Transform) -> Result<f64, EditError> {
        let keeps_normals = transform.keeps_normals();
        let mut worst: f64 = 0.0;
        for vertex in self.surfaces.iter_mut().flat_map(|surface| &mut surface.vertices) {
            let exact = transform.position(vertex.position().map(f64::from));
            vertex.xyz = quantize(exact)?;
            let stored = vertex.position();
            let squared: f64 = (0..3).map(|axis| (f64::from(stored[axis]) - exact[axis]).powi(2)).sum();
            worst = worst.max(squared);
            if !keeps_normals {
                let normal = transform.normal(decode_normal([vertex.zenith, vertex.azimuth]));
                [vertex.zenith, vertex.azimuth] = encode_normal(normal);
            }
        }
        self.frames.iter_mut().flat_map(|frame| &mut frame.tags).for_each(|tag| turn_tag(transform, tag));
        if transform.determinant() < 0.0 {
            self.flip_triangles(&|_| true);
        }
        self.update_bounds();
        Ok(worst.sqrt())
    }

    fn shape(&self) -> Shape {
        let mut first_equal = HashMap::new();
        let mut shape = Shape { poses: vec![Vec::new(); self.frames.len()], ..Shape::default() };
        for (number, surface) in (0_u32..).zip(&self.surfaces) {
            let base = u32::try_from(shape.keys.len()).unwrap_or(u32::MAX);
            shape.keys.extend(surface.st.iter().map(|st| [st.s.to_bits(), st.t.to_bits(), number]));
            for (frame, pose) in shape.poses.iter_mut().enumerate() {
                pose.extend(surface.frame_vertices(frame).iter().map(Vertex::position));
            }
            let mut corner = |index: u32| {
                let vertex = base + index;
                let wedge = *first_equal.entry(shape.keys[vertex as usize]).or_insert(vertex);
                Corner { vertex, wedge }
            };
            let triangles = surface.triangles.iter().map(|triangle| triangle.indices.map(&mut corner));
            shape.triangles.extend(triangles);
        }
        shape
    }

    fn skin_triangles(&self, [width, height]: [u32; 2]) -> Vec<[[f32; 2]; 3]> {
        let place = |surface: &ModelSurface, index: u32| {
            let st = surface.st[index as usize];
            [st.s * width as f32, st.t * height as f32]
        };
        let corners = |surface: &ModelSurface| -> Vec<[[f32; 2]; 3]> {
            surface.triangles.iter().map(|t| t.indices.map(|index| place(surface, index))).collect()
        };
        self.surfaces.iter().flat_map(corners).collect()
    }

    fn set_triangles(&mut self, triangles: &[EditedTriangle]) {
        let mut rest = triangles;
        let (mut first_triangle, mut base) = (0, 0);
        for surface in &mut self.surfaces {
            first_triangle += surface.triangles.len();
            let count = rest.partition_point(|triangle| triangle.source < first_triangle);
            let (own, others) = rest.split_at(count);
            let triangle = |edited: &EditedTriangle| Triangle {
                indices: edited.corners.map(|corner| corner.vertex - base),
            };
            surface.triangles = own.iter().map(triangle).collect();
            base += u32::try_from(surface.vertex_count()).unwrap_or(u32::MAX);
            rest = others;
        }
    }

    fn remove_unused(&mut self) -> [usize; 2] {
        let frames = self.frames.len();
        [self.surfaces.iter_mut().map(|surface| remove_unused(surface, frames)).sum(), 0]
    }

    fn flip_triangles(&mut self, is_flipped: &dyn Fn(usize) -> bool) {
        let triangles = self.surfaces.iter_mut().flat_map(|surface| &mut surface.triangles).enumerate();
        for (_, triangle) in triangles.filter(|(number, _)| is_flipped(*number)) {
            triangle.indices.swap(1, 2);
        }
    }

    fn recompute_normals(&mut self) -> Result<(), EditError> {
        let shape = Editable::shape(self);
        let frames =
            vec![FrameTransform { scale: [POSITION_SCALE; 3], translate: [0.0; 3] }; self.frames.len()];
        let bytes = |vertex: &Vertex| {
            let [x, y, z] = vertex.xyz.map(i16::to_le_bytes);
            [x[0], x[1], y[0], y[1], z[0], z[1], 0, 0]
        };
        let in_frame = |frame| self.surfaces.iter().flat_map(move |surface| surface.frame_vertices(frame));
        let packed = (0..self.frames.len()).flat_map(in_frame).flat_map(bytes).collect();
        let triangles = shape.triangles.iter().map(|triangle| triangle.map(|corner| corner.vertex));
        let packed =
            normals::recompute(Packing::Position16Normal16, frames, packed, triangles, &shape.places())?;
        let mut new = packed.as_chunks::<8>().0.iter();
        for frame in 0..self.frames.len() {
            let vertices = self.surfaces.iter_mut().flat_map(|surface| surface.frame_vertices_mut(frame));
            for (vertex, packed) in vertices.zip(&mut new) {
                [vertex.zenith, vertex.azimuth] = [packed[6], packed[7]];
            }
        }
        Ok(())
    }

    fn recompute_bounds(&mut self) -> Option<usize> {
        let bounds = self.bounds();
        let changed =
            self.frames.iter().zip(&bounds).filter(|(frame, bounds)| frame.bounds != **bounds).count();
        self.update_bounds();
        Some(changed)
    }
}

fn remove_unused(surface: &mut ModelSurface, frames: usize) -> usize {
    let used = surface.triangles.iter().flat_map(|triangle| triangle.indices);
    let vertices = RemainingElements::new(surface.vertex_count(), used.map(|vertex| vertex as usize));
    if vertices.removed() > 0 {
        let new = |old: u32| u32::try_from(vertices.place(old as usize)).unwrap_or(u32::MAX);
        for triangle in &mut surface.triangles {
            triangle.indices = triangle.indices.map(new);
        }
        surface.vertices =
            (0..frames).flat_map(|frame| vertices.pick(surface.frame_vertices(frame))).collect();
        surface.st = vertices.pick(&surface.st);
    }
    vertices.removed()
}

pub(crate) fn quantize(position: [f64; 3]) -> Result<[i16; 3], EditError> {
    let scale = f64::from(POSITION_SCALE);
    let mut steps = [0; 3];
    for (step, coordinate) in steps.iter_mut().zip(position) {
        let nearest = (coordinate / scale).round();
        if !(f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&nearest) {
            let allowed = format!("-512 to {:.2}", f64::from(i16::MAX) * scale);
            let (what, found) = ("coordinates of an MD3 in units", format!("{coordinate:.2}"));
            return Err(EditError::limit(
                what,
                found,
                allowed,
                "scale the model down, or move it to its origin",
            ));
        }
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        let exact = nearest as i16;
        *step = exact;
    }
    Ok(steps)
}

fn blend_vertex(a: &Vertex, b: &Vertex, share: f32) -> Vertex {
    if share == 0.0 {
        return *a;
    }
    let mix = |a: f32, b: f32| a * (1.0 - share) + b * share;
    // Between two stored positions, so it is in range.
    #[expect(clippy::cast_possible_truncation, reason = "between two numbers of 16 bits")]
    let step = |axis: usize| mix(f32::from(a.xyz[axis]), f32::from(b.xyz[axis])).round() as i16;
    let (from, to) = (a.normal(), b.normal());
    let [zenith, azimuth] = encode_normal([0, 1, 2].map(|axis| mix(from[axis], to[axis])));
    Vertex { xyz: [0, 1, 2].map(step), zenith, azimuth }
}

fn blend_tag(a: &Tag, b: &Tag, share: f32) -> Tag {
    let [from, to] = [a, b].map(|tag| TagPose { origin: tag.origin, axes: tag.axes });
    let TagPose { origin, axes } = TagPose::interpolate(&from, &to, share);
    Tag { name: a.name, origin, axes }
}

/// Moves and turns a tag with the model. The lengths of its axes stay, so that an attached model keeps its size. If the model is mirrored,
/// the tag fits an attached model that is mirrored in the same way.
fn turn_tag(transform: &Transform, tag: &mut Tag) {
    let signs = transform.mirrored_axes();
    #[expect(clippy::cast_possible_truncation, reason = "a position near the model")]
    let origin = transform.position(tag.origin.map(f64::from)).map(|c| c as f32);
    tag.origin = origin;
    if transform.keeps_normals() {
        return;
    }
    let turn = Transform { offset: [0.0; 3], ..*transform };
    for (axis, sign) in tag.axes.iter_mut().zip(signs) {
        let turned = turn.position(axis.map(f64::from));
        let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
        let factor = sign * length(axis.map(f64::from)) / length(turned);
        if factor.is_finite() {
            #[expect(clippy::cast_possible_truncation, reason = "as long as before")]
            let turned = turned.map(|c| (c * factor) as f32);
            *axis = turned;
        }
    }
}

pub(crate) fn append_frames(model: &mut Model, other: &Model) -> Result<(), EditError> {
    check_same("surfaces", model.surfaces.len(), other.surfaces.len())?;
    check_same("tags", model.tag_count(), other.tag_count())?;
    for (own, other) in model.surfaces.iter().zip(&other.surfaces) {
        check_same("vertices", own.vertex_count(), other.vertex_count())?;
        check_same("triangles", own.triangles.len(), other.triangles.len())?;
    }
    model.frames.extend(other.frames.iter().cloned());
    for (own, other) in model.surfaces.iter_mut().zip(&other.surfaces) {
        own.vertices.extend_from_slice(&other.vertices);
    }
    Ok(())
}

pub(crate) fn split_surfaces(model: &Model) -> Vec<(String, model::Model)> {
    let part = |surface: &ModelSurface| {
        let mut part = Model { surfaces: vec![surface.clone()], ..model.clone() };
        part.update_bounds();
        (surface.name.to_string(), model::Model::Md3(part))
    };
    model.surfaces.iter().map(part).collect()
}

/// Finds a surface by its name or its number.
pub(crate) fn find_surface(model: &Model, text: &str) -> Result<usize, EditError> {
    let names: Vec<String> = model.surfaces.iter().map(|surface| surface.name.to_string()).collect();
    let by_name = names.iter().position(|known| known.eq_ignore_ascii_case(text));
    let found = by_name.or_else(|| text.parse().ok().filter(|&number| number < names.len()));
    found.ok_or_else(|| EditError::unknown("surface", text, format!("the surfaces {}", names.join(", "))))
}

/// Finds a shader by the name or the number of its surface: `body` is the first shader, `body.1` the second one.
pub(crate) fn find_shader<'a>(model: &'a mut Model, text: &str) -> Result<&'a mut ShaderName, EditError> {
    let with_number = || {
        let (name, number) = text.rsplit_once('.')?;
        Some((find_surface(model, name).ok()?, number.parse::<usize>().ok()?))
    };
    let surface = find_surface(model, text).map(|surface| (surface, 0));
    let (surface, number) = surface.or_else(|error| with_number().ok_or(error))?;
    let shaders = &mut model.surfaces[surface].shaders;
    if shaders.len() == number {
        shaders.push(Shader::default());
    }
    let count = shaders.len();
    let missing = || EditError::unknown("shader", text, format!("{count} in this surface"));
    shaders.get_mut(number).map(|shader| &mut shader.name).ok_or_else(missing)
}

/// Adds the surfaces and tags of another model. Its single frame is added to all frames, or each of its frames to the frame with the same
/// number.
pub(crate) fn merge(model: &mut Model, other: &Model) {
    let frames = model.frames.len();
    for surface in &other.surfaces {
        let frame = |frame: usize| surface.frame_vertices(frame.min(other.frames.len().saturating_sub(1)));
        let vertices = (0..frames).flat_map(frame).copied().collect();
        model.surfaces.push(ModelSurface { vertices, ..surface.clone() });
    }
    for (number, frame) in model.frames.iter_mut().enumerate() {
        let added = other.frames.get(number).or_else(|| other.frames.last());
        let tags = added.map_or(&[][..], |added| &added.tags);
        for tag in tags {
            if !frame.tags.iter().any(|known| known.name.as_bytes() == tag.name.as_bytes()) {
                frame.tags.push(*tag);
            }
        }
    }
    model.update_bounds();
}
