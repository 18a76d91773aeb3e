//! A map that can be truncated. After a search exceeds its budget, everything that it inserted is removed.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// A map that keeps its keys in insertion order, and removes the latest keys first.
#[derive(Clone, Debug)]
pub struct Memo<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
    index: Index,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self { keys: Vec::new(), values: Vec::new(), index: Index::default() }
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let hash = FxBuildHasher.hash_one(key);
        let mut slot = None;
        while let Some(number) = self.index.next(hash, &mut slot) {
            if self.keys[number] == *key {
                return Some(&self.values[number]);
            }
        }
        None
    }

    /// Inserts a key that is not in the map.
    pub fn insert(&mut self, key: K, value: V) {
        self.index.push(FxBuildHasher.hash_one(&key));
        self.keys.push(key);
        self.values.push(value);
    }

    /// Returns the keys in insertion order.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns the memory of the map in bytes, without anything that keys and values point to.
    pub fn bytes(&self) -> usize {
        let each = 2 * size_of::<K>() + size_of::<V>() + size_of::<usize>();
        self.keys.len().saturating_mul(each)
    }

    /// Removes all keys but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.index.truncate(count);
        self.keys.truncate(count);
        self.values.truncate(count);
    }
}

/// The hash index of a [`Memo`]: it maps the hashes of the keys to their numbers 0, 1, 2 …. It is not generic, so that
/// it is compiled once, in this crate, even for crates that are compiled without optimization.
///
/// A slot contains a number plus one, or 0 if it is free. A number goes into the first free slot, beginning at the
/// position of its hash. To remove the last number, its slot is freed: the search for an earlier number never passes
/// that slot.
#[derive(Clone, Debug, Default)]
struct Index {
    /// The slots; their number is zero or a power of two, and at most half of them are occupied.
    slots: Vec<u32>,
    hashes: Vec<u64>,
}

impl Index {
    /// Returns the next number with this hash. `slot` is `None` before the first call, and then stores the position.
    #[inline(never)]
    fn next(&self, hash: u64, slot: &mut Option<usize>) -> Option<usize> {
        let last = self.slots.len().wrapping_sub(1);
        loop {
            let at = slot.map_or(hash as usize, |before| before.wrapping_add(1)) & last;
            *slot = Some(at);
            let number = (*self.slots.get(at)?).checked_sub(1)? as usize;
            if self.hashes[number] == hash {
                return Some(number);
            }
        }
    }

    #[inline(never)]
    fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        if self.hashes.len() * 2 > self.slots.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(16)];
            (0..self.hashes.len()).for_each(|number| self.place(number));
        } else {
            self.place(self.hashes.len() - 1);
        }
    }

    fn place(&mut self, number: usize) {
        let last = self.slots.len() - 1;
        let mut at = self.hashes[number] as usize & last;
        while self.slots[at] != 0 {
            at = (at + 1) & last;
        }
        self.slots[at] = number as u32 + 1; // fewer than steps
    }

    fn truncate(&mut self, count: usize) {
        let last = self.slots.len().wrapping_sub(1);
        while self.hashes.len() > count {
            let taken = self.hashes.len() as u32;
            let mut at = self.hashes[taken as usize - 1] as usize & last;
            while self.slots[at] != taken {
                at = (at + 1) & last;
            }
            self.slots[at] = 0;
            self.hashes.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key with many hash collisions.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.0 % 3).hash(state);
        }
    }

    #[test]
    fn truncation_forgets_the_latest_keys() {
        let mut memo = Memo::new();
        assert_eq!(memo.get(&Alike(0)), None);
        for round in 0..3 {
            let kept = round * 30;
            for key in kept as u32..100 {
                assert_eq!(memo.get(&Alike(key)), None);
                memo.insert(Alike(key), key * 2);
                assert_eq!(memo.get(&Alike(key)), Some(&(key * 2)));
            }
            assert!((0..100).all(|key| memo.get(&Alike(key)) == Some(&(key * 2))));
            memo.truncate(kept + 30);
            let is_kept =
                |key| (memo.get(&Alike(key)) == Some(&(key * 2))) == (key < kept as u32 + 30);
            assert!((0..100).all(is_kept));
            assert_eq!(memo.keys().len(), kept + 30);
        }
        memo.truncate(0);
        assert_eq!((memo.get(&Alike(1)), memo.keys().len()), (None, 0));
    }
}
