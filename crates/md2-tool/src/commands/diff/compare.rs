//! The comparison of two models.

use std::collections::BTreeMap;

use md2_anim::Sequence;
use md2_load::{LoadedModel, ModelSkin};
use serde::Serialize;
use serde_json::Value;

use super::distance::{Distances, UsedVertices, VertexMatching};

/// The differences of two models. Scripts rely on the names of the fields.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    /// Whether the models have no differences, apart from distances within the tolerance.
    pub(super) equal: bool,
    pub(super) same_bytes: bool,
    pub(super) structure: Vec<Change>,
    pub(super) skin_images: Vec<usize>,
    pub(super) frame_names: Vec<NameChange>,
    /// The number of triangles that only the first model has, and the number that only the second model has; `None` if both are 0.
    /// Triangles with the same vertex numbers are equal.
    pub(super) triangles: Option<OnlyIn>,
    pub(super) skin_coordinates: usize,
    /// The number of normals that differ, summed over all frames; `None` if vertices cannot be matched by number.
    pub(super) normals: Option<usize>,
    pub(super) matched: VertexMatching,
    /// The distances of matched vertices in all common frames; `None` if the models have no frame or no vertex in common.
    pub(super) distance: Option<Distances>,
    pub(super) sequences: Vec<SequenceChange>,
}

