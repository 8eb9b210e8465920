//! Reading of Wavefront OBJ files. Each file becomes a frame.
//!
//! The reader uses `v`, `vt`, `vn` and `f` and ignores groups and objects. Polygons are divided into triangle fans. Negative indices
//! count from the end. All files must have the same number of vertices and the same faces. The texture coordinates of the first file
//! are used, and one image for all faces.

use std::collections::HashMap;

use crate::obj::UpAxis;

use super::error::{ImportError, quoted};
use super::mesh::{AnimatedMesh, Clip};
use super::mtl;
use super::options::{ImportOptions, Limits, Sources};

/// An OBJ file, which contains one frame of a sequence.
#[derive(Clone, Copy, Debug)]
pub struct ObjFile<'a> {
    /// The file name without folders: `run_01.obj` is the first frame of the sequence "run".
    pub name: &'a str,
    /// The content of the file.
    pub content: &'a [u8],
}

pub(crate) fn read(
    files: &[ObjFile<'_>],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<AnimatedMesh, ImportError> {
    let ordered = sequences(files);
    let mut clips: Vec<Clip> = Vec::new();
    let mut parsed = ordered.iter().flat_map(|(name, files)| files.iter().map(move |file| (name, *file)));
    let Some((_, first)) = parsed.clone().next() else {
        return Err(ImportError::empty("the import", "OBJ file"));
    };
    let first = ObjGeometry::read(first, &options.limits)?;
    let frame_count = files.len();
    ImportError::check_limit("the import", "frames", frame_count as u64, options.limits.frames)?;
    let (numbers, corners) = distinct(&first.faces);
    let mut mesh = first.to_mesh(&numbers, &corners);
    let samples = mesh.vertex_count() as u64 * frame_count as u64;
    ImportError::check_limit("the import", "vertices times frames", samples, options.limits.samples)?;
    mesh.has_normals = first.faces.iter().all(|corner| corner.normal.is_some());
    for (number, (name, file)) in parsed.by_ref().enumerate() {
        match clips.last_mut() {
            Some(clip) if clip.name == *name => clip.frames.end = number + 1,
            _ => clips.push(Clip {
                name: name.clone(),
                source: name.clone(),
                frames: number..number + 1,
                fps: options.fps,
            }),
        }
        let parsed = ObjGeometry::read(file, &options.limits)?;
        first.refuse_other_shape(&parsed, file)?;
        let scale = options.scale.unwrap_or(1.0);
        for &corner in &corners {
            let corner = &parsed.faces[corner];
            mesh.positions.push(turned(parsed.positions[corner.position], options.up, scale));
            if mesh.has_normals {
                let normal = corner.normal.and_then(|normal| parsed.normals.get(normal));
                mesh.normals.push(turned(normal.copied().unwrap_or_default(), options.up, 1.0));
            }
        }
    }
    mesh.clips = clips;
    if options.skin_image.is_none()
        && let Some(file) = files.first()
    {
        mesh.materials = vec![mtl::material(file.content, sources, &options.limits, &mut mesh.losses)];
    }
    Ok(mesh)
}

fn sequences<'a, 'b>(files: &'b [ObjFile<'a>]) -> Vec<(String, Vec<&'b ObjFile<'a>>)> {
    let mut sequences: Vec<(String, Vec<(u64, &ObjFile<'a>)>)> = Vec::new();
    for file in files {
        let (name, number) = name_and_number(file.name);
        match sequences.iter_mut().find(|(known, _)| *known == name) {
            Some((_, members)) => members.push((number, file)),
            None => sequences.push((name, vec![(number, file)])),
        }
    }
    let sorted = sequences.into_iter().map(|(name, mut members)| {
        members.sort_by_key(|(number, file)| (*number, file.name));
        (name, members.into_iter().map(|(_, file)| file).collect())
    });
    sorted.collect()
}

/// Splits a file name such as `run_07.obj` into `run` and 7.
fn name_and_number(file: &str) -> (String, u64) {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &stem[name.len()..];
    // A number that is too large for its type sorts last.
    let number = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    (name.trim_end_matches(['_', '-', '.', ' ']).to_owned(), number)
}

fn turned(vector: [f32; 3], up: UpAxis, scale: f64) -> [f32; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "infinite coordinates are rejected later")]
    up.turn_back(vector).map(|c| (f64::from(c) * scale) as f32)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ObjCorner {
    position: usize,
    uv: Option<usize>,
    normal: Option<usize>,
}

#[derive(Debug, Default)]
struct ObjGeometry {
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    faces: Vec<ObjCorner>,
    lines: Vec<usize>,
}

impl ObjGeometry {
    fn read(file: &ObjFile<'_>, limits: &Limits) -> Result<Self, ImportError> {
        let mut parsed = Self::default();
        let text = String::from_utf8_lossy(file.content);
        for (number, line) in (1..).zip(text.lines()) {
            let place = || format!("{}, line {number}", file.name);
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("v") => parsed.positions.push(vector(words, &place)?),
                Some("vt") => parsed.uvs.push(vector(words, &place)?),
                Some("vn") => parsed.normals.push(vector(words, &place)?),
                Some("f") => {
                    let corners = words.map(|word| parsed.corner(word, &place));
                    let corners: Vec<ObjCorner> = corners.collect::<Result<_, _>>()?;
                    if corners.len() < 3 {
                        let found = format!("a face of {} corners", corners.len());
                        return Err(ImportError::invalid(place(), found, "at least 3"));
                    }
                    for pair in corners[1..].windows(2) {
                        parsed.faces.extend([corners[0], pair[0], pair[1]]);
                        parsed.lines.push(number);
                    }
                }
                _ => {}
            }
            let (vertices, triangles) = (parsed.positions.len(), parsed.lines.len());
            let place = format_args!("{}, line {number}", file.name);
            ImportError::check_limit(place, "vertices", vertices as u64, limits.vertices)?;
            ImportError::check_limit(place, "triangles", triangles as u64, limits.triangles)?;
        }
        Ok(parsed)
    }

    /// Parses a corner of a face, such as `1/2/3`: the numbers of its position, texture coordinate and normal.
    fn corner(&self, word: &str, place: &impl Fn() -> String) -> Result<ObjCorner, ImportError> {
        let mut parts = word.split('/');
        let mut index = |what: &str, count: usize| match parts.next() {
            None | Some("") => Ok(None),
            Some(text) => match text.parse::<i64>().ok().and_then(|number| resolve(number, count)) {
                Some(index) => Ok(Some(index)),
                None => Err(ImportError::invalid(
                    place(),
                    format!("{what} index {}", quoted(text)),
                    format!("1 to {count}, or -1 to -{count}"),
                )),
            },
        };
        let position = index("position", self.positions.len())?;
        let uv = index("texture coordinate", self.uvs.len())?;
        let normal = index("normal", self.normals.len())?;
        let none = || ImportError::invalid(place(), format!("corner {}", quoted(word)), "a position index");
        Ok(ObjCorner { position: position.ok_or_else(none)?, uv, normal })
    }

    /// Returns a mesh without frames and materials. `numbers` and `corners` are the result of [`distinct`], so equal
    /// corners share a vertex.
    fn to_mesh(&self, numbers: &[u32], corners: &[usize]) -> AnimatedMesh {
        let uv = |corner: &usize| {
            let [u, v] = self.faces[*corner].uv.and_then(|uv| self.uvs.get(uv)).copied().unwrap_or_default();
            // The origin is the lower left corner in OBJ, and the upper left corner here.
            [u, 1.0 - v]
        };
        AnimatedMesh {
            uvs: corners.iter().map(uv).collect(),
            material_of: vec![0; corners.len()],
            // Front faces are counterclockwise in OBJ, and clockwise here.
            triangles: numbers.as_chunks::<3>().0.iter().map(|&[a, b, c]| [a, c, b]).collect(),
            ..AnimatedMesh::default()
        }
    }

    fn refuse_other_shape(&self, other: &Self, file: &ObjFile<'_>) -> Result<(), ImportError> {
        if other.positions.len() != self.positions.len() {
            let found = format!("{} vertices", other.positions.len());
            let expected = format!("{}, as in the first file", self.positions.len());
            return Err(ImportError::invalid(file.name, found, expected));
        }
        let differs = self.faces.iter().zip(&other.faces).position(|(a, b)| a.position != b.position);
        let (found, expected) = match differs {
            None if self.faces.len() == other.faces.len() => return Ok(()),
            None => (format!("{} triangles", other.lines.len()), self.lines.len()),
            Some(corner) => {
                let [first, other] = [self, other].map(|file| file.faces[corner].position + 1);
                (format!("position index {other}"), first)
            }
        };
        let line = differs.and_then(|corner| other.lines.get(corner / 3)).or(other.lines.last());
        let place = line.map_or_else(|| file.name.to_owned(), |line| format!("{}, line {line}", file.name));
        Err(ImportError::invalid(place, found, format_args!("{expected}, as in the first file")))
    }
}

