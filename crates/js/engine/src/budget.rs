//! Ends a decision whose time is over.
//!
//! WebAssembly has neither a clock nor a way to interrupt a function. But every decision allocates memory at each of its
//! steps, so the allocator asks JavaScript from time to time whether to end. The end is a trap, after which JavaScript
//! does not use the instance again.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of allocations from one question to the next, which take about a tenth of a millisecond.
const INTERVAL: u32 = 1_000;

#[link(wasm_import_module = "urispec")]
unsafe extern "C" {
    /// Returns 1 if the time of the decision is over.
    safe fn is_over() -> u32;
}

struct Interruptible;

#[global_allocator]
static ALLOCATOR: Interruptible = Interruptible;

static ALLOCATIONS: AtomicU32 = AtomicU32::new(0);

// SAFETY: `System` allocates all memory, and gets the same arguments.
unsafe impl GlobalAlloc for Interruptible {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let allocations = ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        if allocations % INTERVAL == INTERVAL - 1 && is_over() == 1 {
            std::arch::wasm32::unreachable();
        }
        // SAFETY: The caller upholds the conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: As above.
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: As above.
        unsafe { System.realloc(start, layout, size) }
    }
}
