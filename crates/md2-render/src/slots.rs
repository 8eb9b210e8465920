//! Storage with checked IDs.

use std::sync::atomic::{AtomicU64, Ordering};

/// A storage of values, each with an [`Id`]. IDs of removed values and of other storages are rejected: a reused slot
/// has a new generation number, and each storage of the process has a unique number.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    name: &'static str,
    number: u64,
    entries: Vec<Entry<T>>,
    free: Vec<u32>,
}

#[derive(Debug)]
struct Entry<T> {
    generation: u64,
    value: Option<T>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Id {
    number: u64,
    index: u32,
    generation: u64,
}

/// The ID of a model in a renderer. Other renderers reject it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelId(pub(crate) Id);

/// The ID of a texture in a renderer: a skin or a floor pattern. Other renderers reject it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureId(pub(crate) Id);

impl<T> Slots<T> {
    pub(crate) fn new(name: &'static str) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // At one storage per nanosecond, 64 bits last for centuries.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { name, number, entries: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn insert(&mut self, value: T) -> Id {
        let index = self.free.pop().unwrap_or_else(|| {
            self.entries.push(Entry { generation: 0, value: None });
            u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 objects fit into memory")
        });
        let entry = &mut self.entries[index as usize];
        entry.value = Some(value);
        Id { number: self.number, index, generation: entry.generation }
    }

    pub(crate) fn remove(&mut self, id: Id) {
        if self.find(id).is_none() {
            return;
        }
        let entry = &mut self.entries[id.index as usize];
        entry.value = None;
        entry.generation += 1;
        self.free.push(id.index);
    }

    pub(crate) fn get(&self, id: Id) -> &T {
        self.find(id).unwrap_or_else(|| panic!("the {} was removed", self.name))
    }

    fn find(&self, id: Id) -> Option<&T> {
        assert!(self.number == id.number, "the {} {id:?} belongs to another renderer", self.name);
        let entry = self.entries.get(id.index as usize)?;
        if entry.generation == id.generation { entry.value.as_ref() } else { None }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().filter_map(|entry| entry.value.as_ref())
    }
}

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.number, self.index, self.generation)
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    #[test]
    fn ids_of_removed_values_stay_invalid() {
        let mut slots = Slots::new("text");
        let old = slots.insert("old");
        slots.remove(old);
        let new = slots.insert("new");
        assert_eq!((old.index, slots.find(old)), (new.index, None));
        slots.remove(old);
        assert_eq!(slots.get(new), &"new");
        assert_eq!(slots.iter().count(), 1);
    }
}
