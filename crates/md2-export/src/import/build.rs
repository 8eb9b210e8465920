//! Building an MD2 from an animated mesh.

use std::collections::HashMap;
use std::ops::Range;

use md2_anim::{FrameNames, Sequence, name_frames};
use md2_common::report::{Code, Report, Severity};
use md2_format::glcmds::GlPrimitive;
use md2_format::model::{Model, ModelFrame};
use md2_format::raw::{FrameName, SkinName, St, Triangle, Word};
use md2_format::{Quantization, check, stripify};
use md2_mesh::Bounds;

use super::atlas::{self, CLASSIC_SKIN_HEIGHT};
use super::error::{ImportError, quoted, quoted_list};
use super::merge::{Apart, Merge, merge};
use super::mesh::AnimatedMesh;
use super::normals::merged_normals;
use super::options::{FramePacking, ImportOptions};
use super::report::{
    ErrorSum, ImportReport, ImportedModel, ImportedSequence, ImportedSkin, ImportedSurface, PositionError,
};
use super::texture::{move_islands, texel};
use crate::loss::{Loss, LossKind};
use crate::name::{file_stem, is_skin_path};

const MOST_INDICES: u64 = 1 << 16;
/// The maximum number of vertices in the original game. Hard edges need more vertices, and are kept only within this limit.
const CLASSIC_VERTICES: usize = 2048;
const LONGEST_SKIN_NAME: usize = 63;
const USUAL_SIZE: std::ops::RangeInclusive<f32> = 1.0..=1024.0;
/// The greatest absolute value of a coordinate. The coordinates that a reader computes from the stored bytes may be slightly greater.
const MAX_POSITION: f32 = md2_mesh::MAX_COORDINATE / 10.0;
/// The tolerance for merging vertices: the maximum difference on each axis, as a fraction of a quantization step.
const PART_OF_STEP: f32 = 0.25;

pub(crate) fn build(mut mesh: AnimatedMesh, options: &ImportOptions) -> Result<ImportedModel, ImportError> {
    check_mesh(&mesh)?;
    let source = [mesh.vertex_count(), mesh.triangles.len()];
    let packing = options.packing.unwrap_or_else(|| nearest_packing(&mesh));
    let groups = packing_groups(&mesh, packing);
    let merge = merge_vertices(&mesh, &groups)?;
    // The texture coordinates of a model that this toolkit exported stay unchanged, unless its images must be combined.
    if mesh.origin.is_none() || mesh.materials.len() > 1 {
        let tiles = move_islands(&mut mesh, &merge.merged);
        report_tiles(&mut mesh, &tiles);
    }
    let (skin, others) = atlas::skins(&mut mesh, options.limits.pixels)?;
    let origin_size = mesh.origin.as_ref().and_then(|origin| origin.skin_size);
    let skin_size = options.skin_size.or(origin_size).unwrap_or_else(|| header_size(skin.pixels.size()));
    let coordinates = SkinCoordinates::new(&mesh, skin_size)?;
    let triangles = triangles(&mut mesh, &merge)?;
    let normals = merged_normals(&mesh, &merge);
    let names = frame_names(&mut mesh);
    let frames = pack_frames(&mesh, &merge, &groups, &normals, &names.frames)?;
    let mut skin_names = skin_names(&mesh, options)?;
    let others = named_skins(others, &mut skin_names, options.skin_name.is_some())?;
    let model = Model {
        skin_width: skin_size[0].into(),
        skin_height: skin_size[1].into(),
        skins: skin_names,
        st: coordinates.st.clone(),
        gl_commands: gl_commands(&triangles, &coordinates, skin_size),
        triangles: triangles.iter().map(|corners| corners.record(&coordinates)).collect(),
        frames,
        ..Model::default()
    };
    let md2 = model.to_bytes().map_err(|error| {
        ImportError::invalid("the MD2", format!("an error ({error})"), "a model within the format's limits")
    })?;
    note_size(&mut mesh);
    report_md3_data(&mut mesh);
    let skin_name = model.skins.first().map(SkinName::to_string).unwrap_or_default();
    let mut checked = check(&md2);
    // Outside of a game's folders, the path of the skin in the game is unknown.
    checked.findings.retain(|finding| finding.code != md2_format::check::Code::SkinFolder);
    let report = ImportReport {
        vertices: model.vertex_count(),
        skin_coordinates: model.st.len(),
        triangles: model.triangles.len(),
        gl_words: model.gl_commands.len(),
        skin_size,
        skin_name: skin_name.clone(),
        sequences: sequences(&mesh, &names),
        error: position_error(&mesh, &merge, &model),
        findings: problems(checked),
        ..ImportReport::new(mesh, source)
    };
    let surface = |path: String, skin| vec![ImportedSurface { name: String::new(), path, skin }];
    let other_skins = others.into_iter().map(|(path, skin)| surface(path, skin)).collect();
    Ok(ImportedModel { surfaces: surface(skin_name, skin), other_skins, ..ImportedModel::new(md2, report) })
}

