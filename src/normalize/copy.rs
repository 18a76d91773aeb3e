//! A changed copy of a string, made from left to right.
//!
//! In: a string, whose bytes are asked for in order. Out: the changed string, and the last rung
//! that changed it. Before the first change nothing is copied. What stays as it is goes over sixteen bytes
//! at a time: so many are copied, and then only those up to the next triplet count.
//!
//! The surprising case: the copy is never longer than what is given. `/.` is put before a path only
//! where more was left out.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::editions::Rung;
use crate::parts::percent::{encoded, is_unreserved, triplet};
use crate::parts::vector::{VECTOR, is, u8x16, within};

pub(super) struct Copy<'i> {
    given: &'i [u8],
    /// The number of given bytes that have been copied, changed or left out.
    read: usize,
    /// The copy, and room for a vector. Before the first change it is empty.
    text: Vec<u8>,
    /// The number of bytes of the copy. Before the first change it is that of the bytes that have been
    /// looked at.
    written: usize,
    /// Whether triplets of unreserved characters are decoded.
    decodes: bool,
    changed_by: Rung,
}

impl<'i> Copy<'i> {
    #[inline(always)]
    pub(super) fn of(given: &'i [u8], decodes: bool) -> Self {
        Self { given, read: 0, text: Vec::new(), written: 0, decodes, changed_by: Rung::String }
    }

