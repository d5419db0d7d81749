//! Checks before `main` whether standard output is open, which needs a few lines of unsafe code.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the standard output was closed when the program started.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Reports whether standard output was closed when the program started.
///
/// The Rust runtime replaces a closed standard output by `/dev/null`, to which every write succeeds. The flag is
/// therefore set before the runtime starts.
pub fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "macos"))]
mod before {
    use super::{CLOSED, Ordering};

    // SAFETY: the loader calls the functions of this section once, before `main`, while nothing else runs. The
    // function asks the system for the flags of a descriptor and stores a flag; it does not use the runtime,
    // which is not started yet.
    #[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static INITIALIZER: extern "C" fn() = check_stdout;

    extern "C" fn check_stdout() {
        let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        CLOSED.store(!is_open, Ordering::Relaxed);
    }
}
