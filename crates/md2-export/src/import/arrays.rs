//! Models that another program has in memory, as arrays.

use std::ops::Range;
use std::sync::Arc;

use md2_anim::Sequence;
use md2_common::RgbaImage;
use md2_mesh::Tag;

use super::error::ImportError;
use super::mesh::{AnimatedMesh, Clip, ImportImage, ImportMaterial, Origin};
use super::options::ImportOptions;
use super::{OwnedModel, check_options};

/// A model as arrays, in Quake's axes and units: X forward, Y left, Z up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelArrays {
    /// The positions of all vertices in the first frame, then in the second, and so on. A corner with another texture coordinate or
    /// another normal is another vertex; the formats that share vertices between corners merge them.
    pub positions: Vec<[f32; 3]>,
    /// The normals in the order of the positions; empty to compute them from the triangles.
    pub normals: Vec<[f32; 3]>,
    /// The texture coordinates of the vertices. (0, 0) is the top left corner of the image.
    pub uvs: Vec<[f32; 2]>,
    /// The vertices of each triangle, clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The material of each vertex.
    pub material_of: Vec<u32>,
    /// The name and the image of each material.
    pub materials: Vec<(String, Option<RgbaImage>)>,
    /// The names of the frames, one each.
    pub frame_names: Vec<Vec<u8>>,
    /// The sequences. They may overlap.
    pub sequences: Vec<Sequence>,
    /// The tags of an MD3, each with a pose in every frame.
    pub tags: Vec<Tag>,
    /// The skins of an MDL or MD2 with one material, all of one size. Empty to use the image of the material.
    pub skins: Vec<RgbaImage>,
}

/// Takes a model from arrays. Its frames keep their names and their order.
///
/// # Errors
/// [`ImportError`] with the array and the place in it.
pub fn import_arrays(arrays: ModelArrays, options: &ImportOptions) -> Result<OwnedModel, ImportError> {
    check_options(options)?;
    check(&arrays)?;
    let material = |(name, image): (String, Option<RgbaImage>)| ImportMaterial {
        name,
        image: image.map(|pixels| ImportImage { pixels: Arc::new(pixels), png: None }),
        is_blank: false,
        color: [u8::MAX; 4],
    };
    let mesh = AnimatedMesh {
        clips: clips(arrays.frame_names.len(), &arrays.sequences),
        has_normals: !arrays.normals.is_empty(),
        uvs: arrays.uvs,
        material_of: arrays.material_of,
        triangles: arrays.triangles,
        positions: arrays.positions,
        normals: arrays.normals,
        tags: arrays.tags,
        sequences: arrays.sequences,
        materials: arrays.materials.into_iter().map(material).collect(),
        origin: Some(Origin { frame_names: arrays.frame_names, is_exact: true, ..Origin::default() }),
        ..AnimatedMesh::default()
    };
    let mut model = OwnedModel::new(mesh, Vec::new(), options);
    model.skins = Ok(arrays.skins);
    Ok(model)
}

fn check(arrays: &ModelArrays) -> Result<(), ImportError> {
    let refuse = |place: &str, found: String, expected: String| {
        Err(ImportError::invalid(place.to_owned(), found, expected))
    };
    let (vertices, frames) = (arrays.uvs.len(), arrays.frame_names.len());
    let positions = vertices.saturating_mul(frames);
    let lengths = [
        ("positions", arrays.positions.len(), positions),
        ("normals", arrays.normals.len(), if arrays.normals.is_empty() { 0 } else { positions }),
        ("material_of", arrays.material_of.len(), vertices),
    ];
    for (array, found, expected) in lengths {
        if found != expected {
            let expected = format!("{expected} for {vertices} vertices and {frames} frames");
            return refuse(array, found.to_string(), expected);
        }
    }
    let is_missing = |vertex: &u32| usize::try_from(*vertex).map_or(true, |vertex| vertex >= vertices);
    if let Some(corner) = arrays.triangles.as_flattened().iter().position(is_missing) {
        let vertex = arrays.triangles.as_flattened()[corner];
        let place = format!("triangle {}", corner / 3);
        return refuse(&place, format!("vertex {vertex}"), format!("less than {vertices}"));
    }
    let materials = arrays.materials.len();
    if let Some(vertex) = arrays.material_of.iter().position(|&material| material as usize >= materials) {
        let found = format!("material {}", arrays.material_of[vertex]);
        return refuse(&format!("vertex {vertex}"), found, format!("less than {materials}"));
    }
    if let Some(sequence) = arrays.sequences.iter().find(|s| s.first > s.last || s.last as usize >= frames) {
        let found = format!("frames {} to {}", sequence.first, sequence.last);
        return refuse(&format!("sequence \"{}\"", sequence.name), found, format!("frames below {frames}"));
    }
    match arrays.tags.iter().find(|tag| tag.frames.len() != frames) {
        Some(tag) => {
            let place = format!("tag \"{}\"", tag.name);
            refuse(&place, format!("{} poses", tag.frames.len()), format!("{frames}, one for each frame"))
        }
        None => Ok(()),
    }
}

