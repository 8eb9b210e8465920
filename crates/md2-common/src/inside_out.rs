//! The triangles of a model that face inwards.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::winding::{TriangleOrder, Winding};

/// The triangles of a model that face inwards.
///
/// Each closed part is judged by its volume. A part is closed if each edge of its triangles belongs to exactly two of them. The other
/// triangles, such as sheets, have no inside and are left alone, unless they are the greater part of the model; they are then judged
/// together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InsideOut {
    /// The inverted closed parts. Empty if the whole model is inverted.
    pub parts: Vec<InvertedPart>,
    /// The winding of the whole model or of its open triangles, if these face inwards.
    pub winding: Option<Winding>,
    /// The indices of all triangles that face inwards, ascending.
    pub triangles: Vec<usize>,
    /// Whether the model has a closed part, or encloses enough volume to have an inside.
    pub has_inside: bool,
}

/// A closed part of a model in which triangles face inwards.
#[derive(Clone, Debug, PartialEq)]
pub struct InvertedPart {
    /// The indices of the triangles that face inwards, ascending.
    pub triangles: Vec<usize>,
    /// Number of triangles of the part.
    pub triangle_count: usize,
    /// The mean of the positions of all triangle corners.
    pub center: [f64; 3],
}

/// Writes, for example, `all 12 triangles of the closed part around 0.0, 24.0, 0.0 face inwards`.
impl fmt::Display for InvertedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], all) = (self.center, self.triangle_count);
        match self.triangles.len() {
            count if count == all => write!(f, "all {all}")?,
            count => write!(f, "{count} of {all}")?,
        }
        write!(f, " triangles of the closed part around {x:.1}, {y:.1}, {z:.1} face inwards")
    }
}

impl InsideOut {
    /// Finds the triangles that face inwards. `triangles` contains indices of `positions`; triangles with other indices are ignored.
    pub fn find(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        let corners = |triangle: usize| triangles[triangle].map(|vertex| positions[vertex as usize]);
        let winding =
            |list: &[usize]| Winding::from_triangles(list.iter().map(|&triangle| corners(triangle)));
        let (mut found, mut open, mut closed) = (Self::default(), Vec::new(), 0);
        for part in TriangleForest::new(positions, triangles).into_parts() {
            let all: Vec<usize> = part.iter().map(|face| face.triangle).collect();
            if !part.iter().all(|face| face.paired_edges == 3) {
                open.extend(all);
                continue;
            }
            closed += all.len();
            let oriented = part.iter().map(|face| {
                let [a, b, c] = corners(face.triangle);
                if face.is_turned { [a, c, b] } else { [a, b, c] }
            });
            let is_inverted = match Winding::from_triangles(oriented).order() {
                TriangleOrder::OpenOrFlat => continue,
                order => order == TriangleOrder::Counterclockwise,
            };
            found.has_inside = true;
            let wrong = part.iter().filter(|face| face.is_turned != is_inverted);
            let triangles: Vec<usize> = wrong.map(|face| face.triangle).collect();
            if !triangles.is_empty() {
                found.triangles.extend(&triangles);
                let points = || all.iter().flat_map(|&triangle| corners(triangle));
                let center = [0, 1, 2]
                    .map(|axis| points().map(|point| point[axis]).sum::<f64>() / (3 * all.len()) as f64);
                found.parts.push(InvertedPart { triangles, triangle_count: all.len(), center });
            }
        }
        let of_open = winding(&open);
        let is_judged = open.len() >= closed && of_open.order() != TriangleOrder::OpenOrFlat;
        found.has_inside |= is_judged;
        if is_judged && of_open.order() == TriangleOrder::Counterclockwise {
            found.triangles.extend(&open);
            found.winding = Some(of_open);
        }
        if !found.triangles.is_empty() && found.triangles.len() == open.len() + closed {
            (found.winding, found.parts) = (Some(winding(&found.triangles)), Vec::new());
        }
        found.triangles.sort_unstable();
        found
    }
}

/// A triangle, with whether its winding differs from that of the first triangle of its part. Three edges are paired if each belongs to
/// exactly one other triangle.
struct PartTriangle {
    triangle: usize,
    is_turned: bool,
    paired_edges: u8,
}

/// An edge of a triangle: its two places, the lower one first, the vertices of the file at these places, and whether the triangle runs from
/// the higher to the lower place.
#[derive(Clone, Copy)]
struct Edge {
    ends: [u32; 2],
    vertices: [u32; 2],
    is_reversed: bool,
    triangle: usize,
}

