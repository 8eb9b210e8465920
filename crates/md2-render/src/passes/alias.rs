//! Models: two frames bound at once, or four while one pose fades into another, blended in the vertex shader.

use std::{mem::offset_of, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec3};

use super::{
    fade::FadeDraw,
    packing::{PerPacking, VertexLayout, bind_model},
};
use crate::{
    Faces, Filter, Shading, SurfaceBlend,
    drawn::{Drawn, Frames, VertexKind, Worn, of_kind},
    game,
    layouts::Layouts,
    model::{FramePair, ModelData},
    vk::{Blend, Bound, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// The struct of shaders/alias_draw.glsl, whose comments tell what each field holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct AliasDraw {
    matrix: Mat4,
    scale_a: [f32; 4],
    translate_a: [f32; 4],
    scale_b: [f32; 4],
    translate_b: [f32; 4],
}

const _: () = {
    assert!(size_of::<AliasDraw>() == 128);
    assert!(offset_of!(AliasDraw, scale_a) == 64 && offset_of!(AliasDraw, translate_a) == 80);
    assert!(offset_of!(AliasDraw, scale_b) == 96 && offset_of!(AliasDraw, translate_b) == 112);
};

impl AliasDraw {
    /// `matrix` takes model space to where the shader wants it, `to_world` to world space.
    pub(crate) fn new(matrix: Mat4, to_world: Mat4, frames: &FramePair) -> Self {
        let Turn { rotation, mirrors } = Turn::of(to_world);
        let FramePair { a, b, blend, .. } = frames;
        // Blends are in 0..=1, so the sign is free.
        let blend = if mirrors { -blend } else { *blend };
        let with = |[x, y, z]: [f32; 3], w| [x, y, z, w];
        Self {
            matrix,
            scale_a: with(a.scale, blend),
            translate_a: with(a.translate, rotation.x),
            scale_b: with(b.scale, rotation.y),
            translate_b: with(b.translate, rotation.z),
        }
    }

    /// Likewise, in the light of [`game`].
    pub(crate) fn in_game(matrix: Mat4, to_world: Mat4, frames: &FramePair) -> Self {
        let mut draw = Self::new(matrix, to_world, frames);
        draw.translate_a[3] = game::direction(&to_world.to_cols_array_2d()) as f32;
        draw
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

/// The shaders of surfaces.
pub(super) struct SurfaceShaders {
    pub(super) opaque: &'static [u8],
    pub(super) glowing: &'static [u8],
    pub(super) cutout: &'static [u8],
    pub(super) added: &'static [u8],
    pub(super) wires: &'static [u8],
    pub(super) edges: &'static [u8],
}

impl SurfaceShaders {
    pub(super) const fn of(shading: Shading) -> Self {
        match shading {
            Shading::Smooth => Self {
                opaque: include_bytes!("../../shaders/spirv/alias.frag.spv"),
                glowing: include_bytes!("../../shaders/spirv/alias_glow.frag.spv"),
                cutout: include_bytes!("../../shaders/spirv/alias_cutout.frag.spv"),
                added: include_bytes!("../../shaders/spirv/alias_added.frag.spv"),
                wires: include_bytes!("../../shaders/spirv/wire.frag.spv"),
                edges: include_bytes!("../../shaders/spirv/edges.frag.spv"),
            },
            Shading::Classic | Shading::Game => Self {
                opaque: include_bytes!("../../shaders/spirv/classic.frag.spv"),
                glowing: include_bytes!("../../shaders/spirv/classic_glow.frag.spv"),
                cutout: include_bytes!("../../shaders/spirv/classic_cutout.frag.spv"),
                added: include_bytes!("../../shaders/spirv/classic_added.frag.spv"),
                wires: include_bytes!("../../shaders/spirv/wire_bytes.frag.spv"),
                edges: include_bytes!("../../shaders/spirv/edges_bytes.frag.spv"),
            },
        }
    }

    /// Covered samples come from the shader's alpha, unless edges are hard.
    pub(super) fn covers_samples(shading: Shading, samples: vk::SampleCountFlags) -> bool {
        shading == Shading::Smooth && samples != vk::SampleCountFlags::TYPE_1
    }
}

/// Draws models, solid or as wires.
pub(crate) struct AliasPass {
    pipelines: PerPacking<Pipelines>,
    /// For models that fade from pose to pose, made for the first of them.
    fading: Option<PerPacking<Pipelines>>,
    kind: AliasKind,
}

/// What the pipelines of a pass are made for.
#[derive(Clone, Copy)]
struct AliasKind {
    shading: Shading,
    color_format: vk::Format,
    samples: vk::SampleCountFlags,
}

/// The pipelines for one packing.
struct Pipelines {
    opaque: Pipeline,
    /// For textures with light of their own. Most have none, and need not look for it in every pixel.
    glowing: Pipeline,
    cutout: Pipeline,
    added: Pipeline,
    /// Where the device can.
    wires: Option<Pipeline>,
}

/// The parts of a picture that models are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AliasPart {
    /// What hides things, before everything else.
    Solid,
    /// What only adds light, after everything else.
    Light,
}

impl AliasPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        shading: Shading,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let kind = AliasKind { shading, color_format, samples };
        Ok(Self { pipelines: kind.pipelines(device, layouts, false)?, fading: None, kind })
    }

    /// Makes what models need that fade from pose to pose, once.
    pub(crate) fn prepare_fades(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        if self.fading.is_none() {
            self.fading = Some(self.kind.pipelines(device, layouts, true)?);
        }
        Ok(())
    }

    /// All pipelines, with the vertices that they draw.
    fn kinds(&self) -> impl Iterator<Item = (VertexKind, &Pipelines)> {
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
            if let Some(wires) = pipelines.wires.as_ref().filter(|_| style.faces == Faces::Edges) {
                if part == AliasPart::Solid {
                    draw(pass, wires, scene, style, models, |_| true);
                }
                continue;
            }
            let mut draw = |pipeline, wanted: fn(Worn<'_>) -> bool| {
                draw(pass, pipeline, scene, style, models.clone(), wanted);
            };
            match part {
                AliasPart::Solid => {
                    draw(&pipelines.opaque, |Worn { texture, blend }| {
                        blend == SurfaceBlend::Opaque && !texture.glows
                    });
                    draw(&pipelines.glowing, |Worn { texture, blend }| {
                        blend == SurfaceBlend::Opaque && texture.glows
                    });
                    draw(&pipelines.cutout, |worn| worn.blend == SurfaceBlend::Cutout);
                }
                AliasPart::Light => draw(&pipelines.added, |worn| worn.blend == SurfaceBlend::Added),
            }
        }
    }
}

