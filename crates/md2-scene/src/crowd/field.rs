//! The positions of a crowd's members: loose rows on level ground at height 0.

use md2_mesh::Bounds;

use super::Placement;
use crate::document::Document;

const SPACING: f32 = 1.2;
/// The largest random offset of a member from the middle of its grid cell, in either direction along each axis, as a
/// fraction of the spacing.
const MAX_OFFSET: f32 = 0.22;
/// The least and the greatest size of a model on the field, relative to the median size. Smaller and larger
/// models are scaled to these sizes, so that both a tank and a beetle are visible.
const SIZES: [f32; 2] = [0.7, 1.3];
const MIN_SIZE: f32 = 1e-3;

pub(super) struct Field {
    kinds: Vec<Kind>,
    kind_of_member: Vec<usize>,
    columns: usize,
    spacing: f32,
}

struct Kind {
    foot: [f32; 3],
    scale: f32,
    height: f32,
}

pub(super) struct Member {
    pub kind: usize,
    pub random: Random,
    foot: [f32; 3],
    scale: f32,
    place: [f32; 2],
}

impl Field {
    pub(super) fn new(models: &[&Document], count: usize) -> Self {
        let standing: Vec<(Bounds, Bounds)> = models
            .iter()
            .map(|model| {
                let frame = model.standing;
                (model.bounds_of(frame, frame), model.bounds())
            })
            .collect();
        let mut sizes: Vec<f32> = standing.iter().map(|(bounds, _)| bounds.radius().max(MIN_SIZE)).collect();
        sizes.sort_by(f32::total_cmp);
        let middle = sizes[sizes.len() / 2];
        let [smallest, largest] = SIZES.map(|factor| factor * middle);
        let mut widest = MIN_SIZE;
        let kind = |(standing, moving): &(Bounds, Bounds)| {
            let size = standing.radius().max(MIN_SIZE);
            let scale = size.clamp(smallest, largest) / size;
            let [x, y, _] = standing.center();
            let [width, depth, height] = moving.size().map(|side| side * scale);
            widest = widest.max(width).max(depth);
            Kind { foot: [x, y, standing.min[2]], scale, height }
        };
        let kinds: Vec<Kind> = standing.iter().map(kind).collect();
        Self {
            kind_of_member: shuffled_kinds(&by_model(models), count),
            kinds,
            columns: (1..).find(|columns| columns * columns >= count).unwrap_or(1),
            spacing: SPACING * widest,
        }
    }

    fn rows(&self) -> usize {
        self.kind_of_member.len().div_ceil(self.columns)
    }

    pub(super) fn members(&self) -> impl Iterator<Item = Member> {
        self.kind_of_member.iter().enumerate().map(|(index, &kind)| {
            let mut random = Random::from_seed(index);
            let (row, column) = (index / self.columns, index % self.columns);
            // A short last row is centered.
            let in_row = (self.kind_of_member.len() - row * self.columns).min(self.columns);
            let along = |place: usize, count: usize| place as f32 - 0.5 * (count - 1) as f32;
            let [mut x, mut y] = [along(self.rows() - 1 - row, self.rows()), along(column, in_row)];
            // A single member is placed exactly in the middle.
            if self.kind_of_member.len() > 1 {
                x += MAX_OFFSET * random.signed_fraction();
                y += MAX_OFFSET * random.signed_fraction();
            }
            let Kind { foot, scale, .. } = self.kinds[kind];
            Member { kind, random, foot, scale, place: [x * self.spacing, y * self.spacing] }
        })
    }

    pub(super) fn bounds(&self) -> Bounds {
        let half = |places: usize| 0.5 * self.spacing * places as f32;
        let [x, y] = [half(self.rows()), half(self.columns)];
        let height = self.kinds.iter().map(|kind| kind.height).fold(0.0, f32::max);
        Bounds { min: [-x, -y, 0.0], max: [x, y, height] }
    }
}

impl Member {
    pub(super) fn placement(&mut self, most: f32) -> Placement {
        let angle = most * self.random.signed_fraction();
        let (sin, cos) = angle.sin_cos();
        let (scale, [x, y, z], [to_x, to_y]) = (self.scale, self.foot, self.place);
        let (x, y, z) = (x * scale, y * scale, z * scale);
        let position = [to_x - cos * x + sin * y, to_y - sin * x - cos * y, -z];
        let (half_sin, half_cos) = (0.5 * angle).sin_cos();
        Placement { position, rotation: [0.0, 0.0, half_sin, half_cos], scale }
    }
}

fn by_model(models: &[&Document]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (index, model) in models.iter().enumerate() {
        match found.iter_mut().find(|places| std::ptr::eq(models[places[0]], *model)) {
            Some(places) => places.push(index),
            None => found.push(vec![index]),
        }
    }
    found
}

/// Returns a model index for each member. The models get equal shares of the members, as do the skins of each model.
/// The order is random, but the same for the same `count`.
fn shuffled_kinds(models: &[Vec<usize>], count: usize) -> Vec<usize> {
    let kind = |index: usize| {
        let kinds = &models[index % models.len()];
        kinds[index / models.len() % kinds.len()]
    };
    let mut mixed: Vec<usize> = (0..count).map(kind).collect();
    let mut random = Random::from_seed(count);
    // Fisher–Yates shuffle.
    for last in (1..count).rev() {
        mixed.swap(last, random.below(last + 1));
    }
    mixed
}

pub(super) struct Random(u64);

impl Random {
    fn from_seed(seed: usize) -> Self {
        let mut random = Self(seed as u64);
        // Without this step, neighboring seeds would give shifted copies of one sequence.
        Self(random.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn fraction(&mut self) -> f32 {
        // The 24 bits of precision of an `f32`.
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    fn signed_fraction(&mut self) -> f32 {
        2.0 * self.fraction() - 1.0
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder is below its divisor")]
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_mixed_evenly_and_without_a_pattern() {
        let mixed = shuffled_kinds(&[vec![0], vec![1, 3], vec![2]], 1000);
        let count = |kind: usize| mixed.iter().filter(|&&other| other == kind).count();
        assert_eq!(
            [0, 1, 2, 3].map(count),
            [334, 167, 333, 166],
            "equal shares of models and of their skins"
        );
        let alike = mixed.windows(2).filter(|pair| pair[0] == pair[1]).count();
        // About 1/9 + 1/9 + 1/36 + 1/36 of the thousand members are expected to have such a neighbor.
        assert!((220..340).contains(&alike), "{alike} have a neighbor of their kind");
    }

    #[test]
    fn random_shares_fill_their_range() {
        let shares: Vec<f32> = (0..1000).map(|seed| Random::from_seed(seed).fraction()).collect();
        assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
        let below = |limit: f32| shares.iter().filter(|&&share| share < limit).count();
        assert!((200..300).contains(&below(0.25)) && (440..560).contains(&below(0.5)), "{}", below(0.5));
    }
}
