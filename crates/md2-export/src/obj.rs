//! Writing of Wavefront OBJ files, with a material library for the skin. A file holds one frame.
//!
//! Positions, texture coordinates and normals are separate lists, as in an MD2. Vertices at a seam share a position. A sequence needs
//! one file for each frame; these files differ only in positions and normals.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use md2_mesh::{Mesh, Pose, blend};

use crate::export_model::{ExportModel, SkinAlphaMode, SkinSet, SlotSkin};

/// The up axis of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// Z, as in Quake: X is forward, Y left.
    #[default]
    Z,
    /// Y, as in glTF and most programs: Z is forward, X left.
    Y,
}

impl UpAxis {
    pub(crate) const fn turn(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Z => [x, y, z],
            Self::Y => [y, z, x],
        }
    }

    pub(crate) const fn turn_back(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Z => [x, y, z],
            Self::Y => [z, x, y],
        }
    }
}

/// Options of writing OBJ.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjOptions {
    /// The up axis of the file.
    pub up: UpAxis,
    /// Units of the file per Quake unit. It must be finite.
    pub scale: f32,
    /// The file name of the material library, if there is one.
    pub library: Option<String>,
}

impl Default for ObjOptions {
    fn default() -> Self {
        Self { up: UpAxis::default(), scale: 1.0, library: None }
    }
}

