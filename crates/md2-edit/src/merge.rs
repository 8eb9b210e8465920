//! Merging of two models, such as a player and its weapon, to one.

use std::collections::HashMap;

use md2_common::{Quantization, Vertex};
use mdl_format::model::ModelSkin;

use crate::error::EditError;
use crate::model::Model;
use crate::{md2, quantized};

/// The result of [`Model::merge`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MergedModel {
    /// The largest distance in units by which quantization moved a position. 0 if nothing was quantized again.
    pub error: f64,
    /// The place of the other model's skin on the common skin: texels from the left and from the top. `None` if both models have the same
    /// skin, or if the surfaces keep their own skins, as in an MD3.
    pub skin_place: Option<[u32; 2]>,
}

impl Model {
    /// Adds the triangles of another model of the same format. The other model must have the same number of frames, or a single frame,
    /// which is then added to all frames.
    ///
    /// The surfaces of an MD3 keep their shaders. An MD2 or MDL has one skin for all triangles, so both skins become one larger skin. For
    /// an MDL, the other skin is below the skin of this model. For an MD2, it is on the right, and the caller must combine the image
    /// files in the same way.
    ///
    /// # Errors
    /// If the models have different formats or numbers of frames, or the result exceeds a limit of the format.
    pub fn merge(&mut self, other: &Self) -> Result<MergedModel, EditError> {
        let (own_count, count) = (self.frame_count(), other.frame_count());
        if count != own_count && count != 1 {
            return Err(EditError::invalid(format!(
                "the models have {own_count} and {count} frames, expected the same number, or one frame in the other model"
            )));
        }
        match (self, other) {
            (Self::Mdl(model), Self::Mdl(other)) => merge_mdl(model, other.clone()),
            (Self::Md2(model), Self::Md2(other)) => merge_md2(model, other),
            (Self::Md3(model), Self::Md3(other)) => {
                crate::md3::merge(model, other);
                Ok(MergedModel::default())
            }
            (own, other) => {
                let (own, other) = (own.format(), other.format());
                Err(EditError::invalid(format!(
                    "an {other} cannot be merged with an {own}; convert it first"
                )))
            }
        }
    }
}

fn merge_md2(model: &mut md2_format::Model, other: &md2_format::Model) -> Result<MergedModel, EditError> {
    use md2_format::raw::{St, Triangle};

    let (vertices, coordinates) = (model.vertex_count(), model.st.len());
    let most = [vertices + other.vertex_count(), coordinates + other.st.len()].into_iter().max().unwrap_or(0);
    if most > 1 << 16 {
        let what = "vertices or skin coordinates of an MD2";
        return Err(EditError::limit(
            what,
            most,
            "at most 65536",
            "remove triangles or combine vertices first",
        ));
    }
    let is_same_skin = model.skins.first() == other.skins.first()
        && [model.skin_width, model.skin_height] == [other.skin_width, other.skin_height];
    let left = if is_same_skin { 0 } else { model.skin_width };
    let st = |st: &St| {
        let s = i16::try_from(i32::from(st.s).saturating_add(left)).map_err(|_| {
            let (found, allowed) = (i64::from(left) + i64::from(st.s), format!("at most {}", i16::MAX));
            EditError::limit("texels of a skin from left to right", found, allowed, "use smaller skins")
        })?;
        Ok(St::new(s, st.t))
    };
    let moved: Vec<St> = other.st.iter().map(st).collect::<Result<_, EditError>>()?;
    let error = merge_md2_frames(model, other)?;
    // Checked above: all indices have 16 bits.
    let index = |base: usize, index: u16| u16::try_from(base + usize::from(index)).unwrap_or(u16::MAX);
    let triangle = |t: &Triangle| {
        Triangle::new(t.xyz.map(|xyz| index(vertices, xyz)), t.st.map(|st| index(coordinates, st)))
    };
    model.triangles.extend(other.triangles.iter().map(triangle));
    model.st.extend(moved);
    let skin_place = (!is_same_skin).then(|| [u32::try_from(left).unwrap_or(0), 0]);
    if !is_same_skin {
        model.skin_width = model.skin_width.saturating_add(other.skin_width);
        model.skin_height = model.skin_height.max(other.skin_height);
    }
    if !model.gl_commands.is_empty() || !other.gl_commands.is_empty() {
        md2::rebuild_commands(model);
    }
    Ok(MergedModel { error, skin_place })
}

