//! The geometry of a model in a form that is common to all formats.

use std::collections::HashMap;

/// The triangles and the positions of a model in all its poses.
///
/// The vertices of all surfaces are in one list. In an MD2 a vertex is a position; in the other formats it also has a skin coordinate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) poses: Vec<Vec<[f32; 3]>>,
    pub(crate) triangles: Vec<[Corner; 3]>,
    /// For each vertex, a key that is equal for vertices that may be combined if their positions are equal.
    pub(crate) keys: Vec<[u32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Corner {
    pub(crate) vertex: u32,
    /// A number that is equal for corners with equal skin coordinates on the same surface. For an MD2, the index of the first equal skin
    /// coordinate.
    pub(crate) wedge: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EditedTriangle {
    pub(crate) corners: [Corner; 3],
    /// The number of the triangle in the [`Shape`] from which it was made.
    pub(crate) source: usize,
}

impl Shape {
    pub(crate) fn vertex_count(&self) -> usize {
        self.keys.len()
    }

    /// Returns a number for each vertex that is equal for vertices with the same position in every pose. The numbers count from 0.
    pub(crate) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.vertex_count()];
        for pose in &self.poses {
            refine(&mut places, |vertex| pose[vertex].map(|c| (c + 0.0).to_bits()));
        }
        places
    }
}

/// Divides the classes of a list: elements of the same class stay in one class if their keys are equal. The result is numbered from 0, in
/// the order of the elements.
pub(crate) fn refine(classes: &mut [u32], key: impl Fn(usize) -> [u32; 3]) {
    let mut numbers = HashMap::new();
    for (element, class) in classes.iter_mut().enumerate() {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *class = *numbers.entry((*class, key(element))).or_insert(next);
    }
}

#[derive(Debug)]
pub(crate) struct RemainingElements {
    pub(crate) numbers: Vec<usize>,
    /// For each old element, its new number; 0 for a removed element.
    places: Vec<usize>,
}

impl RemainingElements {
    pub(crate) fn new(count: usize, used: impl IntoIterator<Item = usize>) -> Self {
        let mut is_used = vec![false; count];
        used.into_iter().for_each(|number| is_used[number] = true);
        let numbers: Vec<usize> = (0..count).filter(|&number| is_used[number]).collect();
        let mut places = vec![0; count];
        numbers.iter().enumerate().for_each(|(place, &number)| places[number] = place);
        Self { numbers, places }
    }

    pub(crate) fn removed(&self) -> usize {
        self.places.len() - self.numbers.len()
    }

    pub(crate) fn place(&self, number: usize) -> usize {
        self.places[number]
    }

    pub(crate) fn pick<T: Copy>(&self, list: &[T]) -> Vec<T> {
        self.numbers.iter().map(|&number| list[number]).collect()
    }
}