pub(crate) fn check_mesh(mesh: &AnimatedMesh) -> Result<(), ImportError> {
    if mesh.triangles.is_empty() {
        return Err(ImportError::empty("the file", "triangle"));
    }
    if mesh.frame_count() == 0 {
        return Err(ImportError::empty("the file", "frame"));
    }
    let count = mesh.vertex_count();
    let is_allowed = |position: &[f32; 3]| position.iter().all(|c| c.abs() <= MAX_POSITION);
    match mesh.positions.iter().position(|position| !is_allowed(position)) {
        None => Ok(()),
        Some(at) => Err(ImportError::invalid(
            format!("frame {}, vertex {}", at / count, at % count),
            format!("position {:?}", mesh.positions[at]),
            format_args!("finite numbers up to {MAX_POSITION:e}"),
        )),
    }
}

fn packing_groups(mesh: &AnimatedMesh, packing: FramePacking) -> Vec<Range<usize>> {
    match packing {
        FramePacking::Frame => (0..mesh.frame_count()).map(|frame| frame..frame + 1).collect(),
        FramePacking::Sequence => mesh.clips.iter().map(|clip| clip.frames.clone()).collect(),
        FramePacking::Model => std::iter::once(0..mesh.frame_count()).collect(),
    }
}

/// Returns the packing that best reproduces the positions of a model that this toolkit exported. If the errors of several packings are
/// similar, prefers larger groups of frames. Other models get the default packing.
fn nearest_packing(mesh: &AnimatedMesh) -> FramePacking {
    if mesh.origin.is_none() {
        return FramePacking::default();
    }
    let off = |packing| {
        let mut sum = 0.0;
        for group in packing_groups(mesh, packing) {
            let positions = || group.clone().flat_map(|frame| mesh.frame(frame));
            let Ok(quantization) = Quantization::covering(positions()) else { return f64::INFINITY };
            sum += positions()
                .map(|&position| {
                    let stored = quantization.unpack(quantization.pack(position));
                    (0..3).map(|axis| f64::from(stored[axis] - position[axis]).abs()).sum::<f64>()
                })
                .sum::<f64>();
        }
        sum
    };
    let all = [FramePacking::Model, FramePacking::Sequence, FramePacking::Frame]
        .map(|packing| (off(packing), packing));
    let least = all.iter().map(|(off, _)| *off).fold(f64::INFINITY, f64::min);
    // Errors of up to twice the smallest are treated as equal, since rounding causes such differences.
    let near = all.iter().find(|(off, _)| *off <= 2.0 * least);
    near.map_or(FramePacking::Frame, |(_, packing)| *packing)
}

