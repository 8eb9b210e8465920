//! The meshes of a file before animation.

use std::collections::BTreeMap;

use md2_gltf::schema::{AccessorKind, ComponentType, Primitive, VariantMapping};

use crate::import::error::ImportError;
use crate::loss::{Loss, LossKind};

use super::material::UvUse;
use super::reader::Reader;

#[derive(Debug, Default)]
pub(super) struct PrimitiveMesh {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    /// The texture coordinates that the material uses; one per position, or empty.
    pub(super) uvs: Vec<[f32; 2]>,
    /// The vertex indices of each triangle, counterclockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) targets: Vec<MorphTarget>,
    /// The joints that move each vertex, `joints_each` per vertex; empty without a skeleton.
    pub(super) joints: Vec<u32>,
    pub(super) weights: Vec<f32>,
    pub(super) joints_each: usize,
    pub(super) material: Option<usize>,
    /// The materials of other skins.
    pub(super) variants: Vec<VariantMapping>,
    pub(super) colored_vertices: usize,
}

#[derive(Debug, Default)]
pub(super) struct MorphTarget {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
}

/// Reads the primitives of a mesh. Skips primitives without triangles, and adds their number to `skipped`.
pub(super) fn parts(
    reader: &Reader<'_>,
    mesh: usize,
    skipped: &mut usize,
) -> Result<Vec<PrimitiveMesh>, ImportError> {
    let primitives = &reader.gltf.meshes[mesh].primitives;
    let count = primitives.first().map_or(0, |first| first.targets.len());
    let mut parts = Vec::new();
    for (nth, primitive) in primitives.iter().enumerate() {
        let place = format!("meshes[{mesh}].primitives[{nth}]");
        if primitive.targets.len() != count {
            let expected = format!("{count}, as in the first primitive");
            let found = format!("{} morph targets", primitive.targets.len());
            return Err(ImportError::invalid(format!("{place}.targets"), found, expected));
        }
        match part(reader, primitive, &place)? {
            Some(part) => parts.push(part),
            None => *skipped += 1,
        }
    }
    Ok(parts)
}

pub(super) fn vertex_count(reader: &Reader<'_>, mesh: usize) -> u64 {
    let positions = |primitive: &Primitive| {
        let accessor =
            primitive.attributes.get("POSITION").and_then(|index| reader.gltf.accessors.get(*index));
        accessor.map_or(0, |accessor| accessor.count)
    };
    let counts = reader.gltf.meshes[mesh].primitives.iter().map(positions);
    counts.fold(0, u64::saturating_add)
}

fn part(
    reader: &Reader<'_>,
    primitive: &Primitive,
    place: &str,
) -> Result<Option<PrimitiveMesh>, ImportError> {
    let mode = primitive.mode.unwrap_or(Primitive::TRIANGLES);
    match mode {
        0..4 => return Ok(None),
        Primitive::TRIANGLES | Primitive::TRIANGLE_STRIP | Primitive::TRIANGLE_FAN => {}
        _ => return Err(ImportError::invalid(format!("{place}.mode"), mode, "0 to 6")),
    }
    let attributes = |name: &str| format!("{place}.attributes.{name}");
    let Some(&positions) = primitive.attributes.get("POSITION") else {
        // glTF allows primitives without positions, which are invisible.
        return Ok(None);
    };
    refuse_compressed(reader, primitive, positions, place)?;
    let positions = vectors(reader, positions, &attributes("POSITION"))?;
    if positions.is_empty() {
        // If many nodes use an empty primitive, skipping it here keeps the time linear.
        return Ok(None);
    }
    let variants = primitive.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref());
    let mut part = PrimitiveMesh {
        positions,
        material: primitive.material,
        variants: variants.map_or_else(Vec::new, |variants| variants.mappings.clone()),
        ..PrimitiveMesh::default()
    };
    let count = part.positions.len();
    let same = |found: usize, place: String| check_count(found, count, place, "POSITION");
    if let Some(&normals) = primitive.attributes.get("NORMAL") {
        part.normals = vectors(reader, normals, &attributes("NORMAL"))?;
        same(part.normals.len(), attributes("NORMAL"))?;
    }
    let name = format!("TEXCOORD_{}", UvUse::new(reader.gltf, primitive.material).set);
    if let Some(&uvs) = primitive.attributes.get(&name) {
        let numbers = reader.floats(uvs, AccessorKind::Vec2, &attributes(&name))?;
        part.uvs = numbers.as_chunks().0.to_vec();
        same(part.uvs.len(), attributes(&name))?;
    }
    if let Some(&colors) = primitive.attributes.get("COLOR_0") {
        part.colored_vertices = colored_vertices(reader, colors, &attributes("COLOR_0"))?;
    }
    read_joints(reader, primitive, &mut part, place)?;
    for (nth, target) in primitive.targets.iter().enumerate() {
        part.targets.push(read_target(reader, target, count, &format!("{place}.targets[{nth}]"))?);
    }
    part.triangles = triangles(reader, primitive, mode, count, place)?;
    Ok(Some(part))
}

/// Rejects a primitive whose positions exist only in compressed form, although the file does not require the extension.
fn refuse_compressed(
    reader: &Reader<'_>,
    primitive: &Primitive,
    positions: usize,
    place: &str,
) -> Result<(), ImportError> {
    let extensions = primitive.extensions.as_ref();
    let is_compressed = extensions.is_some_and(|extensions| extensions.draco.is_some());
    let accessor = reader.accessor(positions, place)?;
    if is_compressed && accessor.buffer_view.is_none() && accessor.sparse.is_none() {
        let remedy = "re-export without compression";
        return Err(ImportError::unsupported(
            place,
            "optional Draco compression without uncompressed positions",
            remedy,
        ));
    }
    Ok(())
}

