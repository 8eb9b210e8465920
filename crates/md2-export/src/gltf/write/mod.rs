//! Writing models as glTF. Frames become morph targets, and sequences become animations of the target weights.

mod clips;
mod data;
mod file;
mod materials;
mod options;
mod shape;
mod tags;

pub use file::GltfFile;
pub use options::{Attachment, GltfError, GltfOptions, GltfPart, MAX_TARGETS};

use md2_anim::Sequence;
use md2_gltf::schema::{
    self, AccessorKind, Asset, Gltf, Node, Primitive, RootExtensions, Scene, Variants, extensions,
};
use md2_mesh::Mesh;

use self::clips::{AnimatedNodes, Clips};
use self::data::{Data, Section};
use self::materials::MaterialList;
use self::shape::{Block, Shape};
use self::tags::TagNode;
use super::extras::{FrameExtras, MeshExtras, ModelExtras, SequenceExtras, SurfaceExtras};
use crate::export_model::ExportModel;
use crate::frame_selection::SelectedFrames;
use crate::name::UniqueNames;

/// Writes a model as glTF.
///
/// # Errors
/// Returns [`GltfError`] if the model has nothing visible, or if it exceeds a limit.
pub fn write(subject: &ExportModel<'_>, options: &GltfOptions) -> Result<GltfFile, GltfError> {
    write_player(&[GltfPart::new(subject)], options)
}