/// Merges vertices, and keeps hard edges if the result stays within the limits of the original game. Each of `groups` is a range of frames
/// with the same quantization.
pub(crate) fn merge_vertices(mesh: &AnimatedMesh, groups: &[Range<usize>]) -> Result<Merge, ImportError> {
    let is_used = mesh.used_vertices();
    let used: Vec<usize> = (0..mesh.vertex_count()).filter(|&vertex| is_used[vertex]).collect();
    let tolerance = groups.iter().flat_map(|group| {
        let positions = group.clone().flat_map(|frame| used.iter().map(move |&v| mesh.frame(frame)[v]));
        let step = Bounds::around(positions).size().map(|size| size / 255.0 * PART_OF_STEP);
        std::iter::repeat_n(step, group.len())
    });
    let tolerance: Vec<[f32; 3]> = tolerance.collect();
    let merged = if mesh.origin.as_ref().is_some_and(|origin| origin.is_exact) {
        // The copies of an exported vertex are exactly equal.
        merge(mesh, &vec![[0.0; 3]; mesh.frame_count()], Apart::AnyNormal)
    } else if mesh.origin.is_some() {
        merge(mesh, &tolerance, Apart::FirstNormal)
    } else {
        let hard = merge(mesh, &tolerance, Apart::HardEdges);
        let fits = hard.first.len() <= CLASSIC_VERTICES;
        if fits { hard } else { merge(mesh, &tolerance, Apart::Nothing) }
    };
    ImportError::check_limit("the model", "vertices", merged.first.len() as u64, MOST_INDICES)?;
    Ok(merged)
}

fn header_size([width, height]: [u32; 2]) -> [u16; 2] {
    let scaled = |side: u32| {
        let side = u64::from(side) * u64::from(CLASSIC_SKIN_HEIGHT.min(height)) / u64::from(height);
        u16::try_from(side).unwrap_or(u16::MAX).clamp(1, i16::MAX.cast_unsigned())
    };
    [scaled(width), scaled(height)]
}

pub(crate) fn report_tiles(mesh: &mut AnimatedMesh, tiles: &[bool]) {
    let repeats = mesh.triangles.as_flattened().iter().filter(|&&vertex| tiles[vertex as usize]).count();
    // With several materials, the combined image already contains the repetitions.
    if repeats > 0 && mesh.materials.len() == 1 {
        let text = format!(
            "{repeats} triangle corners have texture coordinates outside the image, but some engines do not repeat skins"
        );
        mesh.losses.push(Loss::new(LossKind::RepeatedTextures, repeats, text));
    }
}

pub(crate) fn note_size(mesh: &mut AnimatedMesh) {
    let size = mesh.frames_bounds(0..1).size().into_iter().fold(0.0, f32::max);
    if mesh.origin.is_none() && !USUAL_SIZE.contains(&size) {
        mesh.notes.push(format!(
            "the first frame is {size:.2} units large (a player is 56); set a scale to resize the model"
        ));
    }
}

struct SkinCoordinates {
    st: Vec<St>,
    /// For each vertex of the mesh, the index of its skin coordinate in `st`.
    index_of: Vec<u16>,
    /// For each vertex of the mesh, the index of its unrounded texture coordinate in `exact`.
    exact_of: Vec<u32>,
    exact: Vec<[f32; 2]>,
}

impl SkinCoordinates {
    fn new(mesh: &AnimatedMesh, size: [u16; 2]) -> Result<Self, ImportError> {
        let mut all = Self { st: vec![], index_of: vec![], exact_of: vec![], exact: vec![] };
        let used = mesh.used_vertices();
        let (mut by_texel, mut by_uv) = (HashMap::new(), HashMap::new());
        for (vertex, &uv) in mesh.uvs.iter().enumerate() {
            if !used[vertex] {
                all.index_of.push(0);
                all.exact_of.push(0);
                continue;
            }
            let [s, t] = texel(vertex, uv, size)?;
            let next = all.st.len();
            let index = *by_texel.entry([s, t]).or_insert_with(|| {
                all.st.push(St::new(s, t));
                next
            });
            let index = u16::try_from(index).map_err(|_| {
                ImportError::limit("the model", "skin coordinates", index as u64 + 1, MOST_INDICES)
            })?;
            all.index_of.push(index);
            let next = u32::try_from(all.exact.len()).unwrap_or(u32::MAX);
            all.exact_of.push(*by_uv.entry(uv.map(f32::to_bits)).or_insert_with(|| {
                all.exact.push(uv);
                next
            }));
        }
        Ok(all)
    }
}

