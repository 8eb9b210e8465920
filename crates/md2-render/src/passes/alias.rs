//! Models: two frames bound at once, or four while one pose fades into another, blended in the vertex shader.

use std::{mem::offset_of, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec3};

use super::{
    fade::FadeDraw,
    kind::SceneKind,
    packing::{PerPacking, VertexLayout, bind_model},
    surfaces::{AliasPart, SurfacePipelines, SurfaceShaders},
};
use crate::{
    Faces, Filter, Shading,
    drawn::{Drawn, Frames, VertexKind, Worn, of_kind},
    game,
    layouts::Layouts,
    model::{FramePair, ModelData},
    spirv::packed_spirv,
    vk::{Bound, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// The push constants of a model between two frames: the struct of shaders/alias_draw.glsl, whose comments describe each
/// field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct AliasDraw {
    matrix: Mat4,
    scale_a: [f32; 3],
    blend: f32,
    translate_a: [f32; 3],
    /// With [`Shading::Game`], the direction of its light instead.
    rotation_x: f32,
    scale_b: [f32; 3],
    rotation_y: f32,
    translate_b: [f32; 3],
    rotation_z: f32,
}

const _: () = {
    assert!(size_of::<AliasDraw>() == 128 && offset_of!(AliasDraw, matrix) == 0);
    assert!(offset_of!(AliasDraw, scale_a) == 64 && offset_of!(AliasDraw, blend) == 76);
    assert!(offset_of!(AliasDraw, translate_a) == 80 && offset_of!(AliasDraw, rotation_x) == 92);
    assert!(offset_of!(AliasDraw, scale_b) == 96 && offset_of!(AliasDraw, rotation_y) == 108);
    assert!(offset_of!(AliasDraw, translate_b) == 112 && offset_of!(AliasDraw, rotation_z) == 124);
};

impl AliasDraw {
    /// `matrix` transforms model space to the space that the shader writes, `to_world` to world space.
    ///
    /// The sign of `scale_a.x` says whether `to_world` mirrors. Where the frame's own scale has the other sign, the frames
    /// are negated and so is the way from there: every vertex stays in its place, to the bit.
    pub(crate) fn new(matrix: Mat4, to_world: Mat4, frames: &FramePair, shading: Shading) -> Self {
        let Turn { rotation, mirrors } = Turn::of(to_world);
        let FramePair { a, b, blend, .. } = frames;
        let negates = mirrors != a.scale[0].is_sign_negative();
        let signed = |vector: [f32; 3]| if negates { vector.map(|axis| -axis) } else { vector };
        let Mat4 { x_axis, y_axis, z_axis, w_axis } = matrix;
        Self {
            matrix: if negates { Mat4::from_cols(-x_axis, -y_axis, -z_axis, w_axis) } else { matrix },
            scale_a: signed(a.scale),
            blend: *blend,
            translate_a: signed(a.translate),
            rotation_x: match shading {
                Shading::Game => game::direction(&to_world.to_cols_array_2d()) as f32,
                Shading::Smooth | Shading::Classic => rotation.x,
            },
            scale_b: signed(b.scale),
            rotation_y: rotation.y,
            translate_b: signed(b.translate),
            rotation_z: rotation.z,
        }
    }
}

/// How a model's directions come to world space.
struct Turn {
    /// The one of the two quaternions for it whose w is not negative: the shader computes that from the others.
    rotation: Quat,
    /// Whether all three axes are mirrored behind it.
    mirrors: bool,
}

impl Turn {
    fn of(transform: Mat4) -> Self {
        let mirrors = is_mirror(transform);
        let turned = if mirrors { transform * Mat4::from_scale(Vec3::NEG_ONE) } else { transform };
        let (_, rotation, _) = turned.to_scale_rotation_translation();
        let rotation = match rotation {
            q if !q.is_finite() => Quat::IDENTITY,
            q if q.w < 0.0 => -q,
            q => q,
        };
        Self { rotation, mirrors }
    }
}

/// How a picture draws its models.
#[derive(Clone, Copy)]
pub(crate) struct AliasStyle {
    pub(crate) view_projection: Mat4,
    pub(crate) faces: Faces,
    pub(crate) two_sided: bool,
    pub(crate) filter: Filter,
    pub(crate) shading: Shading,
}

/// Draws models, solid or as wires.
pub(crate) struct AliasPass {
    pipelines: PerPacking<SurfacePipelines>,
    /// For models that fade from pose to pose, made for the first of them.
    fading: Option<PerPacking<SurfacePipelines>>,
    kind: SceneKind,
}

impl AliasPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        Ok(Self { pipelines: pipelines(device, layouts, kind, false)?, fading: None, kind })
    }

    /// Makes what models need that fade from pose to pose, once.
    pub(crate) fn prepare_fades(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        if self.fading.is_none() {
            self.fading = Some(pipelines(device, layouts, self.kind, true)?);
        }
        Ok(())
    }

    /// All pipelines, with the vertices that they draw.
    fn kinds(&self) -> impl Iterator<Item = (VertexKind, &SurfacePipelines)> {
        let all = [(Some(&self.pipelines), false), (self.fading.as_ref(), true)];
        let all = all.into_iter().filter_map(|(pipelines, fades)| Some((pipelines?, fades)));
        all.flat_map(|(pipelines, fades)| {
            pipelines.iter().map(move |(packing, pipelines)| (VertexKind { packing, fades }, pipelines))
        })
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        part: AliasPart,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = Drawn<'f>> + Clone,
    ) {
        for (kind, pipelines) in self.kinds() {
            let models = of_kind(models.clone(), kind);
            pipelines.record(part, style.faces, |pipeline, wanted| {
                draw(pass, pipeline, scene, style, models.clone(), wanted);
            });
        }
    }
}

