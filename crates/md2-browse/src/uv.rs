//! The triangles of a model on its skin, by each of the lists in its file.

mod grid;

use std::ops::Range;
use std::sync::Arc;

use md2_load::{Anatomy, FileTriangle, SkinCoordinate};
use md2_scene::Document;

use grid::Grid;

/// Places of the two lists differ if they are further apart than this, in texels. Whether a coordinate means the corner of a
/// texel or its center is half a texel.
const SAME: f32 = 0.51;

/// Three places on the skin, as fractions of its size.
pub type Corners = [[f32; 2]; 3];

/// A list in a file that places corners on the skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UvList {
    /// The skin coordinates of the triangles.
    #[default]
    St,
    /// The OpenGL commands of an MD2.
    Commands,
}

/// The triangles of a model's file on its skin.
#[derive(Debug)]
pub struct UvMap {
    /// The model, which has been studied.
    document: Arc<Document>,
    /// The differences between the commands and the list, if there are commands.
    differences: Option<UvDifferences>,
    /// The triangles by the list, and by the commands.
    grids: [Grid; 2],
}

/// The differences between the two lists.
#[derive(Debug, Default)]
pub struct UvDifferences {
    /// Whether the lists differ, for each triangle.
    marked: Vec<bool>,
    /// The number of triangles that differ.
    pub count: usize,
    /// The number of triangles that the commands do not draw.
    pub missing: usize,
    /// The largest distance of a corner, in texels.
    pub largest: f32,
}

impl UvMap {
    /// Studies a model, which may take a while; `None` if its file has no triangles.
    pub fn new(document: &Arc<Document>) -> Option<Self> {
        let anatomy = document.study()?.anatomy();
        let has_commands = anatomy.triangles().iter().any(|triangle| by_commands(triangle).is_some());
        let differences = has_commands.then(|| UvDifferences::from_anatomy(anatomy));
        let count = u32::try_from(anatomy.triangles().len()).ok()?;
        let grid = |list| Grid::new(count, |triangle| corners(anatomy, triangle, list));
        let grids = [grid(UvList::St), if has_commands { grid(UvList::Commands) } else { Grid::default() }];
        Some(Self { document: Arc::clone(document), differences, grids })
    }

    fn anatomy(&self) -> &Anatomy {
        self.document.study().expect("it was studied when this was made").anatomy()
    }

    /// The differences between the two lists; `None` without commands.
    #[must_use]
    pub fn differences(&self) -> Option<&UvDifferences> {
        self.differences.as_ref()
    }

    /// The texels that the file says its skin has.
    #[must_use]
    pub fn skin_size(&self) -> Option<[i32; 2]> {
        self.anatomy().skin_size()
    }

    /// The triangles of a surface; all triangles if there is no such surface.
    #[must_use]
    pub fn triangles_of(&self, surface: usize) -> Range<u32> {
        let all = 0..u32::try_from(self.anatomy().triangles().len()).unwrap_or(u32::MAX);
        self.anatomy().surfaces().get(surface).map_or(all, |surface| surface.triangles.clone())
    }

    /// The surface that contains a triangle.
    #[must_use]
    pub fn surface_of(&self, triangle: u32) -> Option<usize> {
        self.anatomy().surfaces().iter().position(|surface| surface.triangles.contains(&triangle))
    }

    /// The corners of a triangle on the skin; `None` if the list does not have it.
    #[must_use]
    pub fn corners(&self, triangle: u32, list: UvList) -> Option<Corners> {
        corners(self.anatomy(), triangle, list)
    }

    /// The vertices of a triangle.
    #[must_use]
    pub fn vertices(&self, triangle: u32) -> Option<[u32; 3]> {
        self.anatomy().triangle(triangle).map(FileTriangle::vertices)
    }