/// A triangle. `xyz` are merged vertices, which give the positions; `source` are mesh vertices, which give
/// the skin coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Corners {
    pub(crate) xyz: [u16; 3],
    pub(crate) source: [u32; 3],
}

impl Corners {
    fn record(&self, coordinates: &SkinCoordinates) -> Triangle {
        Triangle::new(self.xyz, self.source.map(|vertex| coordinates.index_of[vertex as usize]))
    }
}

/// Returns the triangles with merged vertices. Triangles that have two corners at the same merged vertex are skipped.
pub(crate) fn triangles(mesh: &mut AnimatedMesh, merge: &Merge) -> Result<Vec<Corners>, ImportError> {
    let corners = |source: [u32; 3]| {
        // Every corner has a merged vertex, and there are at most 65,536 merged vertices.
        let number =
            |vertex: u32| merge.merged[vertex as usize].and_then(|merged| u16::try_from(merged).ok());
        let [a, b, c] = source.map(number);
        Some(Corners { xyz: [a?, b?, c?], source })
    };
    let is_flat = |corners: &Corners| {
        let [a, b, c] = corners.xyz;
        a == b || b == c || c == a
    };
    let mut kept: Vec<Corners> = mesh.triangles.iter().copied().filter_map(corners).collect();
    let total = kept.len();
    kept.retain(|corners| mesh.origin.is_some() || !is_flat(corners));
    if kept.is_empty() {
        return Err(ImportError::empty("the file", "triangle with an area"));
    }
    let dropped = total - kept.len();
    if dropped > 0 {
        let text = format!("{dropped} of {total} triangles have no area and were skipped");
        mesh.losses.push(Loss::new(LossKind::Triangles, dropped, text));
    }
    Ok(kept)
}

pub(crate) fn frame_names(mesh: &mut AnimatedMesh) -> FrameNames {
    let clips: Vec<_> = mesh.clips.iter().map(|clip| (clip.name.as_str(), clip.frames.clone())).collect();
    if let Some(origin) = &mesh.origin {
        let frames: Vec<FrameName> =
            origin.frame_names.iter().map(|name| FrameName::new(name).unwrap_or_default()).collect();
        if frames.len() == mesh.frame_count() {
            let sequences = clips.iter().map(|(name, _)| (*name).to_owned()).collect();
            return FrameNames { frames, sequences, are_read_back: true };
        }
    }
    let named = name_frames(&clips);
    if !named.are_read_back {
        let note = "other programs will detect different sequences from these frame names";
        mesh.notes.push(note.to_owned());
    }
    named
}

pub(crate) fn report_md3_data(mesh: &mut AnimatedMesh) {
    if !mesh.tags.is_empty() {
        let names: Vec<&str> = mesh.tags.iter().map(|tag| tag.name.as_str()).collect();
        let text = format!("only MD3 models have tags: {}", quoted_list(&names));
        mesh.losses.push(Loss::new(LossKind::Tags, names.len(), text));
    }
    let clips = &mesh.clips;
    let is_named = |sequence: &&Sequence| {
        clips.iter().any(|clip| clip.name == sequence.name && clip.frames.clone().eq(sequence.frames()))
    };
    let lost = mesh.sequences.iter().filter(|sequence| !is_named(sequence));
    let names: Vec<&str> = lost.map(|sequence| sequence.name.as_str()).collect();
    if !names.is_empty() {
        let text =
            format!("the frame names of the original do not name these sequences: {}", quoted_list(&names));
        mesh.losses.push(Loss::new(LossKind::Animations, names.len(), text));
    }
}

pub(crate) fn sequences(mesh: &AnimatedMesh, names: &FrameNames) -> Vec<ImportedSequence> {
    let named = mesh.clips.iter().zip(&names.sequences);
    let sequence = |(clip, name): (&super::mesh::Clip, &String)| ImportedSequence {
        name: name.clone(),
        source: clip.source.clone(),
        first: clip.frames.start,
        last: clip.frames.end.saturating_sub(1),
        fps: clip.fps,
    };
    named.map(sequence).collect()
}

