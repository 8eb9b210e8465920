//! Reading of glTF. Animations of morph targets, bones and nodes are sampled: each sampled pose becomes a frame.

mod accessor;
mod animation;
mod bake;
mod clips;
mod curve;
mod files;
mod geometry;
mod images;
mod material;
mod nodes;
mod origin;
mod reader;
mod selection;
mod targets;
mod texel_grid;

use std::cell::Cell;

use md2_anim::quake2::PLAYER_SET;
use md2_common::FileKind;
use md2_gltf::glb;
use md2_gltf::schema::{Gltf, extensions};

use super::contents::{GltfContents, ListedClip, ListedMesh};
use super::error::{ImportError, quoted};
use super::mesh::AnimatedMesh;
use super::options::{ImportOptions, Sources};
use crate::loss::{Loss, LossKind};

use bake::{Baker, Instance, Skeleton, read_skeleton};
use clips::PlannedClip;
use material::{Materials, UvUse};
use nodes::Nodes;
use origin::ExportedModel;
use reader::Reader;
use selection::SplitScene;
pub(super) use selection::WeaponNames;

/// Quake units per meter: a player of 56 units is 1.75 m tall.
pub(super) const UNITS_PER_METER: f64 = 32.0;

const LONGEST_REASON: usize = 200;

/// The extensions that the import supports, or can ignore because they do not affect an MD2.
const KNOWN: [&str; 3] =
    [extensions::MESH_QUANTIZATION, extensions::TEXTURE_TRANSFORM, "KHR_lights_punctual"];

#[derive(Debug)]
pub(super) struct GltfModel {
    pub(super) body: AnimatedMesh,
    /// The weapons of a player, with the same frames as the body.
    pub(super) weapons: Vec<(WeaponNames, AnimatedMesh)>,
}

