//! Signals that end the program while the board is shown: the terminal is given back first.

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

    /// How long the board has to give the terminal back.
    const GRACE: Duration = Duration::from_secs(1);

    /// Which signal came, as soon as one did.
    pub struct Endings(Arc<AtomicUsize>);

    impl Endings {
        /// Watches for SIGTERM and SIGHUP from now on.
        pub fn watched() -> Endings {
            let came = Arc::new(AtomicUsize::new(0));
            for signal in [SIGTERM, SIGHUP] {
                // One that cannot be watched ends the program at once, as without the board.
                let _ = flag::register_usize(signal, Arc::clone(&came), signal as usize);
            }
            // A terminal that is gone is read for ever while keys are waited for: nobody looks at the flag any more.
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

        /// The signal that came.
        pub fn came(&self) -> Option<c_int> {
            Some(self.0.load(Ordering::Relaxed) as c_int).filter(|&signal| signal != 0)
        }

        /// Ends the program as the signal that came would have done, if one did.
        pub fn obey(&self) {
            if let Some(signal) = self.came() {
                let _ = low_level::emulate_default_handler(signal);
            }
        }
    }
}

#[cfg(not(unix))]
mod without {
    /// No signals are known here but Ctrl-C.
    pub struct Endings;

    impl Endings {
        pub fn watched() -> Endings {
            Endings
        }

        pub fn came(&self) -> Option<i32> {
            None
        }

        pub fn obey(&self) {}
    }
}