fn pack_frames(
    mesh: &AnimatedMesh,
    merge: &Merge,
    groups: &[Range<usize>],
    normals: &[[f32; 3]],
    names: &[FrameName],
) -> Result<Vec<ModelFrame>, ImportError> {
    let count = merge.first.len();
    let positions = |frame: usize| -> Vec<[f32; 3]> {
        merge.first.iter().map(|&vertex| mesh.frame(frame)[vertex as usize]).collect()
    };
    let refuse = |error: md2_format::QuantizeError| {
        ImportError::invalid("the positions", format!("an error ({error})"), "finite numbers")
    };
    let mut frames = Vec::with_capacity(mesh.frame_count());
    for group in groups {
        let all: Vec<Vec<[f32; 3]>> = group.clone().map(positions).collect();
        let quantization = Quantization::covering(all.iter().flatten()).map_err(refuse)?;
        for (frame, positions) in group.clone().zip(&all) {
            let normals = &normals[frame * count..][..count];
            let name = names.get(frame).copied().unwrap_or_default();
            frames.push(
                ModelFrame::from_positions_with(name, quantization, positions, normals).map_err(refuse)?,
            );
        }
    }
    Ok(frames)
}

fn skin_names(mesh: &AnimatedMesh, options: &ImportOptions) -> Result<Vec<SkinName>, ImportError> {
    let own = mesh.origin.as_ref().filter(|_| options.skin_name.is_none());
    let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_ascii_lowercase());
    let place = options.default_skin_name.as_deref().and_then(folder);
    // In another folder of a game, the old path would lead to the skin of another model.
    let is_here = |path: &str| place.is_none() || folder(path) == place;
    let names = own.map(|origin| &origin.skin_names).filter(|names| !names.is_empty());
    let is_first_here =
        |names: &&Vec<Vec<u8>>| names.first().is_some_and(|name| is_here(&String::from_utf8_lossy(name)));
    if let Some(names) = names.filter(is_first_here) {
        return Ok(names.iter().filter_map(|name| SkinName::new(name).ok()).collect());
    }
    let stored = own.and_then(|_| stored_path(mesh)).filter(|path| is_here(path));
    let wanted = options.skin_name.as_deref().or(stored.as_deref()).or(options.default_skin_name.as_deref());
    Ok(vec![skin_name(wanted.unwrap_or(ImportOptions::SKIN_NAME))?])
}

/// Returns the path of the skin that the original model contains: the shader of all its surfaces, or the name of its material.
fn stored_path(mesh: &AnimatedMesh) -> Option<String> {
    let path = match &mesh.surfaces[..] {
        [] => {
            mesh.materials.first().map(|material| material.name.clone()).filter(|name| is_skin_path(name))?
        }
        [[_, shader], others @ ..]
            if !shader.is_empty() && others.iter().all(|[_, other]| other == shader) =>
        {
            // Quake III adds the extension itself.
            let is_whole = is_skin_path(shader.rsplit('/').next().unwrap_or_default());
            if is_whole { shader.clone() } else { format!("{shader}.pcx") }
        }
        _ => return None,
    };
    let is_relative = !path.contains(['\\', ':']) && !path.starts_with('/');
    (is_relative && path.len() <= LONGEST_SKIN_NAME).then_some(path)
}

fn skin_name(wanted: &str) -> Result<SkinName, ImportError> {
    match SkinName::new(wanted) {
        Ok(name) if wanted.len() <= LONGEST_SKIN_NAME => Ok(name),
        _ => Err(ImportError::invalid(
            "the skin path",
            format!("{} ({} bytes)", quoted(wanted), wanted.len()),
            format!("at most {LONGEST_SKIN_NAME} bytes without NUL"),
        )),
    }
}