/// Numbers the distinct corners. Returns the number of each corner in `faces`, and for each number the index of its first corner in
/// `faces`.
fn distinct(faces: &[ObjCorner]) -> (Vec<u32>, Vec<usize>) {
    let (mut known, mut firsts) = (HashMap::new(), Vec::new());
    let number = |(at, corner): (usize, &ObjCorner)| {
        *known.entry(*corner).or_insert_with(|| {
            firsts.push(at);
            u32::try_from(firsts.len() - 1).unwrap_or(u32::MAX)
        })
    };
    let numbers = faces.iter().enumerate().map(number).collect();
    (numbers, firsts)
}

/// Converts an OBJ index, which counts from 1 or, if negative, from the end, to an index that counts from 0. Returns `None` if it is
/// out of range.
fn resolve(number: i64, count: usize) -> Option<usize> {
    let count = i64::try_from(count).ok()?;
    let index = if number < 0 { count + number } else { number - 1 };
    usize::try_from(index).ok().filter(|_| (0..count).contains(&index))
}

fn vector<'a, const N: usize>(
    mut words: impl Iterator<Item = &'a str>,
    place: &impl Fn() -> String,
) -> Result<[f32; N], ImportError> {
    let mut vector = [0.0; N];
    for number in &mut vector {
        let word = words.next().unwrap_or("");
        *number = word.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| {
            let found = if word.is_empty() { String::from("the end of the line") } else { quoted(word) };
            ImportError::invalid(place(), found, "a finite number")
        })?;
    }
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::super::options::NoFiles;
    use super::*;

    const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n";

    fn read_one(tail: &str) -> Result<AnimatedMesh, ImportError> {
        let text = format!("{TRIANGLE}{tail}");
        read(&[ObjFile { name: "a.obj", content: text.as_bytes() }], &NoFiles, &ImportOptions::default())
    }

    #[test]
    fn polygons_are_fans_and_indices_may_count_from_the_end() {
        let mesh = read_one("v 1 1 0\nf 1/1 2/2 4/3 3/3 # a square\n").unwrap();
        assert_eq!(mesh.triangles, [[0, 2, 1], [0, 3, 2]]);
        assert_eq!(mesh.uvs, [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]);
        let mesh = read_one("f -3/-3 -2/-2 -1/-1\no ignored\n").unwrap();
        assert_eq!(mesh.positions, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }

    #[test]
    fn errors_name_file_and_line() {
        for (tail, expected) in [
            ("f 1 2", "a.obj, line 7: found a face of 2 corners, expected at least 3"),
            ("f 1 2 4", "a.obj, line 7: found position index \"4\", expected 1 to 3, or -1 to -3"),
            ("f 1 2 0", "a.obj, line 7: found position index \"0\", expected 1 to 3, or -1 to -3"),
            (
                "f 1/9 2 3",
                "a.obj, line 7: found texture coordinate index \"9\", expected 1 to 3, or -1 to -3",
            ),
            ("f /1 2 3", "a.obj, line 7: found corner \"/1\", expected a position index"),
            ("\n\nv 1 nan 2", "a.obj, line 9: found \"nan\", expected a finite number"),
            ("v 1 2", "a.obj, line 7: found the end of the line, expected a finite number"),
        ] {
            assert_eq!(read_one(tail).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn rejects_files_with_other_faces() {
        let check = |second: &str, expected: &str| {
            let first = format!("{TRIANGLE}f 1 2 3\n");
            let files = [("a1.obj", first.as_str()), ("a2.obj", second)];
            let files = files.map(|(name, text)| ObjFile { name, content: text.as_bytes() });
            let error = read(&files, &NoFiles, &ImportOptions::default()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        };
        check("v 0 0 0\n", "a2.obj: found 1 vertices, expected 3, as in the first file");
        check(
            &format!("{TRIANGLE}\nf 1 3 2"),
            "a2.obj, line 8: found position index 3, expected 2, as in the first file",
        );
        check(
            &format!("{TRIANGLE}f 1 2 3\nf 1 2 3"),
            "a2.obj, line 8: found 2 triangles, expected 1, as in the first file",
        );
        check(TRIANGLE, "a2.obj: found 0 triangles, expected 1, as in the first file");
    }
}