fn colored_vertices(reader: &Reader<'_>, index: usize, place: &str) -> Result<usize, ImportError> {
    let kind = reader.accessor(index, place)?.kind;
    let colors = reader.floats(index, kind, place)?;
    // Rounding of 8-bit colors gives values slightly below 1.
    let is_colored = |color: &&[f32]| color.iter().any(|c| *c < 0.999);
    Ok(colors.chunks(kind.components()).filter(is_colored).count())
}

pub(super) fn lost_colors(parts: &[Vec<PrimitiveMesh>]) -> Option<Loss> {
    let count = parts.iter().flatten().map(|part| part.colored_vertices).sum();
    let text = || {
        format!(
            "the colors of {count} vertices are not imported, because an MD2 has none; bake them into the image"
        )
    };
    (count > 0).then(|| Loss::new(LossKind::VertexColors, count, text()))
}

fn check_count(found: usize, count: usize, place: String, other: &str) -> Result<(), ImportError> {
    if found == count {
        return Ok(());
    }
    Err(ImportError::invalid(place, format!("{found} elements"), format!("{count}, as in {other}")))
}

fn vectors(reader: &Reader<'_>, index: usize, place: &str) -> Result<Vec<[f32; 3]>, ImportError> {
    Ok(reader.floats(index, AccessorKind::Vec3, place)?.as_chunks().0.to_vec())
}

fn read_target(
    reader: &Reader<'_>,
    target: &BTreeMap<String, usize>,
    count: usize,
    place: &str,
) -> Result<MorphTarget, ImportError> {
    let read = |name: &str| {
        let Some(&index) = target.get(name) else { return Ok(Vec::new()) };
        let place = format!("{place}.{name}");
        let vectors = vectors(reader, index, &place)?;
        check_count(vectors.len(), count, place, "the primitive")?;
        Ok(vectors)
    };
    Ok(MorphTarget { positions: read("POSITION")?, normals: read("NORMAL")? })
}

fn read_joints(
    reader: &Reader<'_>,
    primitive: &Primitive,
    part: &mut PrimitiveMesh,
    place: &str,
) -> Result<(), ImportError> {
    let mut sets: Vec<(Vec<u32>, Vec<f32>)> = Vec::new();
    for set in 0..2 {
        let (joints, weights) = (format!("JOINTS_{set}"), format!("WEIGHTS_{set}"));
        let (Some(&j), Some(&w)) = (primitive.attributes.get(&joints), primitive.attributes.get(&weights))
        else {
            break;
        };
        let at = |name: &str| format!("{place}.attributes.{name}");
        let kind = reader.accessor(j, &at(&joints))?.component_type;
        if kind == ComponentType::U32 {
            return Err(ImportError::invalid(
                format!("accessors[{j}].componentType"),
                "5125",
                "5121 or 5123",
            ));
        }
        let numbers = (
            reader.integers(j, AccessorKind::Vec4, &at(&joints))?,
            reader.floats(w, AccessorKind::Vec4, &at(&weights))?,
        );
        for (found, name) in [(numbers.0.len(), &joints), (numbers.1.len(), &weights)] {
            check_count(found / 4, part.positions.len(), at(name), "POSITION")?;
        }
        sets.push(numbers);
    }
    part.joints_each = 4 * sets.len();
    for vertex in 0..part.positions.len() {
        for (joints, weights) in &sets {
            part.joints.extend(&joints[4 * vertex..][..4]);
            part.weights.extend(&weights[4 * vertex..][..4]);
        }
    }
    // The weights of a vertex must sum to 1. In real files the sum is inexact.
    if part.joints_each > 0 {
        for weights in part.weights.chunks_exact_mut(part.joints_each) {
            weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
            let sum: f32 = weights.iter().sum();
            if sum > 0.0 && sum.is_finite() {
                weights.iter_mut().for_each(|weight| *weight /= sum);
            } else {
                weights.fill(0.0);
                weights[0] = 1.0;
            }
        }
    }
    Ok(())
}

fn triangles(
    reader: &Reader<'_>,
    primitive: &Primitive,
    mode: u32,
    count: usize,
    place: &str,
) -> Result<Vec<[u32; 3]>, ImportError> {
    let indices: Vec<u32> = match primitive.indices {
        None => (0..).take(count).collect(),
        Some(index) => {
            let indices = reader.integers(index, AccessorKind::Scalar, &format!("{place}.indices"))?;
            for (at, &vertex) in indices.iter().enumerate() {
                let place = format_args!("accessors[{index}], element {at}");
                ImportError::check_index(place, vertex as usize, "a vertex", count)?;
            }
            indices
        }
    };
    Ok(match mode {
        Primitive::TRIANGLE_STRIP => {
            let turned = |(nth, three): (usize, &[u32])| match nth % 2 {
                0 => [three[0], three[1], three[2]],
                _ => [three[1], three[0], three[2]],
            };
            indices.windows(3).enumerate().map(turned).collect()
        }
        Primitive::TRIANGLE_FAN => {
            let first = indices.first().copied().unwrap_or(0);
            indices.get(1..).unwrap_or_default().windows(2).map(|two| [first, two[0], two[1]]).collect()
        }
        _ => match indices.as_chunks() {
            (triangles, []) => triangles.to_vec(),
            _ => {
                let found = format!("{} indices", indices.len());
                return Err(ImportError::invalid(place, found, "a multiple of 3"));
            }
        },
    })
}