/// A property that has different values in the two models. A value is `None` if the model does not have the property.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Change {
    pub(super) what: &'static str,
    pub(super) a: Option<Value>,
    pub(super) b: Option<Value>,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct NameChange {
    pub(super) frame: usize,
    pub(super) a: String,
    pub(super) b: String,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct OnlyIn {
    pub(super) only_a: usize,
    pub(super) only_b: usize,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct SequenceChange {
    pub(super) name: String,
    pub(super) a: Option<[u32; 2]>,
    pub(super) b: Option<[u32; 2]>,
    /// The distances between the vertices of corresponding frames; `None` if the sequences have different lengths.
    pub(super) distance: Option<Distances>,
}

/// The vertex numbers of a triangle, rotated so that the smallest comes first.
type TriangleKey = [u32; 3];

pub(super) fn compare(a: &LoadedModel, b: &LoadedModel, tolerance: f32, same_bytes: bool) -> Difference {
    let structure = compare_structure(a, b);
    let skin_images = compare_skin_images(a, b);
    let frame_names = compare_frame_names(a, b);
    let (triangles, skin_coordinates) = compare_triangles(a, b);
    let is_same_shape = triangles.is_none() && a.facts.vertices == b.facts.vertices;
    let matched = if is_same_shape { VertexMatching::Number } else { VertexMatching::Nearest };
    let (used_a, used_b) =
        (UsedVertices::new(&a.mesh, a.facts.vertices), UsedVertices::new(&b.mesh, b.facts.vertices));
    let add = |frame_a, frame_b, to: &mut Distances| {
        used_a.add_distances(frame_a, &used_b, frame_b, matched, to);
    };
    let frames = a.mesh.frame_count().min(b.mesh.frame_count());
    let mut distance = Distances::default();
    (0..frames).for_each(|frame| add(frame, frame, &mut distance));
    let distance = distance.measured();
    let normals =
        is_same_shape.then(|| (0..frames).map(|frame| used_a.changed_normals(&used_b, frame)).sum());
    let sequence_distance = |a: [u32; 2], b: [u32; 2]| {
        if a[1] - a[0] != b[1] - b[0] {
            return None;
        }
        let mut distance = Distances::default();
        // The loader limits all sequences to existing frames.
        (a[0]..=a[1]).zip(b[0]..=b[1]).for_each(|(a, b)| add(a as usize, b as usize, &mut distance));
        distance.measured()
    };
    let sequences =
        compare_sequences(a.detection.sequences(), b.detection.sequences(), tolerance, sequence_distance);
    let equal = structure.is_empty()
        && skin_images.is_empty()
        && frame_names.is_empty()
        && triangles.is_none()
        && skin_coordinates == 0
        && normals.unwrap_or(0) == 0
        && is_within(distance, tolerance)
        && sequences.is_empty();
    Difference {
        equal,
        same_bytes,
        structure,
        skin_images,
        frame_names,
        triangles,
        skin_coordinates,
        normals,
        matched,
        distance,
        sequences,
    }
}

/// Whether the largest distance is within the tolerance. Also true for `None`.
fn is_within(distance: Option<Distances>, tolerance: f32) -> bool {
    distance.is_none_or(|distance| distance.largest <= tolerance)
}

fn compare_structure(a: &LoadedModel, b: &LoadedModel) -> Vec<Change> {
    let rows = |model: &LoadedModel| {
        let names = |names: Vec<String>| (!names.is_empty()).then(|| Value::from(names));
        let count = |count: usize| Some(Value::from(count));
        let skins = model.skins.alternatives.iter().map(|skin| match skin {
            ModelSkin::Named(name) => readable(name),
            _ => String::from("inside the model"),
        });
        let surfaces = model.mesh.surfaces().iter().map(|surface| surface.name.clone());
        let shaders = model.skins.slots.iter().map(|slot| readable(&slot.shader));
        let tags = model.mesh.tags().iter().map(|tag| tag.name.clone());
        [
            ("format", Some(Value::from(model.format.to_string()))),
            ("vertices", count(model.facts.vertices)),
            ("triangles", count(model.facts.triangles)),
            ("frames", count(model.mesh.frame_count())),
            ("skin size", model.facts.skin_size.map(|size| Value::from(size.to_vec()))),
            ("skins", names(skins.collect())),
            ("surfaces", names(surfaces.filter(|name| !name.is_empty()).collect())),
            ("shaders", names(shaders.filter(|name| !name.is_empty()).collect())),
            ("tags", names(tags.collect())),
        ]
    };
    let pairs = rows(a).into_iter().zip(rows(b)).filter(|((_, a), (_, b))| a != b);
    let changes = pairs.map(|((what, a), (_, b))| Change { what, a, b });
    changes.chain(compare_header(a, b)).collect()
}

fn compare_header(a: &LoadedModel, b: &LoadedModel) -> impl Iterator<Item = Change> {
    let find = |model: &LoadedModel, name: &str| {
        let field = model.header.iter().find(|field| field.name == name)?;
        Some(Value::from(field.value.to_string()))
    };
    let fields = [("flags", "flags"), ("synctype", "synchronization"), ("eyeposition", "eye position")];
    fields.into_iter().filter_map(move |(name, what)| {
        let (a, b) = (find(a, name)?, find(b, name)?);
        (a != b).then_some(Change { what, a: Some(a), b: Some(b) })
    })
}

fn compare_skin_images(a: &LoadedModel, b: &LoadedModel) -> Vec<usize> {
    let differ = |(a, b): &(&ModelSkin, &ModelSkin)| match (a, b) {
        (ModelSkin::Embedded(a), ModelSkin::Embedded(b)) => a != b,
        _ => false,
    };
    let pairs = a.skins.alternatives.iter().zip(&b.skins.alternatives).enumerate();
    pairs.filter(|(_, pair)| differ(pair)).map(|(skin, _)| skin).collect()
}

fn compare_frame_names(a: &LoadedModel, b: &LoadedModel) -> Vec<NameChange> {
    let pairs = a.frame_names.iter().zip(&b.frame_names).enumerate().filter(|(_, (a, b))| a != b);
    pairs.map(|(frame, (a, b))| NameChange { frame, a: readable(a), b: readable(b) }).collect()
}

fn readable(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

fn compare_triangles(a: &LoadedModel, b: &LoadedModel) -> (Option<OnlyIn>, usize) {
    let (mut in_a, mut in_b) = (triangle_counts(a), triangle_counts(b));
    let only = |these: &BTreeMap<TriangleKey, Vec<_>>, others: &BTreeMap<TriangleKey, Vec<_>>| {
        let missing =
            these.iter().map(|(key, all)| all.len().saturating_sub(others.get(key).map_or(0, Vec::len)));
        missing.sum::<usize>()
    };
    let only = OnlyIn { only_a: only(&in_a, &in_b), only_b: only(&in_b, &in_a) };
    let moved = in_a.iter_mut().filter_map(|(key, uvs)| Some(unequal_pairs(uvs, in_b.get_mut(key)?))).sum();
    (if only == (OnlyIn { only_a: 0, only_b: 0 }) { None } else { Some(only) }, moved)
}

/// Pairs equal elements of `a` and `b`, then pairs the remaining elements with each other. Returns the number of pairs whose elements
/// differ.
fn unequal_pairs<T: Ord>(a: &mut [T], b: &mut [T]) -> usize {
    a.sort_unstable();
    b.sort_unstable();
    let (mut in_a, mut in_b, mut equal) = (0, 0, 0);
    while let (Some(from_a), Some(from_b)) = (a.get(in_a), b.get(in_b)) {
        let order = from_a.cmp(from_b);
        equal += usize::from(order.is_eq());
        in_a += usize::from(order.is_le());
        in_b += usize::from(order.is_ge());
    }
    a.len().min(b.len()) - equal
}

/// Returns a map from the vertex numbers of each triangle to a list with one entry for each copy of the triangle. An entry contains the
/// bits of the texture coordinates of the three corners.
fn triangle_counts(model: &LoadedModel) -> BTreeMap<TriangleKey, Vec<[[u32; 2]; 3]>> {
    let (sources, uvs) = (model.mesh.source_vertices(), model.mesh.uvs());
    let mut all: BTreeMap<TriangleKey, Vec<_>> = BTreeMap::new();
    for corners in model.mesh.indices().triangles() {
        let corners = corners.map(|corner| corner as usize);
        let xyz = corners.map(|corner| sources[corner].xyz);
        let first = (0..3).min_by_key(|&corner| xyz[corner]).unwrap_or(0);
        let order = [first, (first + 1) % 3, (first + 2) % 3];
        let uv = order.map(|corner| uvs[corners[corner]].map(f32::to_bits));
        all.entry(order.map(|corner| xyz[corner])).or_default().push(uv);
    }
    all
}

/// Returns the sequences that differ: first in the order of the first model, then the sequences that only the second model has.
fn compare_sequences(
    a: &[Sequence],
    b: &[Sequence],
    tolerance: f32,
    distance: impl Fn([u32; 2], [u32; 2]) -> Option<Distances>,
) -> Vec<SequenceChange> {
    let range = |sequence: &Sequence| [sequence.first, sequence.last];
    let mut left: Vec<&Sequence> = b.iter().collect();
    let mut changes = Vec::new();
    for sequence in a {
        let name = sequence.name.clone();
        // If several sequences have the same name, the first ones of both models are compared, then the second ones, and so on.
        let Some(at) = left.iter().position(|other| other.name == sequence.name) else {
            changes.push(SequenceChange { name, a: Some(range(sequence)), b: None, distance: None });
            continue;
        };
        let other = left.remove(at);
        let distance = distance(range(sequence), range(other));
        if sequence != other || !is_within(distance, tolerance) {
            let (a, b) = (Some(range(sequence)), Some(range(other)));
            changes.push(SequenceChange { name, a, b, distance });
        }
    }
    let added = left.into_iter().map(|sequence| SequenceChange {
        name: sequence.name.clone(),
        a: None,
        b: Some(range(sequence)),
        distance: None,
    });
    changes.extend(added);
    changes
}
