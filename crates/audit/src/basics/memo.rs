//! A map that can be cut back to what it was.
//!
//! In: keys and their values, in some order. Out: the values again. A search that met its budget is
//! taken back with all that it put here, so that what it cost in memory is not lost to the others.

use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

/// A map that keeps the order in which its keys were inserted.
#[derive(Clone, Debug)]
pub(crate) struct Memo<K, V> {
    values: HashMap<K, V>,
    keys: Vec<K>,
}

impl<K: Eq + Hash + Clone, V> Memo<K, V> {
    pub(crate) fn new() -> Self {
        Self { values: HashMap::default(), keys: Vec::new() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.values.get(key)
    }

    /// Inserts a key that is not in the map.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.keys.push(key.clone());
        self.values.insert(key, value);
    }

    /// The keys in the order in which they were inserted.
    pub(crate) fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The memory that the map takes, in bytes, without what keys and values point to.
    pub(crate) fn bytes(&self) -> usize {
        let each = 2 * size_of::<K>() + size_of::<V>() + size_of::<usize>();
        self.keys.len().saturating_mul(each)
    }

    /// Forgets all keys but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        for key in self.keys.drain(count.min(self.keys.len())..) {
            self.values.remove(&key);
        }
    }
}
