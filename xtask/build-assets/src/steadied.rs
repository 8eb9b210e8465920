//! Measures how well md2-steady restores the positions of the figure after each frame was quantized with its own scale and translation,
//! as id's tool does.
//!
//! The generator poses in double precision, so the exact position of every vertex is known. Run with `-- --nocapture` to see the
//! table.

use glam::DVec3;
use md2_format::model::ModelFrame;
use md2_format::raw::{FrameName, Triangle, Vertex};
use md2_format::{Md2, Model, Quantization};
use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_steady::{RestoreOptions, Rounding, Sequence, packs_to_same_bytes, restore};

use crate::{body, clips};

fn restored(rounding: Rounding) -> (Truth, Mesh, Mesh) {
    let truth = Truth::new();
    let file = truth.packed(rounding);
    assert_eq!(Rounding::detect(&file), rounding);
    let restored = restore(&file, &truth.options()).expect("the mesh has 8-bit positions");
    println!("{:?}", restored.report);
    assert!(packs_to_same_bytes(&file, &restored.mesh, rounding));
    (truth, file, restored.mesh)
}

struct Truth {
    frames: Vec<Vec<DVec3>>,
    normals: Vec<Vec<DVec3>>,
    sequences: Vec<(&'static str, Sequence)>,
    triangles: Vec<[u16; 3]>,
}

impl Truth {
    fn new() -> Self {
        let mesh = body::build();
        let mut end = 0;
        let sequence = |clip: &clips::Clip| {
            let first = end;
            end += usize::from(clip.frames);
            (clip.name, Sequence { frames: first..=end - 1, loops: clip.loops })
        };
        let sequences = clips::CLIPS.iter().map(sequence).collect();
        let frames: Vec<_> = clips::all_frames().iter().map(|named| mesh.posed(&named.pose)).collect();
        Self {
            normals: frames.iter().map(|positions| mesh.normals(positions)).collect(),
            frames,
            sequences,
            triangles: mesh.triangles.iter().map(|triangle| triangle.xyz).collect(),
        }
    }

    fn packed(&self, rounding: Rounding) -> Mesh {
        let frames = self.frames.iter().zip(&self.normals).map(|(positions, normals)| {
            let floats = |values: &[DVec3]| values.iter().map(|v| v.as_vec3().to_array()).collect();
            let (places, normals): (Vec<[f32; 3]>, Vec<[f32; 3]>) = (floats(positions), floats(normals));
            let name = FrameName::new("frame").expect("the name is short");
            let mut frame =
                ModelFrame::from_positions(name, &places, &normals).expect("the figure is finite");
            if rounding == Rounding::Down {
                for (vertex, place) in frame.vertices.iter_mut().zip(&places) {
                    #[expect(clippy::cast_possible_truncation, reason = "exporters truncate, too")]
                    let down = [0, 1, 2].map(|i| ((place[i] - frame.translate[i]) / frame.scale[i]) as u8);
                    *vertex = Vertex::new(down, vertex.normal_index);
                }
            }
            frame
        });
        let model = Model {
            skin_width: 8,
            skin_height: 8,
            st: vec![md2_format::raw::St::new(0, 0)],
            triangles: self.triangles.iter().map(|&xyz| Triangle::new(xyz, [0; 3])).collect(),
            frames: frames.collect(),
            ..Model::default()
        };
        let bytes = model.to_bytes().expect("the figure fits the format");
        let md2 = Md2::parse(&bytes).expect("the writer's file parses");
        md2_load::md2::mesh(&md2, &LoadOptions::default()).expect("the model is a valid mesh")
    }

    fn options(&self) -> RestoreOptions {
        RestoreOptions {
            sequences: self.sequences.iter().map(|(_, sequence)| sequence.clone()).collect(),
            ..RestoreOptions::default()
        }
    }

