//! Structs of numbers (channels) that can be mixed field by field, and smooth curves through values of such structs.

pub trait Channels: Copy {
    const ZERO: Self;

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self;

    fn lerp(self, other: Self, t: f64) -> Self {
        self.zip(other, &|a, b| a + (b - a) * t)
    }

    /// Applies `change` to this value. For [`Sides`](super::anatomy::Sides), applies it to the left and to the right value.
    fn each(&mut self, change: impl Fn(&mut Self)) {
        change(self);
    }
}

impl Channels for f64 {
    const ZERO: Self = 0.0;

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
        f(self, other)
    }
}

/// Defines a struct whose fields are numbers or other structs of numbers (channels).
macro_rules! channels {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $crate::motion::channels::Channels for $name {
            const ZERO: Self = Self { $($field: $crate::motion::channels::Channels::ZERO,)* };

            fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
                Self { $($field: self.$field.zip(other.$field, f),)* }
            }
        }
    };
}
pub(crate) use channels;

/// Assigns or increases numbers of a pose: `set!(b.pelvis { up = -1.0, lean += 2.0 }, b.arms { swing = 8.0 })`.
macro_rules! set {
    ($($($part:ident).+ { $($channel:ident $assign:tt $value:expr),+ }),+) => {{
        $($($part).+.each(|part| { $(part.$channel $assign $value;)+ });)+
    }};
}
pub(crate) use set;

pub type Key<T> = (f64, T);

/// Returns the value at `time` of the curve through `keys`. The value is constant before the first key and after the last key.
///
/// Between two keys, the curve is a cubic that stays between their values. Its slope is 0 at a key where a number
/// reverses or stops. A foot therefore stays still between two equal keys.
///
/// # Panics
/// If `keys` is empty or its times do not ascend.
pub fn curve<T: Channels>(keys: &[Key<T>], time: f64) -> T {
    match keys.iter().position(|key| key.0 > time) {
        None => keys[keys.len() - 1].1,
        Some(0) => keys[0].1,
        Some(next) => {
            let before = next.checked_sub(2).map(|i| keys[i]);
            span(before, keys[next - 1], keys[next], keys.get(next + 1).copied(), time)
        }
    }
}

/// Returns the value at `time` of a [`curve`] whose keys repeat after `period`. All key times must be in `0.0..period`.
///
/// # Panics
/// If `keys` is empty or its times do not ascend.
pub fn cycle<T: Channels>(keys: &[Key<T>], period: f64, time: f64) -> T {
    let count = keys.len();
    let time = time - period * (time / period).floor();
    let next = keys.iter().position(|key| key.0 > time).unwrap_or(count);
    // Starts two periods earlier, so that no index is negative.
    let key = |i: usize| (keys[i % count].0 + period * ((i / count) as f64 - 2.0), keys[i % count].1);
    let next = next + 2 * count;
    span(Some(key(next - 2)), key(next - 1), key(next), Some(key(next + 1)), time)
}

fn span<T: Channels>(before: Option<Key<T>>, a: Key<T>, b: Key<T>, after: Option<Key<T>>, time: f64) -> T {
    let slope = |a: Key<T>, b: Key<T>| {
        assert!(b.0 > a.0, "key times ascend");
        a.1.zip(b.1, &|x, y| (y - x) / (b.0 - a.0))
    };
    let here = slope(a, b);
    let tangent_a = before.map_or(T::ZERO, |before| slope(before, a).zip(here, &tangent));
    let tangent_b = after.map_or(T::ZERO, |after| here.zip(slope(b, after), &tangent));

    // Cubic Hermite basis.
    let length = b.0 - a.0;
    let t = (time - a.0) / length;
    let (t2, t3) = (t * t, t * t * t);
    let values = a.1.zip(b.1, &|x, y| x * (2.0 * t3 - 3.0 * t2 + 1.0) + y * (3.0 * t2 - 2.0 * t3));
    let slopes = tangent_a.zip(tangent_b, &|x, y| (x * (t3 - 2.0 * t2 + t) + y * (t3 - t2)) * length);
    values.zip(slopes, &|x, y| x + y)
}

/// Returns the slope of a curve at a key: the harmonic mean of the slopes to the neighboring keys, or 0 if their signs differ.
fn tangent(before: f64, after: f64) -> f64 {
    if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
}