/// Returns a frame of a model as an OBJ file. A frame number past the end gives the last frame.
///
/// Triangles are counterclockwise, and the origin of texture coordinates is at the bottom left. Numbers are written with enough digits
/// to be read back exactly. The files of all frames of a model have the same faces.
///
/// ```
/// use md2_export::{ObjOptions, ExportModel, write_obj};
/// use md2_load::{LoadOptions, load};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let model = load(&file, &LoadOptions::default())?;
/// let obj = write_obj(&ExportModel::new("triangle", &model), 0, &ObjOptions::default());
/// assert!(obj.contains("\nf 1/1/1 3/3/3 2/2/2\n"));
/// # Ok::<(), md2_load::LoadError>(())
/// ```
pub fn write_obj(subject: &ExportModel<'_>, frame: usize, options: &ObjOptions) -> String {
    let mesh = subject.mesh;
    let (positions, normals) = posed(subject, frame, options.up, options.scale);
    let numbers = ObjIndices::new(mesh);

    let mut text = String::new();
    // Writing to a string never fails.
    let _ = writeln!(text, "# {}, frame {frame}: {}", line(&subject.name), line(&subject.frame_name(frame)));
    if let Some(library) = &options.library {
        let _ = writeln!(text, "mtllib {}", line(library));
    }
    for &vertex in &numbers.positions {
        let [x, y, z] = positions[vertex];
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for &vertex in &numbers.uvs {
        let [u, v] = mesh.uvs()[vertex];
        let _ = writeln!(text, "vt {u} {}", 1.0 - v);
    }
    for &vertex in &numbers.positions {
        let [x, y, z] = normals[vertex];
        let _ = writeln!(text, "vn {x} {y} {z}");
    }
    for (number, surface) in mesh.surfaces().iter().enumerate() {
        let _ = writeln!(text, "o {}", object_name(subject, number));
        let _ = writeln!(text, "usemtl {}", material_name(surface.skin_slot));
        for [a, b, c] in mesh.indices().triangles_of(surface) {
            text.push('f');
            for corner in [a, c, b] {
                let (xyz, uv) = numbers.corners[usize::try_from(corner).unwrap_or(usize::MAX)];
                let _ = write!(text, " {xyz}/{uv}/{xyz}");
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the positions and the normals of a frame. `scale` is the number of file units per Quake unit.
pub(crate) fn posed(
    subject: &ExportModel<'_>,
    frame: usize,
    up: UpAxis,
    scale: f32,
) -> (Vec<[f32; 3]>, Vec<[f32; 3]>) {
    let mut positions = vec![[0.0; 3]; subject.mesh.vertex_count()];
    let mut normals = positions.clone();
    let pose = Pose::still(u32::try_from(frame).unwrap_or(u32::MAX));
    blend::blend_frames(subject.mesh, pose, &mut positions, &mut normals);
    positions.iter_mut().for_each(|position| *position = up.turn(position.map(|c| c * scale)));
    normals.iter_mut().for_each(|normal| *normal = up.turn(*normal));
    (positions, normals)
}

/// Writes the material library of a skin, with a material for each slot. `image_names` are the names of the image files by slot.
pub fn write_mtl(
    subject: &ExportModel<'_>,
    skin: Option<&SkinSet>,
    image_names: &BTreeMap<usize, String>,
) -> String {
    let mut text = format!("# {}\n", line(&subject.name));
    for slot in 0..subject.mesh.skin_slot_count() {
        let _ = writeln!(text, "newmtl {}", material_name(slot));
        let slot_skin = skin.map(|skin| skin.slot(slot));
        let color = if matches!(slot_skin, Some(SlotSkin::Texture(_))) { 1.0 } else { 0.5 };
        let _ = writeln!(text, "Kd {color} {color} {color}\nKs 0 0 0\nillum 1");
        if matches!(slot_skin, Some(SlotSkin::Hidden)) {
            let _ = writeln!(text, "d 0");
        }
        if let (Some(SlotSkin::Texture(texture)), Some(file)) = (slot_skin, image_names.get(&slot)) {
            let file = line(file);
            let _ = writeln!(text, "map_Kd {file}");
            if texture.alpha != SkinAlphaMode::Opaque {
                let _ = writeln!(text, "map_d -imfchan m {file}");
            }
        }
    }
    text
}

/// The lists and the indices of an OBJ. Unlike a mesh, which repeats vertices at seams, an OBJ lists each position and each texture
/// coordinate once.
struct ObjIndices {
    /// For each position in the OBJ, the index of a mesh vertex that has this position.
    positions: Vec<usize>,
    /// For each texture coordinate in the OBJ, the index of a mesh vertex that has this texture coordinate.
    uvs: Vec<usize>,
    /// For each vertex, the indices of its position and its texture coordinate. They count from 1.
    corners: Vec<(usize, usize)>,
}

impl ObjIndices {
    fn new(mesh: &Mesh) -> Self {
        let (mut by_xyz, mut by_st) = (BTreeMap::new(), BTreeMap::new());
        for (vertex, source) in mesh.source_vertices().iter().enumerate() {
            by_xyz.entry(source.xyz).or_insert(vertex);
            // Vertices with the same skin coordinate may have different texture coordinates if these come from OpenGL commands.
            let [u, v] = mesh.uvs()[vertex].map(f32::to_bits);
            by_st.entry((source.st, u, v)).or_insert(vertex);
        }
        let xyz: BTreeMap<_, _> = by_xyz.keys().copied().zip(1..).collect();
        let st: BTreeMap<_, _> = by_st.keys().copied().zip(1..).collect();
        let corner = |(source, uv): (&md2_mesh::SourceVertex, &[f32; 2])| {
            let [u, v] = uv.map(f32::to_bits);
            (xyz[&source.xyz], st[&(source.st, u, v)])
        };
        Self {
            corners: mesh.source_vertices().iter().zip(mesh.uvs()).map(corner).collect(),
            positions: by_xyz.into_values().collect(),
            uvs: by_st.into_values().collect(),
        }
    }
}

fn material_name(slot: usize) -> String {
    format!("skin{slot}")
}

fn object_name(subject: &ExportModel<'_>, surface: usize) -> String {
    let name = &subject.mesh.surfaces()[surface].name;
    let name = if name.is_empty() { &subject.name } else { name };
    let word: String = line(name).chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect();
    if word.is_empty() { format!("surface{surface}") } else { word }
}

/// Removes control characters, which would end the line.
fn line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}