fn merge_md2_frames(model: &mut md2_format::Model, other: &md2_format::Model) -> Result<f64, EditError> {
    // Frames that share their quantizations continue to share one, so that the model does not jitter.
    let mut groups: HashMap<[[u32; 3]; 4], Vec<usize>> = HashMap::new();
    let other_frame = |frame: usize| &other.frames[frame.min(other.frames.len() - 1)];
    for (number, frame) in model.frames.iter().enumerate() {
        let added = other_frame(number);
        let key = [frame.scale, frame.translate, added.scale, added.translate];
        groups.entry(key.map(|vector| vector.map(f32::to_bits))).or_default().push(number);
    }
    let mut worst: f64 = 0.0;
    for numbers in groups.into_values() {
        let Some(&first) = numbers.first() else { continue };
        let quantizations = [&model.frames[first], other_frame(first)].map(md2::quantization);
        let is_same = quantizations[0] == quantizations[1];
        let mut positions = Vec::new();
        for &number in &numbers {
            let frames = [&model.frames[number], other_frame(number)];
            let both = frames.into_iter().flat_map(|frame| frame.positions());
            positions.push(both.map(|position| position.map(f64::from)).collect::<Vec<_>>());
            let added: Vec<Vertex> = other_frame(number).vertices.to_vec();
            model.frames[number].vertices.to_mut().extend(added);
        }
        if is_same {
            continue;
        }
        let wanted = |number: &usize| numbers.contains(number);
        let frames = model.frames.iter_mut().enumerate().filter(|(number, _)| wanted(number));
        let (mut poses, mut places): (Vec<&mut [Vertex]>, Vec<_>) = frames
            .map(|(_, frame)| (&mut frame.vertices[..], (&mut frame.scale, &mut frame.translate)))
            .unzip();
        let (Quantization { scale, translate }, error) = quantized::pack_poses(&positions, &mut poses)?;
        places.iter_mut().for_each(|place| (*place.0, *place.1) = (scale, translate));
        worst = worst.max(error);
    }
    Ok(worst)
}

fn merge_mdl(model: &mut mdl_format::Model, mut other: mdl_format::Model) -> Result<MergedModel, EditError> {
    use mdl_format::raw::Triangle;

    let width = model.skin_width.max(other.skin_width);
    for model in [&mut *model, &mut other] {
        if model.skin_width < width {
            resolve_seam(model);
        }
    }
    let (top, vertices) = (model.skin_height, model.st.len());
    // The height of a skin without width is limited, too, because the file stores it as a signed number.
    let is_allowed = |height: &u32| u64::from(width.max(1)) * u64::from(*height) < 1 << 31;
    let Some(height) = top.checked_add(other.skin_height).filter(is_allowed) else {
        return Err(EditError::invalid("the combined skin would have 2³¹ texels or more"));
    };
    merge_skins(model, &other, [width, height]);
    let error = merge_mdl_frames(model, &other)?;
    let shift = i32::try_from(top).unwrap_or(i32::MAX);
    model.st.extend(other.st.iter().map(|st| mdl_format::raw::St { t: st.t.saturating_add(shift), ..*st }));
    let base = u32::try_from(vertices).unwrap_or(u32::MAX);
    model.triangles.extend(
        other
            .triangles
            .iter()
            .map(|t| Triangle::new(t.facesfront, t.vertices().map(|v| v.saturating_add(base)))),
    );
    (model.skin_width, model.skin_height) = (width, height);
    model.update_bounds();
    model.update_size();
    Ok(MergedModel { error, skin_place: Some([0, top]) })
}