    /// Returns the position error of every vertex in every frame of `mesh`, after moving the positions by `above`
    /// quantization steps of the mesh `file`.
    fn errors(&self, mesh: &Mesh, file: &Mesh, above: f64) -> Vec<Vec<DVec3>> {
        let error = |(number, frame): (usize, &Vec<DVec3>)| {
            let step = DVec3::from_array(file.frames()[number].transform.scale.map(f64::from));
            let at = |i: usize| DVec3::from_array(mesh.position(number, i).map(f64::from));
            frame.iter().enumerate().map(|(i, truth)| at(i) + above * step - truth).collect()
        };
        self.frames.iter().enumerate().map(error).collect()
    }
}

/// Returns two sums: of the squared position errors, and of their squared second differences over time, which measure the tremble.
fn sum_squares(errors: &[Vec<DVec3>], sequence: &Sequence) -> [f64; 2] {
    let errors = &errors[sequence.frames.clone()];
    let bends = if sequence.loops { errors.len() } else { errors.len().saturating_sub(2) };
    let (mut error, mut tremble) = (0.0, 0.0);
    for vertex in 0..errors[0].len() {
        let at = |frame: usize| errors[frame % errors.len()][vertex];
        let bend = |frame: usize| (at(frame) - 2.0 * at(frame + 1) + at(frame + 2)).length_squared();
        error += (0..errors.len()).map(|frame| at(frame).length_squared()).sum::<f64>();
        tremble += (0..bends).map(bend).sum::<f64>();
    }
    [error, tremble]
}

/// Returns the error and the tremble that remain after restoring, as fractions of those before. The first row is for
/// all sequences together, each other row for one sequence.
fn remaining_errors(
    truth: &Truth,
    before: &[Vec<DVec3>],
    after: &[Vec<DVec3>],
) -> Vec<(&'static str, [f64; 2])> {
    let ratio = |[before, after]: [[f64; 2]; 2]| [0, 1].map(|i| f64::sqrt(after[i] / before[i]));
    let mut all = [[0.0; 2]; 2];
    let mut rows = vec![];
    for (name, sequence) in &truth.sequences {
        let sums = [before, after].map(|errors| sum_squares(errors, sequence));
        for (all, sum) in all.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *all += sum;
        }
        rows.push((*name, ratio(sums)));
    }
    rows.insert(0, ("all", ratio(all)));
    for (name, [error, tremble]) in &rows {
        println!("{name:8} error {error:.3} tremble {tremble:.3}");
    }
    rows
}

#[test]
fn restoring_halves_the_error_and_removes_most_of_the_tremble() {
    let (truth, file, restored) = restored(Rounding::Nearest);
    for (frame, stored) in file.frames().iter().enumerate() {
        let packing = Quantization { scale: stored.transform.scale, translate: stored.transform.translate };
        for vertex in 0..file.vertex_count() {
            let packed = packing.pack(restored.position(frame, vertex));
            assert_eq!(packed, file.vertex_bytes(frame, vertex)[..3], "frame {frame}, vertex {vertex}");
        }
    }

    let [before, after] = [&file, &restored].map(|mesh| truth.errors(mesh, &file, 0.0));
    for (name, [error, tremble]) in remaining_errors(&truth, &before, &after) {
        let [most_error, most_tremble] = match name {
            "all" => [0.52, 0.42],
            "stand" | "crstnd" => [0.48, 0.20],
            _ => [0.62, 0.57],
        };
        assert!(error < most_error && tremble < most_tremble, "{name}: {error:.3}, {tremble:.3}");
    }

    let [before, after] = [&file, &restored].map(|mesh| {
        let error = |(number, normals): (usize, &Vec<DVec3>)| {
            let found = |i: usize| mesh.packing().direction(mesh.vertex_bytes(number, i)).map(f64::from);
            normals.iter().enumerate().map(|(i, truth)| DVec3::from_array(found(i)) - truth).collect()
        };
        truth.normals.iter().enumerate().map(error).collect::<Vec<_>>()
    });
    let [error, tremble] = remaining_errors(&truth, &before, &after)[0].1;
    assert!(error < 0.7 && tremble < 0.7, "normals: {error:.3}, {tremble:.3}");
}

#[test]
fn detects_an_exporter_that_rounds_down() {
    let (truth, file, restored) = restored(Rounding::Down);
    // Compared with a reader that adds half a step, which is correct for this exporter.
    let before = truth.errors(&file, &file, 0.5);
    let after = truth.errors(&restored, &file, 0.0);
    let rows = remaining_errors(&truth, &before, &after);
    assert!(rows[0].1[0] < 0.55 && rows[0].1[1] < 0.42, "{:?}", rows[0]);
    assert!(rows.iter().all(|(_, [error, tremble])| *error < 0.65 && *tremble < 0.6), "{rows:?}");
}