    #[inline(always)]
    pub(super) const fn given(&self) -> &'i [u8] {
        self.given
    }

    #[inline(always)]
    pub(super) const fn read(&self) -> usize {
        self.read
    }

    #[inline(always)]
    pub(super) const fn written(&self) -> usize {
        self.written
    }

    /// The copy, and the last rung that changed it. There is none if nothing has changed.
    #[inline(always)]
    pub(super) fn into_text(mut self) -> Option<(String, Rung)> {
        if self.text.is_empty() {
            return None;
        }
        self.text.truncate(self.written);
        // Characters are copied whole, and what a triplet becomes is ASCII.
        String::from_utf8(self.text).ok().map(|text| (text, self.changed_by))
    }

    /// Notes a change that a rung makes here. With the first one the copy begins.
    #[inline(always)]
    fn change(&mut self, by: Rung) {
        if self.text.is_empty() {
            self.text = vec![0; self.given.len() + VECTOR];
            self.text[..self.read].copy_from_slice(&self.given[..self.read]);
        }
        self.changed_by = self.changed_by.max(by);
    }

    /// Copies up to the next triplet or to `end`, in lower case.
    #[inline(always)]
    pub(super) fn lowered(&mut self, end: usize) {
        self.plain::<true, false>(end);
    }

    /// Copies to `end`, and each triplet as it becomes.
    #[inline(always)]
    pub(super) fn encoded(&mut self, end: usize) {
        loop {
            self.plain::<false, false>(end);
            if self.read >= end {
                return;
            }
            self.triplet();
        }
    }

    /// Copies the host in lower case, with the letters that a triplet stands for.
    #[inline(always)]
    pub(super) fn host(&mut self, end: usize) {
        loop {
            self.lowered(end);
            if self.read >= end {
                return;
            }
            if let Some(decoded) = self.triplet() {
                *decoded = decoded.to_ascii_lowercase();
            }
        }
    }

    /// Copies segments up to the next that begins with a dot or with a triplet, or to `end`. The segment
    /// that begins here is copied.
    #[inline(always)]
    pub(super) fn segments(&mut self, end: usize) {
        match self.given.get(self.read) {
            Some(b'%') => _ = self.triplet(),
            Some(b'.') => self.byte(),
            _ => {}
        }
        self.plain::<false, true>(end);
    }

    /// Copies to `end`, and decodes nothing.
    #[inline]
    pub(super) fn undecoded(&mut self, end: usize) {
        let decodes = core::mem::replace(&mut self.decodes, false);
        self.encoded(end);
        self.decodes = decodes;
    }

    /// Leaves out dot segments up to `end`.
    #[inline]
    pub(super) fn leave_out(&mut self, end: usize) {
        self.change(Rung::PathSegments);
        self.read = end;
    }

    /// Removes the last segment of the path that begins at `path_start` in the copy. A slash follows it, and
    /// one slash stays.
    #[inline]
    pub(super) fn remove_last_segment(&mut self, path_start: usize) {
        let path = &mut self.text[path_start..self.written];
        let Some((_, before)) = path.split_last() else { return };
        let slash = before.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        // Before the first segment stands a slash, or one comes there.
        path[slash] = b'/';
        self.written = path_start + slash + 1;
    }

    /// Puts `/.` before a path that would be read as an authority.
    #[inline]
    pub(super) fn guard(&mut self, path_start: usize) {
        let path = self.text.get(path_start..self.written).unwrap_or_default();
        if path.starts_with(b"//") {
            self.text.copy_within(path_start..self.written, path_start + 2);
            self.text[path_start..path_start + 2].copy_from_slice(b"/.");
            self.written += 2;
        }
    }

    /// Copies up to the next triplet; with `DOTS`, up to the next dot after a slash; or up to `end`. With
    /// `LOWERS` the copy is in lower case.
    #[inline(always)]
    fn plain<const LOWERS: bool, const DOTS: bool>(&mut self, end: usize) {
        while self.read < end
            && let Some(window) = self.given[self.read..].first_chunk::<{ VECTOR + 1 }>()
        {
            let ([bytes @ .., _], [_, next @ ..]) = (window, window);
            let mut bytes = u8x16::new(*bytes);
            let mut stops = is(bytes, b'%').to_bitmask();
            if DOTS {
                let slashes = is(bytes, b'/') & is(u8x16::new(*next), b'.');
                stops |= slashes.to_bitmask() << 1;
            }
            let length = ((stops | 1 << VECTOR).trailing_zeros() as usize).min(end - self.read);
            if LOWERS {
                let capitals = within(bytes, b'A', b'Z');
                if capitals.to_bitmask() & ((1 << length) - 1) != 0 {
                    self.change(Rung::Case);
                }
                bytes = bytes | (capitals & u8x16::splat(0x20));
            }
            if let Some(room) = self.text.get_mut(self.written..self.written + VECTOR) {
                room.copy_from_slice(&bytes.to_array());
            }
            self.read += length;
            self.written += length;
            if length < VECTOR || stops != 0 {
                return;
            }
        }
        while self.read < end {
            match self.given[self.read] {
                b'%' => return,
                b'.' if DOTS && self.given[..self.read].ends_with(b"/") => return,
                b'A'..=b'Z' if LOWERS => {
                    self.change(Rung::Case);
                    self.byte();
                    self.text[self.written - 1].make_ascii_lowercase();
                }
                _ => self.byte(),
            }
        }
    }

    /// Copies a byte.
    #[inline(always)]
    fn byte(&mut self) {
        if let Some(room) = self.text.get_mut(self.written) {
            *room = self.given[self.read];
        }
        self.read += 1;
        self.written += 1;
    }

    /// Copies the triplet that comes next. Returns the character that replaces it, if one does. A `%` that
    /// begins no triplet, which no edition has, would be copied alone.
    #[inline(always)]
    fn triplet(&mut self) -> Option<&mut u8> {
        let given = &self.given[self.read..];
        let Some(octet) = triplet(given) else {
            self.byte();
            return None;
        };
        if self.decodes && is_unreserved(octet) {
            self.change(Rung::PercentEncoding);
            self.read += "%41".len();
            self.text[self.written] = octet;
            self.written += 1;
            return self.text[..self.written].last_mut();
        }
        let raised = encoded(octet);
        if !given.starts_with(&raised) {
            self.change(Rung::Case);
        }
        if let Some(room) = self.text.get_mut(self.written..self.written + raised.len()) {
            room.copy_from_slice(&raised);
        }
        self.read += raised.len();
        self.written += raised.len();
        None
    }
}