/// Replaces the vertices on the seam by one vertex on each half of the skin, so that the width of the skin can change.
pub(crate) fn resolve_seam(model: &mut mdl_format::Model) {
    use mdl_format::raw::{St, Triangle};

    let half = i32::try_from(model.skin_width / 2).unwrap_or(i32::MAX);
    let mut on_back: HashMap<u32, u32> = HashMap::new();
    let mut copied = Vec::new();
    for triangle in model.triangles.iter_mut().filter(|triangle| !triangle.is_front()) {
        let vertices = triangle.vertices().map(|vertex| {
            let st = model.st[vertex as usize];
            if !st.is_on_seam() {
                return vertex;
            }
            let next = u32::try_from(model.st.len() + copied.len()).unwrap_or(u32::MAX);
            *on_back.entry(vertex).or_insert_with(|| {
                copied.push((vertex, St { onseam: 0, s: st.s.saturating_add(half), t: st.t }));
                next
            })
        });
        *triangle = Triangle::new(triangle.facesfront, vertices);
    }
    model.st.iter_mut().for_each(|st| st.onseam = 0);
    for pose in model.poses_mut() {
        let copies: Vec<Vertex> = copied.iter().map(|(vertex, _)| pose.vertices[*vertex as usize]).collect();
        pose.vertices.to_mut().extend(copies);
    }
    model.st.extend(copied.into_iter().map(|(_, st)| st));
}

/// Puts the skins of another model below the skins of a model. If the other model has fewer skins, its last skin is repeated.
fn merge_skins(model: &mut mdl_format::Model, other: &mdl_format::Model, [width, height]: [u32; 2]) {
    let [width, height] = [width, height].map(|side| side as usize);
    let (own_width, other_width) = (model.skin_width as usize, other.skin_width as usize);
    let top = model.skin_height as usize;
    let mut below = other.skins.iter();
    let mut last: Option<&ModelSkin> = None;
    for skin in &mut model.skins {
        last = below.next().or(last);
        for (number, image) in skin.images_mut().enumerate() {
            let mut combined = vec![0; width * height];
            let added = last.and_then(|skin| skin.images().nth(number).or_else(|| skin.images().next()));
            let sources = [(0, own_width, Some(&*image)), (top, other_width, added)];
            for (first_row, row_width, texels) in sources {
                let rows = texels.map_or(&[][..], Vec::as_slice).chunks_exact(row_width.max(1));
                for (row, line) in rows.zip(combined[first_row * width..].chunks_exact_mut(width.max(1))) {
                    line[..row_width].copy_from_slice(row);
                }
            }
            *image = combined;
        }
    }
}

fn merge_mdl_frames(model: &mut mdl_format::Model, other: &mdl_format::Model) -> Result<f64, EditError> {
    let quantizations = [model.quantization(), other.quantization()];
    let mut positions = Vec::new();
    for number in 0..model.frames.len() {
        let added: Vec<_> = other.frames[number.min(other.frames.len() - 1)].poses().cloned().collect();
        let count = model.frames[number].poses().count();
        if added.len() != 1 && added.len() != count {
            return Err(EditError::invalid(format!(
                "frame {number} has {count} poses, but {} in the other model; expected the same number, or one",
                added.len()
            )));
        }
        let own: Vec<Vec<[f32; 3]>> =
            model.frames[number].poses().map(|pose| model.positions(pose).collect()).collect();
        let added = added.iter().cycle();
        for ((pose, own), added) in model.frames[number].poses_mut().zip(own).zip(added) {
            let both = own.into_iter().chain(other.positions(added));
            positions.push(both.map(|position| position.map(f64::from)).collect::<Vec<_>>());
            pose.vertices.to_mut().extend(added.vertices.iter());
        }
    }
    if quantizations[0] == quantizations[1] {
        return Ok(0.0);
    }
    let mut poses: Vec<&mut [Vertex]> = model.poses_mut().map(|pose| &mut pose.vertices[..]).collect();
    let (quantization, error) = quantized::pack_poses(&positions, &mut poses)?;
    model.set_quantization(quantization);
    Ok(error)
}