fn pipelines(
    device: &Arc<Device>,
    layouts: &Layouts,
    kind: SceneKind,
    fades: bool,
) -> Result<PerPacking<SurfacePipelines>, Error> {
    per_vertex(layouts, kind, fades, |opaque| SurfacePipelines::new(device, kind, opaque))
}

/// Something for each packing, of what draws opaque surfaces.
pub(super) fn per_vertex<T>(
    layouts: &Layouts,
    kind: SceneKind,
    fades: bool,
    make: impl Fn(&PipelineDesc<'_>) -> Result<T, Error>,
) -> Result<PerPacking<T>, Error> {
    PerPacking::try_new(vertex_shaders(kind.shading, fades), |packing, vertex| {
        let layout = VertexLayout::new(VertexKind { packing, fades });
        make(&PipelineDesc {
            vertices: &layout.bindings(),
            sets: &[&layouts.scene, &layouts.surface],
            push_bytes: 128,
            ..kind.solid("alias", vertex, SurfaceShaders::of(kind.shading).opaque)
        })
    })
}

/// The shaders of the vertices of single models, for each packing.
const fn vertex_shaders(shading: Shading, fades: bool) -> [&'static [u8]; 2] {
    match (shading, fades) {
        (Shading::Smooth, false) => packed_spirv!("alias"),
        (Shading::Smooth, true) => packed_spirv!("alias_fade"),
        (Shading::Classic, false) => packed_spirv!("classic"),
        (Shading::Classic, true) => packed_spirv!("classic_fade"),
        (Shading::Game, false) => packed_spirv!("game"),
        (Shading::Game, true) => packed_spirv!("game_fade"),
    }
}

/// Draws the surfaces of models whose wear is `wanted`. Buffers are bound once for
/// a model, and textures where they change.
pub(super) fn draw<'f>(
    pass: &mut Pass<'_, 'f>,
    pipeline: &'f Pipeline,
    scene: &'f Set,
    style: AliasStyle,
    models: impl Iterator<Item = (Drawn<'f>, &'f ModelData)> + Clone,
    wanted: impl Fn(Worn<'f>) -> bool,
) {
    let mut surfaces = models.clone().flat_map(|(drawn, data)| drawn.surfaces(data));
    if !surfaces.any(|(_, worn)| wanted(worn)) {
        return;
    }
    let mut bound = pass.bind(pipeline);
    bound.bind_set(0, scene);
    let mut last: Option<&Set> = None;
    for (drawn, data) in models {
        let mut is_bound = false;
        for (surface, Worn { texture, blend }) in drawn.surfaces(data).filter(|(_, worn)| wanted(*worn)) {
            if !is_bound {
                let (transform, frames) = (drawn.transform(), drawn.frames().in_light_of(style.shading));
                bound.set_culling(style.culled(), front_of(transform));
                bind_model(&mut bound, data, &frames);
                push(&mut bound, style.view_projection * transform, transform, &frames, style.shading);
                is_bound = true;
            }
            let set = texture.set(blend, style.filter, style.shading);
            if !last.is_some_and(|last| std::ptr::eq(last, set)) {
                bound.bind_set(1, set);
                last = Some(set);
            }
            bound.draw_indexed(surface.indices.clone(), 0, 1);
        }
    }
}

/// Pushes the constants of a model. `matrix` transforms model space to the space that shaders of two frames write; shaders of
/// four use `to_world` and the scene's matrix.
pub(super) fn push(
    bound: &mut Bound<'_, '_>,
    matrix: Mat4,
    to_world: Mat4,
    frames: &Frames,
    shading: Shading,
) {
    match frames {
        Frames::Two(frames) => bound.push(&AliasDraw::new(matrix, to_world, frames, shading)),
        Frames::Four(frames) => bound.push(&FadeDraw::new(to_world, frames)),
    }
}

impl AliasStyle {
    pub(super) const fn culled(self) -> vk::CullModeFlags {
        if self.two_sided { vk::CullModeFlags::NONE } else { vk::CullModeFlags::BACK }
    }
}

/// Which faces look to the eye. A mirror image is wound the other way round.
pub(super) fn front_of(transform: Mat4) -> vk::FrontFace {
    if is_mirror(transform) { vk::FrontFace::COUNTER_CLOCKWISE } else { vk::FrontFace::CLOCKWISE }
}

/// Whether it turns what runs clockwise around.
pub(crate) fn is_mirror(transform: Mat4) -> bool {
    transform.determinant() < 0.0
}

#[cfg(test)]
mod tests {
    use md2_mesh::FrameTransform;

    use super::*;

    #[test]
    fn turns_survive_the_way_to_the_shader() {
        let check = |rotation: Quat, scale: Vec3| {
            let transform = Mat4::from_scale_rotation_translation(scale, rotation, Vec3::new(1.0, 2.0, 3.0));
            let Turn { rotation: q, mirrors } = Turn::of(transform);
            // As in the shader.
            let axis = Vec3::new(q.x, q.y, q.z);
            let w = (1.0 - axis.length_squared()).max(0.0).sqrt();
            for direction in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE] {
                let turned = direction + 2.0 * axis.cross(axis.cross(direction) + w * direction);
                let turned = if mirrors { -turned } else { turned };
                let expected = rotation * (scale.signum() * direction);
                assert!((turned - expected).length() < 1e-3, "{rotation:?}, {scale}");
            }
        };
        for mirror in [[1.0; 3], [-1.0; 3], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]] {
            let mirror = Vec3::from(mirror);
            check(Quat::IDENTITY, mirror);
            check(Quat::from_rotation_z(0.7), 2.0 * mirror);
            check(Quat::from_rotation_z(3.5), 0.5 * mirror);
            check(Quat::from_rotation_x(std::f32::consts::PI), mirror);
            check(Quat::from_euler(glam::EulerRot::XYZ, 2.0, -1.0, 3.0), mirror);
        }
        assert_eq!(Turn::of(Mat4::ZERO).rotation, Quat::IDENTITY);
    }

    #[test]
    fn the_sign_of_the_scale_tells_a_mirror_and_moves_no_vertex() {
        let matrix = Mat4::from_rotation_x(0.3) * Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0));
        for (own, mirror) in [(0.5, 1.0), (0.5, -1.0), (-0.5, 1.0), (-0.5, -1.0), (0.0, -1.0)] {
            let a = FrameTransform { scale: [own, 0.25, 2.0], translate: [-3.0, 4.0, 5.5] };
            let b = FrameTransform::IDENTITY;
            let frames = FramePair { a, b, numbers: [0; 2], offsets: [0; 2], blend: 0.25 };
            let to_world = Mat4::from_scale(Vec3::new(mirror, 1.0, 1.0));
            let draw = AliasDraw::new(matrix, to_world, &frames, Shading::Smooth);
            assert_eq!(draw.scale_a[0].is_sign_negative(), mirror < 0.0, "{own}, {mirror}");
            assert_eq!(draw.blend, 0.25);
            let place = |matrix: Mat4, scale: [f32; 3], translate: [f32; 3]| {
                matrix * (Vec3::new(17.0, 3.0, 255.0) * Vec3::from(scale) + Vec3::from(translate)).extend(1.0)
            };
            assert_eq!(
                place(draw.matrix, draw.scale_a, draw.translate_a),
                place(matrix, a.scale, a.translate)
            );
            assert_eq!(
                place(draw.matrix, draw.scale_b, draw.translate_b),
                place(matrix, b.scale, b.translate)
            );
        }
    }
}