    /// The stored coordinates of a triangle's corners, as text.
    #[must_use]
    pub fn stored(&self, triangle: u32) -> Option<[String; 3]> {
        let triangle = self.anatomy().triangle(triangle)?;
        Some(triangle.corners.map(|corner| match corner.stored {
            SkinCoordinate::Texels([s, t]) => format!("{s}, {t}"),
            SkinCoordinate::Parts([s, t]) => format!("{s:.3}, {t:.3}"),
            _ => String::new(),
        }))
    }

    /// Whether the two lists differ in a triangle.
    #[must_use]
    pub fn is_different(&self, triangle: u32) -> bool {
        let index = usize::try_from(triangle).unwrap_or(usize::MAX);
        self.differences.as_ref().is_some_and(|all| all.marked.get(index).copied().unwrap_or(false))
    }

    /// The triangles of a surface that contain a place on the skin.
    #[must_use]
    pub fn triangles_at(&self, surface: usize, list: UvList, place: [f32; 2]) -> Vec<u32> {
        let grid = match list {
            UvList::St => &self.grids[0],
            UvList::Commands => &self.grids[1],
        };
        let of_surface = self.triangles_of(surface);
        let is_here = |&triangle: &u32| {
            of_surface.contains(&triangle)
                && self.corners(triangle, list).is_some_and(|corners| is_inside(place, corners))
        };
        grid.near(place).into_iter().filter(is_here).collect()
    }
}

impl UvDifferences {
    fn from_anatomy(anatomy: &Anatomy) -> Self {
        let size = anatomy.skin_size().unwrap_or([1, 1]);
        #[expect(clippy::cast_precision_loss, reason = "no skin has as many texels as f32 cannot count")]
        let [width, height] = size.map(|side| side.max(1) as f32);
        let mut differences = Self::default();
        for triangle in anatomy.triangles() {
            let off = triangle.corners.iter().filter_map(|corner| corner.commands_off());
            let off = off.map(|[s, t]| (s * width).abs().max((t * height).abs()));
            let largest = off.fold(0.0, f32::max);
            let is_missing = by_commands(triangle).is_none() && triangle.has_three_corners();
            differences.missing += usize::from(is_missing);
            differences.count += usize::from(largest > SAME);
            differences.largest = differences.largest.max(largest);
            differences.marked.push(largest > SAME || is_missing);
        }
        differences
    }
}

fn corners(anatomy: &Anatomy, triangle: u32, list: UvList) -> Option<Corners> {
    let triangle = anatomy.triangle(triangle)?;
    match list {
        UvList::St => Some(triangle.corners.map(|corner| corner.uv)),
        UvList::Commands => by_commands(triangle),
    }
    .filter(|corners| corners.as_flattened().iter().all(|part| part.is_finite()))
}

fn by_commands(triangle: &FileTriangle) -> Option<Corners> {
    let [a, b, c] = triangle.corners.map(|corner| corner.by_commands.map(|by| by.uv));
    Some([a?, b?, c?])
}

/// Whether a place is inside a triangle of either winding. A triangle without area has no inside.
fn is_inside(place: [f32; 2], [a, b, c]: Corners) -> bool {
    let side = |from: [f32; 2], to: [f32; 2]| {
        (to[0] - from[0]) * (place[1] - from[1]) - (to[1] - from[1]) * (place[0] - from[0])
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
    fn a_place_finds_the_triangles_that_it_lies_in() {
        let map = map(md2_testdata::one_triangle().build().bytes());
        let corners = map.corners(0, UvList::St).unwrap();
        let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
        assert_eq!(map.triangles_at(0, UvList::St, middle), [0]);
        assert_eq!(map.triangles_at(0, UvList::St, [-1.0, 0.5]), [0; 0]);
        assert_eq!((map.surface_of(0), map.surface_of(1)), (Some(0), None));
        assert_eq!(map.corners(7, UvList::St), None);
    }

    #[test]
    fn lists_that_agree_do_not_differ_and_others_are_counted() {
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