pub(super) fn read(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<GltfModel, ImportError> {
    let (gltf, bin) = open(file, options)?;
    let reader = Reader::new(&gltf, bin, sources, &options.limits)?;
    let mut mesh = AnimatedMesh::default();
    let mut baker = baker(&reader, options, &mut mesh.losses)?;
    let exported = match options.resample {
        true => None,
        false => ExportedModel::find(&baker, options, &mut mesh.notes)?,
    };
    let exported = exported.filter(|exported| !options.player || exported.is_player());
    if let Some(exported) = &exported {
        baker.scale = options.scale.unwrap_or_else(|| exported.scale());
    }
    let instances = std::mem::take(&mut baker.instances);
    let SplitScene { body, weapons } = selection::split(&baker, instances, options)?;
    baker.instances = body;
    let planned = plan(&baker, exported.as_ref(), options, &mut mesh)?;
    mesh.losses.extend(geometry::lost_colors(&baker.parts));
    mesh.losses.extend(material::other_images(&gltf));
    read_surfaces(&reader, &baker, exported.as_ref(), &mut mesh)?;
    clips::bake(&baker, &planned, &mut mesh)?;
    if let Some(exported) = &exported {
        exported.sort_tags(&mut mesh.tags);
        if mesh.tags.iter().any(|tag| tag.frames.windows(2).any(|pair| pair[0] != pair[1])) {
            mesh.notes.extend(exported.tag_notes());
        }
    }
    // The cost of a frame of all models so far.
    let mut cost = baker.cost_of_frame();
    let weapons = weapons.into_iter().map(|(names, instances)| {
        baker.instances = instances;
        cost = cost.saturating_add(baker.cost_of_frame());
        clips::check_cost(u64::from(PLAYER_SET.frame_count()), cost, options, "the weapons")?;
        let mut weapon = AnimatedMesh::default();
        read_surfaces(&reader, &baker, None, &mut weapon)?;
        clips::bake(&baker, &planned, &mut weapon)?;
        Ok((names, weapon))
    });
    let weapons = weapons.collect::<Result<_, ImportError>>()?;
    Ok(GltfModel { body: mesh, weapons })
}

fn plan(
    baker: &Baker<'_>,
    exported: Option<&ExportedModel>,
    options: &ImportOptions,
    mesh: &mut AnimatedMesh,
) -> Result<Vec<PlannedClip>, ImportError> {
    let least = if options.player { PLAYER_SET.frame_count().into() } else { 1 };
    clips::check_frames(least, baker.cost_of_frame(), options, "the animations")?;
    let planned = match exported {
        Some(exported) => {
            let planned = clips::select_planned(exported.plan(), options)?;
            mesh.origin = Some(exported.origin(&planned));
            if options.clips.is_none() {
                mesh.sequences = exported.sequences();
            }
            planned
        }
        None => {
            let selected = clips::select_animations(baker, options)?;
            let planned = if options.player {
                clips::plan_player(baker, &selected, options, mesh)?
            } else {
                clips::plan(baker, &selected, options)?
            };
            mesh.losses.extend(clips::lost_keyframes(baker, &planned, options));
            planned
        }
    };
    let frames = planned.iter().map(|planned| planned.moments.len() as u64).sum();
    clips::check_frames(frames, baker.cost_of_frame(), options, "the animations")?;
    Ok(planned)
}

pub(super) fn list(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<GltfContents, ImportError> {
    let (gltf, bin) = open(file, options)?;
    let reader = Reader::new(&gltf, bin, sources, &options.limits)?;
    let baker = baker(&reader, options, &mut Vec::new())?;
    let is_weapon = selection::weapons(&baker, &baker.instances, options)?;
    let mesh = |(instance, is_weapon): (&Instance, bool)| {
        let parts = &baker.parts[instance.mesh];
        let parent = baker.nodes.ancestors(instance.node).nth(1);
        ListedMesh {
            name: selection::name(&gltf, instance).to_owned(),
            parent: parent.and_then(|parent| gltf.nodes[parent].name.clone()),
            vertices: parts.iter().map(|part| part.positions.len()).sum(),
            triangles: parts.iter().map(|part| part.triangles.len()).sum(),
            is_skinned: instance.skin.is_some(),
            is_weapon,
        }
    };
    let clip = |animation: &animation::ImportAnimation| ListedClip {
        name: animation.name.clone(),
        seconds: animation.end - animation.start,
        keyframes: animation.channels.iter().map(|moving| moving.curve.key_count()).max().unwrap_or(0),
    };
    Ok(GltfContents {
        meshes: baker.instances.iter().zip(is_weapon).map(mesh).collect(),
        clips: baker.animations.iter().map(clip).collect(),
        materials: (0..gltf.materials.len()).map(|index| material::listed(&gltf, index)).collect(),
    })
}

fn open<'a>(file: &'a [u8], options: &ImportOptions) -> Result<(Gltf, Option<&'a [u8]>), ImportError> {
    let (json, bin) = if glb::is_glb(file) {
        if let Some([1, 0, 0, 0]) = file.get(4..8) {
            return Err(old_version());
        }
        let glb = glb::read(file).map_err(|error| ImportError::unreadable("the file", error))?;
        (glb.json, glb.bin)
    } else {
        refuse_other_kind(file)?;
        (file, None)
    };
    let gltf = parse(json, options)?;
    refuse_unknown(&gltf)?;
    Ok((gltf, bin))
}

fn old_version() -> ImportError {
    ImportError::unsupported("the file", "glTF 1.0", "convert it to glTF 2.0, for example with gltf-pipeline")
}

fn refuse_other_kind(file: &[u8]) -> Result<(), ImportError> {
    if file.trim_ascii_start().starts_with(b"{") {
        return Ok(());
    }
    let found = FileKind::detect(file)
        .map_or_else(|| String::from("a file of an unknown kind"), |kind| kind.to_string());
    Err(ImportError::invalid("the file", found, "glTF, or OBJ whose name ends in .obj"))
}

fn parse(json: &[u8], options: &ImportOptions) -> Result<Gltf, ImportError> {
    let objects = json.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() as u64;
    ImportError::check_limit("the JSON", "objects and lists", objects, options.limits.objects)?;
    let place = |line: usize, column: usize| format!("the JSON, line {line}, column {column}");
    let gltf = Gltf::from_json(json).map_err(|error| {
        // In glTF 1.0, the lists are objects.
        if serde_json::from_slice::<Dialect>(json).is_ok_and(|found| found.is_old()) {
            return old_version();
        }
        let text = error.to_string();
        // The message may quote long text from the file.
        let text: String =
            text.split(" at line ").next().unwrap_or_default().chars().take(LONGEST_REASON).collect();
        ImportError::unreadable(place(error.line(), error.column()), text.escape_debug().to_string())
    })?;
    if gltf.asset.version.starts_with("1.") {
        return Err(old_version());
    }
    if !gltf.asset.version.starts_with("2.") {
        let found = quoted(&gltf.asset.version);
        return Err(ImportError::invalid("asset.version", found, "version 2"));
    }
    Ok(gltf)
}

/// The parts of a glTF that differ between versions 1.0 and 2.0.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Dialect {
    asset: Option<serde_json::Value>,
    meshes: Option<serde_json::Value>,
}