/// The triangles of a model as a union-find structure, in which connected triangles form a tree.
struct TriangleForest {
    /// For each triangle, the triangle above it in its tree, and whether their windings differ.
    above: Vec<(usize, bool)>,
    /// For each triangle with three different corners, the number of paired edges.
    paired: Vec<Option<u8>>,
}

impl TriangleForest {
    /// Connects the triangles that share an edge: first by the vertices of the file, because different parts may touch each other, then by
    /// their positions, because files repeat vertices at seams.
    fn new(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        let places = places(positions);
        let above: Vec<_> = (0..triangles.len()).map(|triangle| (triangle, false)).collect();
        let mut faces = Self { above, paired: vec![None; triangles.len()] };
        let mut edges = Vec::with_capacity(3 * triangles.len());
        for (triangle, vertices) in triangles.iter().enumerate() {
            let ends = vertices.map(|vertex| places.get(vertex as usize).copied());
            let [Some(a), Some(b), Some(c)] = ends else { continue };
            if a == b || b == c || c == a {
                continue;
            }
            faces.paired[triangle] = Some(0);
            for [(a, from), (b, to)] in
                [[0, 1], [1, 2], [2, 0]].map(|ends| ends.map(|i| ([a, b, c][i], vertices[i])))
            {
                let (ends, vertices) = if a < b { ([a, b], [from, to]) } else { ([b, a], [to, from]) };
                edges.push(Edge { ends, vertices, is_reversed: a > b, triangle });
            }
        }
        let edges = faces.pair(edges, |edge| (edge.ends, edge.vertices));
        let edges = faces.pair(edges, |edge| (edge.ends, [0; 2]));
        // Where several parts touch each other, the edge belongs to two triangles of each part.
        let roots: Vec<usize> = (0..triangles.len()).map(|triangle| faces.root(triangle).0).collect();
        faces.pair(edges, |edge| (edge.ends, roots[edge.triangle]));
        faces
    }

    /// Connects the triangles of edges whose key occurs exactly twice. Returns the other edges.
    fn pair<K: Ord>(&mut self, mut edges: Vec<Edge>, key: impl Fn(&Edge) -> K) -> Vec<Edge> {
        edges.sort_by_key(&key);
        let mut left = Vec::new();
        for group in edges.chunk_by(|a, b| key(a) == key(b)) {
            match group {
                [one, other] if one.triangle != other.triangle => self.connect(one, other),
                _ => left.extend(group),
            }
        }
        left
    }

    fn connect(&mut self, one: &Edge, other: &Edge) {
        let ((a, a_differs), (b, b_differs)) = (self.root(one.triangle), self.root(other.triangle));
        // Two triangles with the same winding run along their common edge in opposite directions.
        let differs = (one.is_reversed == other.is_reversed) != (a_differs != b_differs);
        if a != b {
            self.above[a.max(b)] = (a.min(b), differs);
        } else if differs {
            // The windings contradict each other, as on a Möbius strip. Such a part has no inside.
            self.paired[one.triangle] = Some(u8::MAX);
            return;
        }
        for triangle in [one.triangle, other.triangle] {
            self.paired[triangle] = self.paired[triangle].map(|count| count.saturating_add(1));
        }
    }

    /// Returns the first triangle of the part, and whether its winding differs from that of `triangle`. Shortens the path to it.
    fn root(&mut self, mut triangle: usize) -> (usize, bool) {
        let mut differs = false;
        while self.above[triangle].0 != triangle {
            let (above, first) = self.above[triangle];
            let (next, second) = self.above[above];
            self.above[triangle] = (next, first != second);
            differs ^= first != second;
            triangle = next;
        }
        (triangle, differs)
    }

    fn into_parts(mut self) -> impl Iterator<Item = Vec<PartTriangle>> {
        let mut parts: Vec<Vec<PartTriangle>> = self.above.iter().map(|_| Vec::new()).collect();
        for triangle in 0..parts.len() {
            let (root, is_turned) = self.root(triangle);
            parts[root].extend(self.paired[triangle].map(|paired_edges| PartTriangle {
                triangle,
                is_turned,
                paired_edges,
            }));
        }
        parts.into_iter().filter(|part| !part.is_empty())
    }
}

/// Returns a number for each position that is equal for equal positions.
fn places(positions: &[[f64; 3]]) -> Vec<u32> {
    let key = |&(position, _): &(&[f64; 3], usize)| position.map(|c| (c + 0.0).to_bits());
    let mut order: Vec<(&[f64; 3], usize)> = positions.iter().zip(0..).collect();
    order.sort_unstable_by_key(key);
    let mut places = vec![0; positions.len()];
    for (place, same) in (0..).zip(order.chunk_by(|a, b| key(a) == key(b))) {
        same.iter().for_each(|&(_, index)| places[index] = place);
    }
    places
}
