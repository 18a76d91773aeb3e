//! Work that the caller can interrupt.
//!
//! The caller passes a check, such as whether Ctrl-C was pressed. Each function of this crate runs the
//! check between rows, at most ten times a second, and returns [`ColumnError::Interrupted`] if it
//! reports true; partial results are discarded.
//!
//! The check belongs to the thread. Work that the caller moves to other threads is not interrupted.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::ColumnError;

/// The number of rows between two looks at the clock.
const ROWS: usize = 1024;

/// The minimum time between two checks.
const PAUSE: Duration = Duration::from_millis(100);

thread_local! {
    static CHECK: Cell<Option<InterruptCheck>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct InterruptCheck {
    is_stopped: fn() -> bool,
    last: Instant,
}

/// Runs `work` on this thread; it ends with [`ColumnError::Interrupted`] soon after `is_stopped`
/// returns true. The check runs between rows, at most ten times a second.
///
/// ```
/// use arrow_array::StringArray;
/// use urispec::Edition;
/// use urispec_columns::{ColumnError, interruptible, valid};
/// let urls = StringArray::from(vec!["http://h/"]);
/// let valid = interruptible(|| false, || valid(&urls, Edition::Rfc3986))?;
/// assert_eq!(valid.len(), 1);
/// # Ok::<(), ColumnError>(())
/// ```
pub fn interruptible<T>(is_stopped: fn() -> bool, work: impl FnOnce() -> T) -> T {
    /// Restores the previous check, also after a panic.
    struct Before(Option<InterruptCheck>);
    impl Drop for Before {
        fn drop(&mut self) {
            CHECK.set(self.0);
        }
    }
    let check = InterruptCheck { is_stopped, last: Instant::now() };
    let _before = Before(CHECK.replace(Some(check)));
    work()
}

/// The error of interrupted work.
pub(crate) struct Interrupted;

impl From<Interrupted> for ColumnError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Iterates over the row numbers, until the work is interrupted.
#[inline]
pub(crate) fn rows(rows: usize) -> impl Iterator<Item = Result<usize, Interrupted>> {
    (0..rows).map(|row| {
        if row % ROWS == ROWS - 1 {
            check_now()?;
        }
        Ok(row)
    })
}

/// Runs the check, unless it ran recently.
#[cold]
fn check_now() -> Result<(), Interrupted> {
    let Some(check) = CHECK.get() else { return Ok(()) };
    let now = Instant::now();
    if now.duration_since(check.last) < PAUSE {
        return Ok(());
    }
    CHECK.set(Some(InterruptCheck { last: now, ..check }));
    if (check.is_stopped)() { Err(Interrupted) } else { Ok(()) }
}