impl Dialect {
    fn is_old(&self) -> bool {
        let version = self.asset.as_ref().and_then(|asset| asset.get("version"));
        let is_one = version.is_some_and(|version| {
            version.as_f64() == Some(1.0) || version.as_str().is_some_and(|text| text.starts_with("1."))
        });
        is_one || self.meshes.as_ref().is_some_and(serde_json::Value::is_object)
    }
}

fn is_known(extension: &str) -> bool {
    // The import uses only the base color. Except for specular-glossiness, material extensions do not change it.
    let is_material =
        extension.starts_with("KHR_materials_") && extension != "KHR_materials_pbrSpecularGlossiness";
    KNOWN.contains(&extension) || is_material
}

fn refuse_unknown(gltf: &Gltf) -> Result<(), ImportError> {
    let unknown: Vec<&String> = gltf.extensions_required.iter().filter(|name| !is_known(name)).collect();
    let Some(first) = unknown.first() else { return Ok(()) };
    let remedy = match first.as_str() {
        "KHR_draco_mesh_compression" | "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "re-export without compression"
        }
        "KHR_texture_basisu" | "EXT_texture_webp" | "EXT_texture_avif" => "re-export with PNG or JPEG images",
        _ => "re-export without it",
    };
    let names: Vec<String> = unknown.iter().take(8).map(|name| quoted(name)).collect();
    Err(ImportError::unsupported("extensionsRequired", format!("unsupported {}", names.join(", ")), remedy))
}

/// Returns the nodes without meshes that are called like tags, such as `tag_torso`.
fn tag_nodes(gltf: &Gltf, nodes: &Nodes) -> Vec<usize> {
    let is_tag = |&node: &usize| {
        let name = gltf.nodes[node].name.as_deref().unwrap_or_default();
        nodes.shown[node] && gltf.nodes[node].mesh.is_none() && name.starts_with("tag_")
    };
    (0..gltf.nodes.len()).filter(is_tag).collect()
}

fn baker<'a>(
    reader: &Reader<'a>,
    options: &ImportOptions,
    losses: &mut Vec<Loss>,
) -> Result<Baker<'a>, ImportError> {
    let gltf = reader.gltf;
    let nodes = Nodes::new(gltf)?;
    let instances = selection::meshes(gltf, instances(gltf, &nodes)?, options)?;
    refuse_too_large(reader, &instances, options)?;
    let mut parts: Vec<Vec<geometry::PrimitiveMesh>> = Vec::new();
    parts.resize_with(gltf.meshes.len(), Vec::new);
    let mut skipped = 0;
    let mut is_read = vec![false; gltf.meshes.len()];
    for instance in &instances {
        if !std::mem::replace(&mut is_read[instance.mesh], true) {
            parts[instance.mesh] = geometry::parts(reader, instance.mesh, &mut skipped)?;
        }
    }
    if skipped > 0 {
        let text = format!(
            "{skipped} primitives were skipped because they consist of points or lines or have no positions"
        );
        losses.push(Loss::new(LossKind::Primitives, skipped, text));
    }
    let skeletons =
        (0..gltf.skins.len()).map(|index| read_skeleton(reader, index)).collect::<Result<Vec<_>, _>>()?;
    for instance in &instances {
        refuse_wrong_joints(&parts[instance.mesh], instance, &skeletons)?;
    }
    let targets_of = |node: usize| {
        let mesh = gltf.nodes[node].mesh.filter(|_| nodes.shown[node]);
        mesh.and_then(|mesh| parts.get(mesh)?.first()).map_or(0, |part| part.targets.len())
    };
    let animations = animation::animations(reader, &targets_of, losses)?;
    let tags = if options.player { Vec::new() } else { tag_nodes(gltf, &nodes) };
    Ok(Baker {
        gltf,
        nodes,
        parts,
        instances,
        skeletons,
        animations,
        tags,
        scale: options.scale.unwrap_or(UNITS_PER_METER),
        added: Cell::new(0),
        most_added: options.limits.added_targets,
    })
}

