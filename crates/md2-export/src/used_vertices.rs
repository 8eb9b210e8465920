//! The vertices that triangles use. Exports contain only these, since others would enlarge the bounds of a file.

use std::ops::Range;

use md2_mesh::Mesh;

#[derive(Debug)]
pub(crate) struct UsedVertices {
    kept: Vec<usize>,
    /// For each vertex of the mesh, its number among the used vertices. The number of an unused vertex has no meaning.
    places: Vec<u32>,
    surfaces: Vec<Range<usize>>,
}

impl UsedVertices {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let mut is_used = vec![false; mesh.vertex_count()];
        mesh.indices().iter().for_each(|index| is_used[index as usize] = true);
        let kept: Vec<usize> = (0..is_used.len()).filter(|&vertex| is_used[vertex]).collect();
        let mut places = vec![0; is_used.len()];
        for (place, &vertex) in (0..).zip(&kept) {
            places[vertex] = place;
        }
        let place = |vertex: usize| kept.partition_point(|&used| used < vertex);
        let surfaces = mesh.surfaces().iter().map(|one| place(one.vertices.start)..place(one.vertices.end));
        Self { surfaces: surfaces.collect(), kept, places }
    }

    pub(crate) fn place(&self, vertex: u32) -> u32 {
        self.places[vertex as usize]
    }

    pub(crate) fn count(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn surfaces(&self) -> &[Range<usize>] {
        &self.surfaces
    }

    /// Removes the elements of unused vertices from `list_count` lists. Each list has an element for each vertex; the lists follow each other.
    pub(crate) fn keep<T: Copy>(&self, lists: &mut Vec<T>, list_count: usize) {
        let count = self.places.len();
        if self.kept.len() == count {
            return;
        }
        // Every element moves towards the start, over one that was already moved.
        let from = (0..list_count).flat_map(|list| self.kept.iter().map(move |vertex| list * count + vertex));
        for (to, from) in from.enumerate() {
            lists[to] = lists[from];
        }
        lists.truncate(list_count * self.kept.len());
    }
}
