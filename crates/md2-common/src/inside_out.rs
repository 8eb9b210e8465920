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
        let mut faces = Faces::new(positions, triangles);
        faces.pair_edges();
        let (mut found, mut open, mut closed) = (Self::default(), Vec::new(), 0);
        for part in faces.parts() {
            if !part.is_closed {
                open.extend(part.triangles.iter().map(|&(triangle, _)| triangle));
                continue;
            }
            closed += part.triangles.len();
            let oriented = part.triangles.iter().map(|&(triangle, is_turned)| {
                let [a, b, c] = corners(triangle);
                if is_turned { [a, c, b] } else { [a, b, c] }
            });
            let is_inverted = match Winding::from_triangles(oriented.clone()).order() {
                TriangleOrder::OpenOrFlat => continue,
                order => order == TriangleOrder::Counterclockwise,
            };
            found.has_inside = true;
            let wrong = part.triangles.iter().filter(|&&(_, is_turned)| is_turned != is_inverted);
            let mut wrong: Vec<usize> = wrong.map(|&(triangle, _)| triangle).collect();
            wrong.sort_unstable();
            if !wrong.is_empty() {
                found.triangles.extend(&wrong);
                let center = center(oriented.flatten());
                found.parts.push(InvertedPart {
                    triangles: wrong,
                    triangle_count: part.triangles.len(),
                    center,
                });
            }
        }
        let winding = Winding::from_triangles(open.iter().map(|&triangle| corners(triangle)));
        let is_judged = open.len() >= closed && winding.order() != TriangleOrder::OpenOrFlat;
        found.has_inside |= is_judged;
        if is_judged && winding.order() == TriangleOrder::Counterclockwise {
            found.triangles.extend(&open);
            found.winding = Some(winding);
        }
        if !found.triangles.is_empty() && found.triangles.len() == open.len() + closed {
            let all = Winding::from_triangles(found.triangles.iter().map(|&triangle| corners(triangle)));
            (found.winding, found.parts) = (Some(all), Vec::new());
        }
        found.triangles.sort_unstable();
        found.parts.sort_by_key(|part| part.triangles[0]);
        found
    }
}

fn center(corners: impl Iterator<Item = [f64; 3]>) -> [f64; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for corner in corners {
        sum = [0, 1, 2].map(|axis| sum[axis] + corner[axis]);
        count += 1.0;
    }
    sum.map(|sum| sum / count)
}

/// An edge of a triangle: the two ends, the lower one first, and whether the triangle runs from the higher to the lower end.
#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [u32; 2],
    is_reversed: bool,
    triangle: usize,
    /// The ends as vertices of the file, in the order of `ends`.
    vertices: [u32; 2],
}

/// A set of triangles that are connected by edges, each with whether its winding differs from that of the first one.
struct Part {
    triangles: Vec<(usize, bool)>,
    is_closed: bool,
}

/// The triangles of a model as a union-find structure. Connected triangles form a part.
struct Faces {
    edges: Vec<Edge>,
    /// For each triangle, the triangle above it in the tree of its part, and whether their windings differ.
    above: Vec<(usize, bool)>,
    /// The numbers of edges that each triangle shares with exactly one other triangle.
    paired: Vec<u8>,
    /// Triangles at which the windings contradict each other, as on a Möbius strip.
    contradictions: Vec<usize>,
    /// Whether the triangle has three different corners.
    is_used: Vec<bool>,
}

impl Faces {
    fn new(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        let places = places(positions);
        let mut edges = Vec::with_capacity(3 * triangles.len());
        let mut is_used = vec![false; triangles.len()];
        for (triangle, vertices) in triangles.iter().enumerate() {
            let [Some(a), Some(b), Some(c)] = vertices.map(|vertex| places.get(vertex as usize)) else {
                continue;
            };
            is_used[triangle] = a != b && b != c && c != a;
            for (from, to) in [(0, 1), (1, 2), (2, 0)].into_iter().filter(|_| is_used[triangle]) {
                let vertices = [vertices[from], vertices[to]];
                let [first, second] = vertices.map(|vertex| places[vertex as usize]);
                let is_reversed = first > second;
                let turn = |[a, b]: [u32; 2]| if is_reversed { [b, a] } else { [a, b] };
                edges.push(Edge {
                    ends: turn([first, second]),
                    is_reversed,
                    triangle,
                    vertices: turn(vertices),
                });
            }
        }
        let above = (0..triangles.len()).map(|triangle| (triangle, false)).collect();
        Self { edges, above, paired: vec![0; triangles.len()], contradictions: Vec::new(), is_used }
    }

    /// Connects the triangles that share an edge: first by the vertices of the file, because different parts may touch each other, then by
    /// their positions, because files repeat vertices at seams.
    fn pair_edges(&mut self) {
        let edges = core::mem::take(&mut self.edges);
        let edges = self.pair(edges, |edge| (edge.ends, edge.vertices));
        let edges = self.pair(edges, |edge| (edge.ends, [0; 2]));
        // Where several parts touch each other, the edge belongs to two triangles of each part.
        let roots: Vec<u32> = (0..self.above.len()).map(|triangle| saturate(self.root(triangle).0)).collect();
        self.pair(edges, |edge| (edge.ends, [roots[edge.triangle], 0]));
    }

    /// Connects the triangles of edges whose key occurs exactly twice. Returns the other edges.
    fn pair(&mut self, mut edges: Vec<Edge>, key: impl Fn(&Edge) -> ([u32; 2], [u32; 2])) -> Vec<Edge> {
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
            self.contradictions.push(one.triangle);
        }
        self.paired[one.triangle] += 1;
        self.paired[other.triangle] += 1;
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

    fn parts(mut self) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut number = vec![None; self.above.len()];
        for triangle in (0..self.above.len()).filter(|&triangle| self.is_used[triangle]).collect::<Vec<_>>() {
            let (root, differs) = self.root(triangle);
            let at = *number[root].get_or_insert_with(|| {
                parts.push(Part { triangles: Vec::new(), is_closed: true });
                parts.len() - 1
            });
            parts[at].triangles.push((triangle, differs));
            parts[at].is_closed &= self.paired[triangle] == 3;
        }
        for triangle in core::mem::take(&mut self.contradictions) {
            if let Some(at) = number[self.root(triangle).0] {
                parts[at].is_closed = false;
            }
        }
        parts
    }
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns a number for each position that is equal for equal positions.
fn places(positions: &[[f64; 3]]) -> Vec<u32> {
    let key = |&index: &u32| positions[index as usize].map(|c| (c + 0.0).to_bits());
    let mut order: Vec<u32> = (0..saturate(positions.len())).collect();
    order.sort_unstable_by_key(key);
    let mut places = vec![0; positions.len()];
    for (place, same) in (0..).zip(order.chunk_by(|a, b| key(a) == key(b))) {
        same.iter().for_each(|&index| places[index as usize] = place);
    }
    places
}
