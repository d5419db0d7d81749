//! Signals that end the program while the board is shown; the terminal is restored first.

#[cfg(unix)]
pub use unix::Endings;
#[cfg(not(unix))]
pub use without::Endings;

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::ffi::c_int;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// The time that the board has to restore the terminal.
    const GRACE: Duration = Duration::from_secs(1);

    /// The signal that arrived, if any.
    pub struct Endings(Arc<AtomicUsize>);

    impl Endings {
        /// Starts to watch for SIGTERM and SIGHUP.
        pub fn install() -> Endings {
            let came = Arc::new(AtomicUsize::new(0));
            for signal in [SIGTERM, SIGHUP] {
                // A signal that cannot be watched ends the program at once, as it does without the board.
                let _ = flag::register_usize(signal, Arc::clone(&came), signal as usize);
            }
            // If the terminal is gone, waiting for keys blocks for ever and the flag is never checked. So a thread ends
            // the program after the grace period.
            if let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP]) {
                std::thread::spawn(move || {
                    for signal in signals.forever() {
                        std::thread::sleep(GRACE);
                        let _ = low_level::emulate_default_handler(signal);
                    }
                });
            }
            Endings(came)
        }

        /// Returns the signal that arrived, if any.
        pub fn received(&self) -> Option<c_int> {
            Some(self.0.load(Ordering::Relaxed) as c_int).filter(|&signal| signal != 0)
        }

        /// Applies the default effect of the signal that arrived, if any, which ends the program.
        pub fn obey(&self) {
            if let Some(signal) = self.received() {
                let _ = low_level::emulate_default_handler(signal);
            }
        }
    }
}

#[cfg(not(unix))]
mod without {
    /// A stub: on this system only Ctrl-C is handled.
    pub struct Endings;

    impl Endings {
        pub fn install() -> Endings {
            Endings
        }

        pub fn received(&self) -> Option<i32> {
            None
        }

        pub fn obey(&self) {}
    }
}