/// Writes models that are attached to each other, such as the legs, the torso and the head of a player, as one glTF.
///
/// Each model becomes a mesh. Each tag becomes a node that moves with the frames of its model, and attached models become children
/// of that node. Sequences with equal names, such as `BOTH_DEATH1` of legs and torso, become one animation that moves both models.
///
/// # Errors
/// The errors of [`write()`].
pub fn write_player(parts: &[GltfPart<'_>], options: &GltfOptions) -> Result<GltfFile, GltfError> {
    let mut writer = Writer::default();
    writer.materials.add_variants(parts.iter().flat_map(|part| &part.subject.skins));
    for part in parts {
        writer.part(part, options)?;
    }
    Ok(writer.finish(options))
}

#[derive(Debug, Default)]
struct Writer {
    data: Data,
    materials: MaterialList,
    clips: Clips,
    nodes: Vec<Node>,
    meshes: Vec<schema::Mesh>,
    roots: Vec<usize>,
    part_nodes: Vec<PartNodes>,
}

#[derive(Debug)]
struct PartNodes {
    node: usize,
    tags: Vec<(String, usize)>,
}

fn select(part: &GltfPart<'_>, options: &GltfOptions) -> Result<SelectedFrames, GltfError> {
    let subject = part.subject;
    if subject.mesh.triangle_count() == 0 && subject.mesh.tags().is_empty() {
        return Err(GltfError::Nothing { name: subject.name.clone() });
    }
    if let Some(fixed) = part.fixed_frame {
        let frame = fixed.min(subject.mesh.frame_count() - 1);
        return Ok(SelectedFrames { frames: vec![frame], sequences: Vec::new() });
    }
    let mut selected = options.selection.apply(subject);
    if selected.frames.is_empty() {
        // A part that has no frame of the selected sequences does not move.
        selected.frames.push(0);
    }
    Ok(selected)
}

impl Writer {
    fn part(&mut self, part: &GltfPart<'_>, options: &GltfOptions) -> Result<(), GltfError> {
        let subject = part.subject;
        let SelectedFrames { frames, sequences } = select(part, options)?;
        options.check_size(subject, frames.len(), &sequences)?;
        let bytes = frames.len() * subject.mesh.vertex_count() * 12;
        self.data.bytes_mut(Section::POSITIONS).reserve(bytes);
        self.data.bytes_mut(Section::NORMALS).reserve(bytes);
        let node = self.node(Node { name: Some(subject.name.clone()), ..Node::default() });
        // A model with tags but without triangles, such as the hand that holds a weapon, becomes a node without a mesh.
        let shape = (subject.mesh.triangle_count() > 0)
            .then(|| Shape::write(subject.mesh, &frames, options.scale, &mut self.data));
        let target_count = shape.as_ref().map_or(0, |shape| shape.targets.len());
        self.clips.check_size(subject, &sequences, target_count, options)?;
        if let Some(shape) = &shape {
            self.nodes[node].mesh = Some(self.mesh(subject, &frames, &sequences, shape, options)?);
        }
        let mut moving = AnimatedNodes { node, frame_count: frames.len(), target_count, tags: Vec::new() };
        let mut tags = Vec::new();
        for tag in subject.mesh.tags() {
            let tag_node = TagNode::new(tag, &frames, options.scale);
            let child = self.node(Node {
                name: Some(tag.name.clone()),
                translation: tag_node.translations.first().copied(),
                rotation: tag_node.rotations.first().copied(),
                scale: tag_node.is_mirrored.then_some([1.0, -1.0, 1.0]),
                ..Node::default()
            });
            self.nodes[node].children.push(child);
            tags.push((tag.name.clone(), child));
            moving.tags.push((child, tag_node));
        }
        self.clips.play(&sequences, &moving, options, &mut self.data);
        let parent = part.attachment.as_ref().and_then(|attachment| {
            let parent = self.part_nodes.get(attachment.part)?;
            let is_called = |(name, _): &&(String, usize)| {
                attachment.tag.as_ref().is_some_and(|tag| name.eq_ignore_ascii_case(tag))
            };
            Some(parent.tags.iter().find(is_called).map_or(parent.node, |(_, node)| *node))
        });
        match parent {
            Some(parent) => self.nodes[parent].children.push(node),
            None => self.roots.push(node),
        }
        self.part_nodes.push(PartNodes { node, tags });
        Ok(())
    }

    fn node(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn mesh(
        &mut self,
        subject: &ExportModel<'_>,
        frames: &[usize],
        sequences: &[Sequence],
        shape: &Shape,
        options: &GltfOptions,
    ) -> Result<usize, GltfError> {
        let (mut primitives, mut surfaces) = (Vec::new(), Vec::new());
        let mut is_anything_hidden = false;
        for number in 0..subject.mesh.surfaces().len() {
            if subject.mesh.surfaces()[number].indices.is_empty() {
                continue;
            }
            let Some((material, extensions)) = self.materials.assign(subject, number, options)? else {
                is_anything_hidden = true;
                continue;
            };
            let primitive = self.primitive(subject.mesh, number, shape);
            primitives.push(Primitive { material: Some(material), extensions, ..primitive });
            surfaces.extend(subject.surface_names(number).map(|names| {
                let [name, shader] = names.map(str::to_owned);
                SurfaceExtras { name, shader }
            }));
        }
        if primitives.is_empty() {
            let name = subject.name.clone();
            return Err(if is_anything_hidden {
                GltfError::Hidden { name }
            } else {
                GltfError::Nothing { name }
            });
        }
        let mut extras = extras(subject, frames, sequences, options);
        if let Some(model) = &mut extras.md2 {
            model.surfaces = surfaces;
        }
        self.meshes.push(schema::Mesh {
            name: Some(subject.name.clone()),
            primitives,
            weights: vec![0.0; shape.targets.len()],
            // Serializing strings and numbers cannot fail.
            extras: serde_json::to_value(extras).ok(),
        });
        Ok(self.meshes.len() - 1)
    }

    /// Writes surface `number` of the mesh as a primitive. Its vertex indices count from the first vertex of the surface.
    fn primitive(&mut self, mesh: &Mesh, number: usize, shape: &Shape) -> Primitive {
        let surface = &mesh.surfaces()[number];
        let places = shape.vertices.surfaces()[number].clone();
        let (first, count) = (places.start, places.len());
        let shift = u32::try_from(first).unwrap_or(u32::MAX);
        // Clockwise triangles become counterclockwise.
        let turned = |[a, b, c]: [u32; 3]| [a, c, b].map(|vertex| shape.vertices.place(vertex) - shift);
        let indices: Vec<u32> = mesh.indices().triangles_of(surface).flat_map(turned).collect();
        let data = &mut self.data;
        let indices = data.indices(&indices, count);
        let mut vectors = |block: &Block| {
            let bounds = &block.bounds[number];
            let bounds = Some((&bounds.min[..], &bounds.max[..]));
            let offset = block.offset + 12 * first;
            let positions = data.accessor(Section::POSITIONS, offset, AccessorKind::Vec3, count, bounds);
            let normals = data.accessor(Section::NORMALS, offset, AccessorKind::Vec3, count, None);
            [(String::from("POSITION"), positions), (String::from("NORMAL"), normals)]
        };
        let base = vectors(&shape.base);
        let targets = shape.targets.iter().map(|target| vectors(target).into()).collect();
        let uvs = data.accessor(Section::UVS, shape.uvs + 8 * first, AccessorKind::Vec2, count, None);
        let attributes = base.into_iter().chain([(String::from("TEXCOORD_0"), uvs)]).collect();
        Primitive { attributes, indices: Some(indices), targets, ..Primitive::default() }
    }

    fn finish(self, options: &GltfOptions) -> GltfFile {
        let Self { data, materials, clips, nodes, meshes, roots, .. } = self;
        let mut data = data.finish();
        let samplers = materials.samplers(options);
        let image = |(image, bytes)| {
            let buffer_view = Some(data.add_view(bytes, None, None));
            schema::Image { buffer_view, ..image }
        };
        let images = materials.images.into_iter().map(image).collect();
        let variants = (!materials.variants.is_empty()).then_some(Variants { variants: materials.variants });
        let mut extensions_used = Vec::new();
        if options.unlit {
            extensions_used.push(extensions::UNLIT.to_owned());
        }
        if variants.is_some() {
            extensions_used.push(extensions::VARIANTS.to_owned());
        }
        let gltf = Gltf {
            asset: Asset {
                version: String::from("2.0"),
                generator: Some(concat!("md2-export ", env!("CARGO_PKG_VERSION")).to_owned()),
            },
            extensions_used,
            scene: Some(0),
            scenes: vec![Scene { nodes: roots }],
            nodes,
            meshes,
            animations: clips.animations,
            materials: materials.materials,
            textures: materials.textures,
            images,
            samplers,
            accessors: data.accessors,
            buffer_views: data.views,
            buffers: vec![schema::Buffer { uri: None, byte_length: data.byte_length }],
            extensions: variants.map(|variants| RootExtensions { variants: Some(variants) }),
            ..Gltf::default()
        };
        GltfFile::new(gltf, data.pieces)
    }
}

fn extras(
    subject: &ExportModel<'_>,
    frames: &[usize],
    sequences: &[Sequence],
    options: &GltfOptions,
) -> MeshExtras {
    let mut unique = UniqueNames::default();
    let target_name = |&frame: &usize| {
        let name = subject.frame_name(frame);
        if name.is_empty() {
            unique.take(&format!("frame {frame}"), frame)
        } else {
            unique.take(&name, frame)
        }
    };
    let frame = |(place, &frame): (usize, &usize)| FrameExtras {
        name: subject.frame_name(frame),
        target: place.checked_sub(1),
    };
    MeshExtras {
        target_names: frames.iter().skip(1).map(target_name).collect(),
        md2: Some(ModelExtras {
            scale: options.scale,
            frames: frames.iter().enumerate().map(frame).collect(),
            sequences: sequences.iter().map(SequenceExtras::from).collect(),
            skins: subject.skin_names.clone(),
            surfaces: Vec::new(),
            tags: subject.mesh.tags().iter().map(|tag| tag.name.clone()).collect(),
            skin_size: subject.skin_size,
        }),
    }
}