fn instances(gltf: &Gltf, nodes: &Nodes) -> Result<Vec<Instance>, ImportError> {
    let mut instances = Vec::new();
    for (index, node) in gltf.nodes.iter().enumerate().filter(|(index, _)| nodes.shown[*index]) {
        let Some(mesh) = node.mesh else { continue };
        ImportError::check_index(format_args!("nodes[{index}].mesh"), mesh, "a mesh", gltf.meshes.len())?;
        if let Some(skin) = node.skin {
            ImportError::check_index(format_args!("nodes[{index}].skin"), skin, "a skin", gltf.skins.len())?;
        }
        instances.push(Instance { node: index, mesh, skin: node.skin });
    }
    if instances.is_empty() {
        return Err(ImportError::empty("the scene", "mesh"));
    }
    Ok(instances)
}

fn refuse_too_large(
    reader: &Reader<'_>,
    instances: &[Instance],
    options: &ImportOptions,
) -> Result<(), ImportError> {
    let mut total = 0_u64;
    let counts: Vec<u64> =
        (0..reader.gltf.meshes.len()).map(|mesh| geometry::vertex_count(reader, mesh)).collect();
    for instance in instances {
        total = total.saturating_add(counts[instance.mesh]);
        let place = format_args!("nodes[{}].mesh", instance.node);
        ImportError::check_limit(place, "vertices so far", total, options.limits.vertices)?;
    }
    Ok(())
}

fn refuse_wrong_joints(
    parts: &[geometry::PrimitiveMesh],
    instance: &Instance,
    skeletons: &[Skeleton],
) -> Result<(), ImportError> {
    let Some(skin) = instance.skin else { return Ok(()) };
    let count = skeletons[skin].len();
    for (nth, part) in parts.iter().enumerate() {
        let wrong =
            part.joints.iter().zip(&part.weights).position(|(&joint, &w)| w > 0.0 && joint as usize >= count);
        if let Some(at) = wrong {
            let place =
                format!("meshes[{}].primitives[{nth}], vertex {}", instance.mesh, at / part.joints_each);
            let expected = format!("a joint index below {count}, the number of joints of skins[{skin}]");
            return Err(ImportError::invalid(place, part.joints[at], expected));
        }
    }
    Ok(())
}

/// The size of a gray image in place of an image that the original model lacks. With it, rounding to texels moves texture coordinates by at
/// most 1/512 of the image.
const BLANK_SIZE: [u32; 2] = [256; 2];

/// Adds the texture coordinates, materials and triangles of all instances to the mesh, in the order in which `baker` computes the
/// vertices of a pose.
fn read_surfaces(
    reader: &Reader<'_>,
    baker: &Baker<'_>,
    exported: Option<&ExportedModel>,
    mesh: &mut AnimatedMesh,
) -> Result<(), ImportError> {
    let names = origin::surface_names(baker, exported);
    let size = exported.map(|exported| exported.skin_size().unwrap_or(BLANK_SIZE));
    let blank = size.or_else(|| names.as_ref().map(|_| BLANK_SIZE));
    let mut materials = Materials::with_blank(blank);
    let mut has_normals = true;
    let worlds = baker.nodes.worlds(&baker.nodes.rest);
    let mut surface = 0;
    for instance in &baker.instances {
        // Mirroring reverses the winding of triangles.
        let is_mirrored = instance.skin.is_none() && worlds[instance.node].determinant() < 0.0;
        for part in &baker.parts[instance.mesh] {
            let first = u32::try_from(mesh.uvs.len()).unwrap_or(u32::MAX);
            let number = materials.number(reader, (part.material, &part.variants), &mut mesh.losses)?;
            let uv_use = UvUse::new(reader.gltf, part.material);
            let uvs = (0..part.positions.len())
                .map(|vertex| uv_use.apply(part.uvs.get(vertex).copied().unwrap_or_default()));
            mesh.uvs.extend(uvs);
            mesh.material_of.resize(mesh.uvs.len(), number);
            mesh.surface_of.resize(mesh.uvs.len(), surface);
            surface += 1;
            // Front faces are counterclockwise in glTF.
            let turned =
                part.triangles.iter().map(|&[a, b, c]| if is_mirrored { [a, b, c] } else { [a, c, b] });
            mesh.triangles.extend(turned.map(|triangle| triangle.map(|vertex| first + vertex)));
            let keep_up =
                |target: &geometry::MorphTarget| target.positions.is_empty() || !target.normals.is_empty();
            has_normals &= !part.normals.is_empty() && part.targets.iter().all(keep_up);
            let found = mesh.triangles.len() as u64;
            ImportError::check_limit("the meshes", "triangles", found, reader.limits.triangles)?;
        }
    }
    materials.finish(reader.gltf, mesh);
    mesh.surfaces = names.unwrap_or_default();
    mesh.has_normals = has_normals;
    Ok(())
}