impl AliasKind {
    fn pipelines(
        self,
        device: &Arc<Device>,
        layouts: &Layouts,
        fades: bool,
    ) -> Result<PerPacking<Pipelines>, Error> {
        let Self { shading, color_format, samples } = self;
        let shaders = SurfaceShaders::of(shading);
        PerPacking::try_new(vertex_shaders(shading, fades), |packing, vertex| {
            let layout = VertexLayout::new(VertexKind { packing, fades });
            let opaque = PipelineDesc {
                name: "alias",
                vertex,
                fragment: shaders.opaque,
                vertices: &layout.bindings(),
                sets: &[&layouts.scene, &layouts.surface],
                push_bytes: 128,
                color_format,
                samples,
                depth: Depth::TestAndWrite,
                recede: 0.0,
                blend: Blend::Replace,
                alpha_to_coverage: false,
                lines: false,
            };
            let glowing = PipelineDesc { name: "glowing alias", fragment: shaders.glowing, ..opaque };
            let cutout = PipelineDesc {
                name: "alias with holes",
                fragment: shaders.cutout,
                blend: Blend::ReplaceColor,
                alpha_to_coverage: SurfaceShaders::covers_samples(shading, samples),
                ..opaque
            };
            let added = PipelineDesc {
                name: "added alias",
                fragment: shaders.added,
                depth: Depth::Test,
                blend: Blend::Add,
                ..opaque
            };
            let wires = PipelineDesc { name: "wires", fragment: shaders.wires, lines: true, ..opaque };
            let wires = device.adapter().wireframe.then(|| Pipeline::new(device, &wires));
            Ok(Pipelines {
                opaque: Pipeline::new(device, &opaque)?,
                glowing: Pipeline::new(device, &glowing)?,
                cutout: Pipeline::new(device, &cutout)?,
                added: Pipeline::new(device, &added)?,
                wires: wires.transpose()?,
            })
        })
    }
}

/// The shaders of the vertices of single models, for each packing.
pub(super) const fn vertex_shaders(shading: Shading, fades: bool) -> [&'static [u8]; 2] {
    match (shading, fades) {
        (Shading::Smooth, false) => [
            include_bytes!("../../shaders/spirv/alias8.vert.spv"),
            include_bytes!("../../shaders/spirv/alias16.vert.spv"),
        ],
        (Shading::Smooth, true) => [
            include_bytes!("../../shaders/spirv/alias_fade8.vert.spv"),
            include_bytes!("../../shaders/spirv/alias_fade16.vert.spv"),
        ],
        (Shading::Classic, false) => [
            include_bytes!("../../shaders/spirv/classic8.vert.spv"),
            include_bytes!("../../shaders/spirv/classic16.vert.spv"),
        ],
        (Shading::Classic, true) => [
            include_bytes!("../../shaders/spirv/classic_fade8.vert.spv"),
            include_bytes!("../../shaders/spirv/classic_fade16.vert.spv"),
        ],
        (Shading::Game, false) => [
            include_bytes!("../../shaders/spirv/game8.vert.spv"),
            include_bytes!("../../shaders/spirv/game16.vert.spv"),
        ],
        (Shading::Game, true) => [
            include_bytes!("../../shaders/spirv/game_fade8.vert.spv"),
            include_bytes!("../../shaders/spirv/game_fade16.vert.spv"),
        ],
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

/// Tells a draw how its model is posed. `matrix` takes model space to where shaders of two frames want it; those of four find
/// their own way from world space.
pub(super) fn push(
    bound: &mut Bound<'_, '_>,
    matrix: Mat4,
    to_world: Mat4,
    frames: &Frames,
    shading: Shading,
) {
    match (frames, shading) {
        (Frames::Two(frames), Shading::Game) => bound.push(&AliasDraw::in_game(matrix, to_world, frames)),
        (Frames::Two(frames), _) => bound.push(&AliasDraw::new(matrix, to_world, frames)),
        (Frames::Four(frames), _) => bound.push(&FadeDraw::new(to_world, frames)),
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
    fn a_mirror_is_told_by_the_sign_of_the_blend_even_of_none() {
        let identity = md2_mesh::FrameTransform::IDENTITY;
        let told = |scale: f32, blend| {
            let frames = FramePair { a: identity, b: identity, numbers: [0; 2], offsets: [0; 2], blend };
            AliasDraw::new(Mat4::IDENTITY, Mat4::from_scale(Vec3::new(scale, 1.0, 1.0)), &frames).scale_a[3]
        };
        for blend in [0.0, 0.25, 1.0] {
            assert_eq!(told(1.0, blend).to_bits(), f32::to_bits(blend));
            assert_eq!(told(-1.0, blend).to_bits(), f32::to_bits(-blend));
        }
    }
}
