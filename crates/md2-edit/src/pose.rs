//! New positions for the vertices of a pose, such as another program returns them.

use md2_common::{Quantization, Vertex, encode_normal, nearest_normal};

use crate::error::EditError;
use crate::md3;
use crate::model::Model;
use crate::quantized::pack_poses;

impl Model {
    /// Moves the vertices of a pose: of a frame, or of one pose of a group in an MDL. Vertices that keep their position keep their bytes,
    /// as far as the format allows: an MD2 gets another scale for this frame, and an MDL for all poses, if a position is outside the range
    /// of the old one. `normals` are the directions for the moved vertices.
    ///
    /// Returns the largest distance in units between a given and a stored position.
    ///
    /// # Errors
    /// If there is no such pose, the numbers of positions or normals are not that of the vertices, or a position is outside the range of the
    /// format.
    pub fn set_pose(
        &mut self,
        pose: usize,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<f64, EditError> {
        let (poses, vertices) = match self {
            Self::Mdl(model) => (model.poses().count(), model.vertex_count()),
            Self::Md2(model) => (model.frames.len(), model.vertex_count()),
            Self::Md3(model) => {
                (model.frames.len(), model.surfaces.iter().map(|surface| surface.vertex_count()).sum())
            }
        };
        if pose >= poses {
            return Err(EditError::unknown("pose", pose, format!("{poses} poses")));
        }
        for (what, count) in [("positions", positions.len()), ("normals", normals.len())] {
            if count != vertices {
                return Err(EditError::invalid(format!("{count} {what}, expected {vertices}")));
            }
        }
        match self {
            Self::Md2(model) => {
                let frame = &mut model.frames[pose];
                let old = Quantization { scale: frame.scale, translate: frame.translate };
                let (new, error) = move_vertices(old, &mut frame.vertices, positions, normals)?;
                (frame.scale, frame.translate) = (new.scale, new.translate);
                Ok(error)
            }
            Self::Mdl(model) => set_mdl_pose(model, pose, positions, normals),
            Self::Md3(model) => set_md3_frame(model, pose, positions, normals),
        }
    }
}

/// Stores positions with the old quantization if it covers them, otherwise with a new one. Returns the quantization and the largest error.
fn move_vertices(
    old: Quantization,
    vertices: &mut [Vertex],
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
) -> Result<(Quantization, f64), EditError> {
    let mut error: f64 = 0.0;
    let stays =
        vertices.iter().zip(positions).map(|(vertex, position)| old.unpack(vertex.position) == *position);
    let stays: Vec<bool> = stays.collect();
    for ((vertex, normal), stays) in vertices.iter_mut().zip(normals).zip(&stays) {
        if !stays {
            vertex.normal_index = nearest_normal(*normal);
        }
    }
    if positions.iter().all(|position| covers(old, *position)) {
        for ((vertex, position), stays) in vertices.iter_mut().zip(positions).zip(stays) {
            if !stays {
                vertex.position = old.pack(*position);
                error = error.max(distance(old.unpack(vertex.position), *position));
            }
        }
        return Ok((old, error));
    }
    let exact = vec![positions.iter().map(|position| position.map(f64::from)).collect()];
    pack_poses(&exact, &mut [vertices])
}

/// Whether a position is at most half a step outside the range of the quantization.
fn covers(quantization: Quantization, position: [f32; 3]) -> bool {
    (0..3).all(|axis| {
        let (step, least) = (quantization.scale[axis], quantization.translate[axis]);
        let steps = if step > 0.0 { (position[axis] - least) / step } else { position[axis] - least };
        let most = if step > 0.0 { 255.5 } else { 0.0 };
        steps.is_finite() && (-0.5..=most).contains(&steps)
    })
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    (0..3).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum::<f64>().sqrt()
}

fn set_mdl_pose(
    model: &mut mdl_format::Model,
    pose: usize,
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
) -> Result<f64, EditError> {
    let old = model.quantization();
    let mut poses: Vec<_> = model.poses_mut().collect();
    if positions.iter().all(|position| covers(old, *position)) {
        return Ok(move_vertices(old, &mut poses[pose].vertices, positions, normals)?.1);
    }
    let exact = |vertex: &Vertex| old.unpack(vertex.position).map(f64::from);
    let mut all: Vec<Vec<_>> = poses.iter().map(|pose| pose.vertices.iter().map(exact).collect()).collect();
    all[pose] = positions.iter().map(|position| position.map(f64::from)).collect();
    for (vertex, normal) in poses[pose].vertices.iter_mut().zip(normals) {
        vertex.normal_index = nearest_normal(*normal);
    }
    let mut packed: Vec<&mut [Vertex]> = poses.into_iter().map(|pose| &mut *pose.vertices).collect();
    let (new, error) = pack_poses(&all, &mut packed)?;
    model.set_quantization(new);
    model.update_bounds();
    Ok(error)
}

fn set_md3_frame(
    model: &mut md3_format::Model,
    frame: usize,
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
) -> Result<f64, EditError> {
    let (mut error, mut first, mut moves): (f64, usize, bool) = (0.0, 0, false);
    for surface in &mut model.surfaces {
        let count = surface.vertex_count();
        let vertices = &mut surface.vertices[frame * count..][..count];
        let given = positions[first..].iter().zip(&normals[first..]);
        for (vertex, (position, normal)) in vertices.iter_mut().zip(given) {
            if vertex.position() != *position {
                vertex.xyz = md3::quantize(position.map(f64::from))?;
                [vertex.zenith, vertex.azimuth] = encode_normal(*normal);
                error = error.max(distance(vertex.position(), *position));
                moves = true;
            }
        }
        first += count;
    }
    if moves && let Some(bounds) = model.bounds().into_iter().nth(frame) {
        model.frames[frame].bounds = bounds;
    }
    Ok(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(mut model: Model, vertex: usize, to: [f32; 3]) -> (Model, f64) {
        let mut positions = model.frame_positions(1);
        positions[vertex] = to;
        let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
        let error = model.set_pose(1, &positions, &normals).unwrap();
        (model, error)
    }

    #[test]
    fn a_position_within_the_range_changes_only_its_vertex() {
        let file = md2_testdata::one_triangle().build().into_bytes();
        let model = Model::parse(&file).unwrap();
        let positions = model.frame_positions(1);
        let (same, error) = moved(model.clone(), 0, positions[0]);
        assert_eq!((same.to_bytes().unwrap(), error), (file.clone(), 0.0));
        let (changed, error) = moved(model.clone(), 0, positions[1]);
        let changed = changed.to_bytes().unwrap();
        let differing = file.iter().zip(&changed).filter(|(a, b)| a != b).count();
        assert!(error == 0.0 && (1..=4).contains(&differing), "{error}, {differing}");
    }

    #[test]
    fn a_position_outside_the_range_is_stored_within_a_step() {
        let group = md2_testdata::mdl::frame_group().build();
        for file in [md2_testdata::one_triangle().build().into_bytes(), group.into_bytes()] {
            let model = Model::parse(&file).unwrap();
            let before = model.frame_positions(0);
            let (changed, error) = moved(model, 2, [300.0, -200.0, 100.0]);
            let after = changed.frame_positions(1)[2];
            assert!(error < 2.0 && distance(after, [300.0, -200.0, 100.0]) <= error, "{error} {after:?}");
            let shift = before.iter().zip(changed.frame_positions(0)).map(|(a, b)| distance(*a, b));
            assert!(shift.fold(0.0, f64::max) <= error);
        }
    }

    #[test]
    fn wrong_counts_are_refused() {
        let mut model = Model::parse(&md2_testdata::one_triangle().build().into_bytes()).unwrap();
        let error = model.set_pose(2, &[], &[]).unwrap_err().to_string();
        assert!(error.contains("2 poses"), "{error}");
        assert!(model.set_pose(0, &[[0.0; 3]], &[[0.0; 3]]).is_err());
    }
}
