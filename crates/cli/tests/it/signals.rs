//! Helpers that send Ctrl-C once the program has installed its handler.
//!
//! Without a handler, the system would end the program at once.
#![cfg(unix)]

use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

/// Sends the signal of Ctrl-C.
#[track_caller]
pub fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits until the program has a handler for Ctrl-C.
pub fn wait_for_handler(child: &Child) {
    wait_for_proc(child, "status", |status| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
    });
}

/// Waits until the program has a handler for Ctrl-C and has used 0.2 seconds of processor time.
pub fn wait_until_busy(child: &Child) {
    wait_for_handler(child);
    wait_for_proc(child, "stat", |stat| {
        // After the name in brackets come the state, ten other fields, and the time in hundredths of a second.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.nth(11).and_then(|ticks| ticks.parse::<u64>().ok()).is_some_and(|ticks| ticks >= 20)
    });
}

/// Waits until a file of the process in `/proc` satisfies the predicate.
///
/// Sleeps half a second on systems without `/proc`.
fn wait_for_proc(child: &Child, file: &str, satisfies: impl Fn(&str) -> bool) {
    let path = format!("/proc/{}/{file}", child.id());
    for _ in 0..30_000 {
        match std::fs::read_to_string(&path) {
            Ok(text) if satisfies(&text) => return,
            Ok(_) => thread::sleep(Duration::from_millis(10)),
            Err(_) => return thread::sleep(Duration::from_millis(500)),
        }
    }
    panic!("{path} is not as expected after five minutes");
}
