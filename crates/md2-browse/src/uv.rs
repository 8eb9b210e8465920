//! The positions of a model's triangles on its skin. An MD2 has two lists of texture coordinates, which may differ.

use std::ops::Range;
use std::sync::Arc;

use md2_load::{Anatomy, FileTriangle, SkinCoordinate};
use md2_scene::Document;

/// The largest distance, in texels, at which two texture coordinates count as equal. An MD2 has texture coordinates in
/// its triangles and in its OpenGL commands; one of the two may contain the corners of texels, and the other their
/// centers, which are half a texel away.
const TOLERANCE: f32 = 0.51;

/// The texture coordinates of a triangle, as fractions of the skin's size.
pub type Corners = [[f32; 2]; 3];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UvList {
    #[default]
    St,
    /// The texture coordinates in the OpenGL commands of an MD2 (`glcmds`).
    Commands,
}

#[derive(Debug)]
pub struct UvMap {
    /// The model. [`Document::study`] has already been called, so calling it again takes no time.
    document: Arc<Document>,
    /// The differences between the texture coordinates of the triangles and of the OpenGL commands; `None` if the
    /// commands draw no triangle.
    differences: Option<UvDifferences>,
}

#[derive(Debug, Default)]
pub struct UvDifferences {
    /// For each triangle, whether the OpenGL commands draw it with other texture coordinates.
    differs: Vec<bool>,
    pub count: usize,
    pub missing: usize,
    pub largest: f32,
}

impl UvMap {
    /// Creates the map of a model. Calls [`Document::study`], which may take long. Returns `None` if the bytes of the file are not
    /// available.
    pub fn new(document: &Arc<Document>) -> Option<Self> {
        let anatomy = &document.study()?.anatomy;
        let has_commands = anatomy.triangles().any(|triangle| by_commands(&triangle).is_some());
        let differences = has_commands.then(|| UvDifferences::from_anatomy(anatomy));
        Some(Self { document: Arc::clone(document), differences })
    }

    fn anatomy(&self) -> &Anatomy {
        &self.document.study().expect("`new` has studied the model").anatomy
    }

    pub fn differences(&self) -> Option<&UvDifferences> {
        self.differences.as_ref()
    }

    pub fn skin_size(&self) -> Option<[i32; 2]> {
        self.anatomy().skin_size()
    }

    /// The range of the triangles of a surface, or of all triangles if there is no such surface.
    pub fn triangles_of(&self, surface: usize) -> Range<u32> {
        let all = 0..self.anatomy().triangle_count();
        self.anatomy().surfaces().get(surface).map_or(all, |surface| surface.triangles.clone())
    }

    pub fn surface_of(&self, triangle: u32) -> Option<usize> {
        self.anatomy().surfaces().iter().position(|surface| surface.triangles.contains(&triangle))
    }

    /// The texture coordinates of a triangle in a list; `None` if the list does not contain the triangle, or its coordinates are
    /// not finite.
    pub fn corners(&self, triangle: u32, list: UvList) -> Option<Corners> {
        let triangle = self.anatomy().triangle(triangle)?;
        let corners = match list {
            UvList::St => triangle.corners.map(|corner| corner.uv),
            UvList::Commands => by_commands(&triangle)?,
        };
        corners.as_flattened().iter().all(|part| part.is_finite()).then_some(corners)
    }

    pub fn vertices(&self, triangle: u32) -> Option<[u32; 3]> {
        self.anatomy().triangle(triangle).map(|triangle| triangle.vertices())
    }

    pub fn stored(&self, triangle: u32) -> Option<[String; 3]> {
        let triangle = self.anatomy().triangle(triangle)?;
        Some(triangle.corners.map(|corner| match corner.stored {
            SkinCoordinate::Texels([s, t]) => format!("{s}, {t}"),
            SkinCoordinate::Fractions([s, t]) => format!("{s:.3}, {t:.3}"),
            _ => String::new(),
        }))
    }

    pub fn is_different(&self, triangle: u32) -> bool {
        let index = usize::try_from(triangle).unwrap_or(usize::MAX);
        self.differences.as_ref().is_some_and(|all| all.differs.get(index).copied().unwrap_or(false))
    }

    /// Finds the triangles of a surface that contain a point of the skin, which is given in fractions of the skin's size.
    pub fn triangles_at(&self, surface: usize, list: UvList, point: [f32; 2]) -> Vec<u32> {
        let contains =
            |&triangle: &u32| self.corners(triangle, list).is_some_and(|corners| is_inside(point, corners));
        self.triangles_of(surface).filter(contains).collect()
    }
}

impl UvDifferences {
    fn from_anatomy(anatomy: &Anatomy) -> Self {
        let size = anatomy.skin_size().unwrap_or([1, 1]);
        let [width, height] = size.map(|side| side.max(1) as f32);
        let mut differences = Self::default();
        for triangle in anatomy.triangles() {
            let off = triangle.corners.iter().filter_map(|corner| corner.commands_off());
            let off = off.map(|[s, t]| (s * width).abs().max((t * height).abs()));
            let largest = off.fold(0.0, f32::max);
            let is_missing = by_commands(&triangle).is_none() && triangle.has_three_corners();
            differences.missing += usize::from(is_missing);
            differences.count += usize::from(largest > TOLERANCE);
            differences.largest = differences.largest.max(largest);
            differences.differs.push(largest > TOLERANCE || is_missing);
        }
        differences
    }
}

fn by_commands(triangle: &FileTriangle) -> Option<Corners> {
    let [a, b, c] = triangle.corners.map(|corner| corner.by_commands.map(|command| command.uv));
    Some([a?, b?, c?])
}

/// Whether a point is inside a triangle of either winding. No point is inside a triangle without area.
fn is_inside(point: [f32; 2], [a, b, c]: Corners) -> bool {
    let side = |from: [f32; 2], to: [f32; 2]| {
        (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
    };
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(file: &[u8]) -> UvMap {
        let document = Document::from_bytes("m", file, md2_scene::Companions::default()).unwrap();
        UvMap::new(&Arc::new(document)).unwrap()
    }

    #[test]
    fn finds_the_triangles_that_contain_a_point() {
        let map = map(md2_testdata::one_triangle().build().bytes());
        let corners = map.corners(0, UvList::St).unwrap();
        let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
        assert_eq!(map.triangles_at(0, UvList::St, middle), [0]);
        assert_eq!(map.triangles_at(0, UvList::St, [-1.0, 0.5]), [0; 0]);
        assert_eq!((map.surface_of(0), map.surface_of(1)), (Some(0), None));
        assert_eq!(map.corners(7, UvList::St), None);
    }

    #[test]
    fn counts_triangles_whose_lists_differ() {
        let file = md2_testdata::one_triangle().build();
        let same = map(file.bytes());
        let differences = same.differences().expect("it has commands");
        assert_eq!((differences.count, differences.missing), (0, 0), "{differences:?}");
        assert!(!same.is_different(0));
        let mut moved = md2_testdata::one_triangle().build();
        moved.set_f32("gl[1]", 0.5);
        let moved = map(moved.bytes());
        let differences = moved.differences().unwrap();
        assert!(differences.count == 1 && differences.largest > 1.0, "{differences:?}");
        assert!(moved.is_different(0));
        assert_ne!(moved.corners(0, UvList::Commands), moved.corners(0, UvList::St));
        assert!(map(md2_testdata::mdl::frame_group().build().bytes()).differences().is_none());
    }
}