/// Divides the frames into clips: the sequences, without those that begin in an earlier one, and the frames between them.
fn clips(frames: usize, sequences: &[Sequence]) -> Vec<Clip> {
    let mut ordered: Vec<&Sequence> = sequences.iter().collect();
    ordered.sort_by_key(|sequence| (sequence.first, sequence.last));
    let clip = |name: &str, frames: Range<usize>, fps: f32| {
        (!frames.is_empty()).then(|| Clip { name: name.into(), source: name.into(), frames, fps: fps.into() })
    };
    let (mut clips, mut next) = (Vec::new(), 0);
    for sequence in ordered {
        let (first, end) = (sequence.first as usize, sequence.last as usize + 1);
        if first >= next {
            clips.extend(clip("frame", next..first, 10.0));
            clips.extend(clip(&sequence.name, first..end, sequence.fps));
            next = end;
        }
    }
    clips.extend(clip("frame", next..frames, 10.0));
    clips
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrays() -> ModelArrays {
        ModelArrays {
            positions: vec![
                [0.0, 0.0, 0.0],
                [8.0, 0.0, 0.0],
                [0.0, 8.0, 1.0],
                [0.0, 0.0, 2.0],
                [8.0, 0.0, 0.0],
                [0.0, 8.0, 1.0],
            ],
            uvs: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
            triangles: vec![[0, 1, 2]],
            material_of: vec![0; 3],
            materials: vec![(String::from("skin"), None)],
            frame_names: vec![b"up".into(), b"down".into()],
            sequences: vec![Sequence::new("down", 1, 1)],
            ..ModelArrays::default()
        }
    }

    #[test]
    fn frames_keep_names_order_and_positions() {
        let imported = import_arrays(arrays(), &ImportOptions::default()).unwrap().to_md2().unwrap();
        let md2 = md2_format::Md2::parse(&imported.bytes).unwrap();
        let names: Vec<_> = md2.frames().map(|frame| frame.name().to_string()).collect();
        assert_eq!((names, md2.vertex_count()), (vec![String::from("up"), String::from("down")], 3));
        assert!(imported.report.error.largest < 0.02, "{:?}", imported.report.error);
    }

    #[test]
    fn clips_cover_each_frame_once() {
        let sequences = [("run", 2, 4), ("all", 0, 9), ("jump", 7, 8)];
        let sequences = sequences.map(|(name, first, last)| Sequence::new(name, first, last));
        let ranges: Vec<_> = clips(12, &sequences[..1]).into_iter().map(|clip| clip.frames).collect();
        assert_eq!(ranges, [0..2, 2..5, 5..12]);
        let ranges: Vec<_> = clips(12, &sequences).into_iter().map(|clip| clip.frames).collect();
        assert_eq!(ranges, [0..10, 10..12]);
    }

    #[test]
    fn wrong_arrays_are_refused_with_their_place() {
        let refused = |change: fn(&mut ModelArrays), text: &str| {
            let mut wrong = arrays();
            change(&mut wrong);
            let error = import_arrays(wrong, &ImportOptions::default()).unwrap_err();
            assert_eq!(error.to_string(), text);
        };
        refused(|a| a.triangles[0][2] = 3, "triangle 0: found vertex 3, expected less than 3");
        refused(|a| a.positions.truncate(5), "positions: found 5, expected 6 for 3 vertices and 2 frames");
        refused(|a| a.material_of[1] = 1, "vertex 1: found material 1, expected less than 1");
        refused(
            |a| a.sequences[0].last = 2,
            "sequence \"down\": found frames 1 to 2, expected frames below 2",
        );
    }
}
