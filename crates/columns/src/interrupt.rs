//! Work that its caller can stop.
//!
//! In: a question, such as whether somebody pressed Ctrl-C, and work on columns. Out: what the work
//! gives, or [`ColumnError::Interrupted`]. Each function of this crate asks between rows, ten times a
//! second; what was answered so far is thrown away.
//!
//! The surprising case: the question belongs to the thread. Work that the caller gives to other threads
//! is not stopped.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::ColumnError;

/// How many rows are worked on before the clock is looked at.
const ROWS: usize = 1024;

/// How long nobody is asked.
const PAUSE: Duration = Duration::from_millis(100);

thread_local! {
    static ASKED: Cell<Option<InterruptCheck>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct InterruptCheck {
    is_stopped: fn() -> bool,
    last: Instant,
}

/// Does work on this thread that ends with [`ColumnError::Interrupted`] soon after `is_stopped` says
/// so. It is asked ten times a second at most, between rows.
///
/// ```
/// use arrow_array::StringArray;
/// use urispec::Edition;
/// use urispec_columns::{ColumnError, interruptible, valid};
/// let urls = StringArray::from(vec!["http://h/"]);
/// let said = interruptible(|| false, || valid(&urls, Edition::Rfc3986))?;
/// assert_eq!(said.len(), 1);
/// # Ok::<(), ColumnError>(())
/// ```
pub fn interruptible<T>(is_stopped: fn() -> bool, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(Option<InterruptCheck>);
    impl Drop for Before {
        fn drop(&mut self) {
            ASKED.set(self.0);
        }
    }
    let asked = InterruptCheck { is_stopped, last: Instant::now() };
    let _before = Before(ASKED.replace(Some(asked)));
    work()
}

/// The work was stopped.
pub(crate) struct Interrupted;

impl From<Interrupted> for ColumnError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// The numbers of rows, unless the work is stopped before the last.
#[inline]
pub(crate) fn rows(rows: usize) -> impl Iterator<Item = Result<usize, Interrupted>> {
    (0..rows).map(|row| {
        if row % ROWS == ROWS - 1 {
            go_on()?;
        }
        Ok(row)
    })
}

/// Asks whether the work goes on, if that was not asked lately.
#[cold]
fn go_on() -> Result<(), Interrupted> {
    let Some(asked) = ASKED.get() else { return Ok(()) };
    let now = Instant::now();
    if now.duration_since(asked.last) < PAUSE {
        return Ok(());
    }
    ASKED.set(Some(InterruptCheck { last: now, ..asked }));
    if (asked.is_stopped)() { Err(Interrupted) } else { Ok(()) }
}
