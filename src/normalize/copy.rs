//! A changed copy of a string, made from left to right.
//!
//! In: a string of ASCII, whose bytes are asked for in order. Out: the changed string, and the last rung
//! that changed it. What stays as it is goes over sixteen bytes at a time: so many are copied, and then
//! only those up to the next triplet count.
//!
//! The surprising case: the copy is never longer than what is given. `/.` is put before a path only
//! where more was left out.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::edition::Rung;
use crate::percent::{encoded, is_unreserved, triplet};
use crate::vector::{VECTOR, is, u8x16};

pub(super) struct Copy<'i> {
    given: &'i [u8],
    /// The number of given bytes that have been copied, changed or left out.
    read: usize,
    /// The copy, and room for a vector.
    text: Vec<u8>,
    /// The number of bytes of the copy.
    written: usize,
    /// Whether triplets of unreserved characters are decoded.
    decodes: bool,
    changed_by: Rung,
}

impl<'i> Copy<'i> {
    #[inline(always)]
    pub(super) fn of(given: &'i [u8], decodes: bool) -> Self {
        let text = vec![0; given.len() + VECTOR];
        Self { given, read: 0, text, written: 0, decodes, changed_by: Rung::String }
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

    /// The copy, and the last rung that changed it.
    #[inline(always)]
    pub(super) fn into_text(mut self) -> (String, Rung) {
        self.text.truncate(self.written);
        let is_recased = self.changed_by == Rung::String && self.text != self.given;
        let changed_by = if is_recased { Rung::Case } else { self.changed_by };
        // What is given is ASCII, and so is what a triplet becomes.
        (String::from_utf8(self.text).unwrap_or_default(), changed_by)
    }

    /// Lowers the letters of a range of the copy, which has no triplets.
    #[inline(always)]
    pub(super) fn lower(&mut self, range: Range<usize>) {
        self.text[range].make_ascii_lowercase();
    }

    /// Copies to `end`, and each triplet as it becomes.
    #[inline(always)]
    pub(super) fn encoded(&mut self, end: usize) {
        loop {
            self.plain::<false>(end);
            if self.read >= end {
                return;
            }
            self.triplet();
        }
    }

    /// Copies the host, lowers the letters of it, and those that a triplet stands for.
    #[inline(always)]
    pub(super) fn host(&mut self, end: usize) {
        loop {
            let start = self.written;
            self.plain::<false>(end);
            self.lower(start..self.written);
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
        self.plain::<true>(end);
    }

    /// Copies to `end`, and decodes nothing.
    pub(super) fn undecoded(&mut self, end: usize) {
        let decodes = core::mem::replace(&mut self.decodes, false);
        self.encoded(end);
        self.decodes = decodes;
    }

    /// Leaves out dot segments up to `end`.
    pub(super) const fn leave_out(&mut self, end: usize) {
        self.read = end;
        self.changed_by = Rung::PathSegments;
    }

    /// Removes the last segment of the path that begins at `path_start` in the copy. A slash follows it, and
    /// one slash stays.
    pub(super) fn remove_last_segment(&mut self, path_start: usize) {
        let path = &mut self.text[path_start..self.written];
        let Some((_, before)) = path.split_last() else { return };
        let slash = before.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        // Before the first segment stands a slash, or one comes there.
        path[slash] = b'/';
        self.written = path_start + slash + 1;
    }

    /// Puts `/.` before a path that would be read as an authority.
    pub(super) fn guard(&mut self, path_start: usize) {
        if self.text[path_start..self.written].starts_with(b"//") {
            self.text.copy_within(path_start..self.written, path_start + 2);
            self.text[path_start..path_start + 2].copy_from_slice(b"/.");
            self.written += 2;
        }
    }

    /// Copies up to the next triplet; with `DOTS`, up to the next dot after a slash; or up to `end`.
    #[inline(always)]
    fn plain<const DOTS: bool>(&mut self, end: usize) {
        while let (Some(window), Some(room)) = (
            self.given[self.read..].first_chunk::<{ VECTOR + 1 }>(),
            self.text[self.written..].first_chunk_mut(),
        ) {
            let ([bytes @ .., _], [_, next @ ..]) = (window, window);
            *room = *bytes;
            let bytes = u8x16::new(*bytes);
            let mut stops = is(bytes, b'%').to_bitmask();
            if DOTS {
                let slashes = is(bytes, b'/') & is(u8x16::new(*next), b'.');
                stops |= slashes.to_bitmask() << 1;
            }
            let length = ((stops | 1 << VECTOR).trailing_zeros() as usize).min(end - self.read);
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
                _ => self.byte(),
            }
        }
    }

    /// Copies a byte.
    #[inline(always)]
    fn byte(&mut self) {
        self.text[self.written] = self.given[self.read];
        self.read += 1;
        self.written += 1;
    }

    /// Copies the triplet that comes next. Returns the character that replaces it, if one does.
    #[inline(always)]
    fn triplet(&mut self) -> Option<&mut u8> {
        let octet = triplet(&self.given[self.read..])?;
        self.read += "%41".len();
        if self.decodes && is_unreserved(octet) {
            self.changed_by = self.changed_by.max(Rung::PercentEncoding);
            self.text[self.written] = octet;
            self.written += 1;
            return self.text[..self.written].last_mut();
        }
        self.text[self.written..self.written + "%41".len()].copy_from_slice(&encoded(octet));
        self.written += "%41".len();
        None
    }
}