/// Returns the other skins with their paths in the model, and adds those paths that `names` lacks. Such a skin gets the folder of the first
/// path. If the skins are numbered, they get names such as `hero_skin2.pcx`.
fn named_skins(
    others: Vec<(String, ImportedSkin)>,
    names: &mut Vec<SkinName>,
    are_numbered: bool,
) -> Result<Vec<(String, ImportedSkin)>, ImportError> {
    let mut named = Vec::new();
    for (name, skin) in others {
        let known = names.iter().skip(1).map(SkinName::to_string);
        let path = match known.into_iter().find(|path| file_stem(path).eq_ignore_ascii_case(file_stem(&name)))
        {
            Some(path) => path,
            None => {
                let first = names.first().map(SkinName::to_string).unwrap_or_default();
                let folder = &first[..first.rfind('/').map_or(0, |slash| slash + 1)];
                let stem = file_stem(&name);
                let is_taken =
                    |path: &String| names.iter().any(|other| other.to_string().eq_ignore_ascii_case(path));
                let numbered = format!("{folder}{}_skin{}.pcx", file_stem(&first), names.len() + 1);
                let is_beside =
                    is_skin_path(&name) && name[..name.rfind('/').map_or(0, |at| at + 1)] == *folder;
                let first = match is_beside {
                    _ if are_numbered => numbered,
                    true => name.clone(),
                    false => format!("{folder}{stem}.pcx"),
                };
                let numbered = (2..).map(|number| format!("{folder}{stem}_{number}.pcx"));
                let mut paths = std::iter::once(first).chain(numbered);
                let path = paths.find(|path| !is_taken(path)).unwrap_or_default();
                names.push(skin_name(&path)?);
                path
            }
        };
        named.push((path, skin));
    }
    Ok(named)
}

/// Builds the OpenGL commands. Their texture coordinates are exact instead of rounded to texels, unless there are more
/// exact coordinates than 16-bit indices can address.
fn gl_commands(triangles: &[Corners], coordinates: &SkinCoordinates, skin_size: [u16; 2]) -> Vec<Word> {
    if coordinates.exact.len() as u64 > MOST_INDICES {
        // 16-bit indices cannot address that many exact coordinates, so rounded texels are used.
        let records: Vec<Triangle> = triangles.iter().map(|corners| corners.record(coordinates)).collect();
        return stripify(&records, &coordinates.st).to_words(skin_size.map(i32::from));
    }
    // Corners with equal exact coordinates get the same number, which is stored in place of a skin coordinate.
    let numbers = (0..=u16::MAX).take(coordinates.exact.len());
    let numbers: Vec<St> = numbers.map(|number| St::new(number.cast_signed(), 0)).collect();
    let exact = |vertex: u32| u16::try_from(coordinates.exact_of[vertex as usize]).unwrap_or(u16::MAX);
    let records: Vec<Triangle> =
        triangles.iter().map(|corners| Triangle::new(corners.xyz, corners.source.map(exact))).collect();
    let mut words = Vec::new();
    for run in stripify(&records, &numbers).runs() {
        let count = i32::try_from(run.corners.len()).unwrap_or(i32::MAX);
        words.push(i32::to_le_bytes(match run.primitive {
            GlPrimitive::Strip => count,
            GlPrimitive::Fan => -count,
        }));
        for corner in &run.corners {
            let [u, v] = coordinates.exact[usize::from(corner.s.cast_unsigned())];
            words.extend([f32::to_le_bytes(u), f32::to_le_bytes(v), i32::to_le_bytes(corner.xyz.into())]);
        }
    }
    words.push(i32::to_le_bytes(0));
    words
}

fn position_error(mesh: &AnimatedMesh, merge: &Merge, model: &Model) -> PositionError {
    let mut sum = ErrorSum::default();
    let mut longest_step = 0.0_f32;
    for (frame, stored) in model.frames.iter().enumerate() {
        longest_step = stored.scale.iter().fold(longest_step, |longest, step| longest.max(*step));
        let stored: Vec<[f32; 3]> = stored.positions().collect();
        for (position, merged) in mesh.frame(frame).iter().zip(&merge.merged) {
            merged.iter().for_each(|&merged| sum.add_pair(*position, stored[merged as usize]));
        }
    }
    sum.finish(longest_step)
}

pub(crate) fn problems<C: Code>(report: Report<C>) -> Vec<String> {
    let problems = report.findings.into_iter().filter(|finding| finding.code.severity() > Severity::Note);
    problems.map(|finding| finding.to_string()).collect()
}
