//! Folders with the results of searches: damaged files, other positions, and writes that fail.

use grundy_rules::{Budget, ErrorKind, Result, SearchRecords};
use grundy_store::SearchFolder;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(600);

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("searches-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn open(path: &Path, position: &str, interval: Duration) -> Result<SearchFolder> {
    SearchFolder::open(path, position, interval, &Budget::default())
}

fn words_of(folder: &SearchFolder, search: &str) -> Vec<u64> {
    let mut words = vec![];
    folder.load(search, 3, &mut |chunk| {
        assert_eq!(chunk.len() % 3, 0);
        words.extend_from_slice(chunk);
        true
    });
    words
}

/// Returns the file of the only search in a folder.
fn only_file(path: &Path) -> PathBuf {
    let files = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut searches: Vec<PathBuf> =
        files.filter(|file| file.file_name().unwrap().to_string_lossy().starts_with("search-")).collect();
    assert_eq!(searches.len(), 1);
    searches.remove(0)
}

#[test]
fn searches_keep_their_words() {
    let path = folder("kept");
    let words: Vec<u64> = (0..100_002).map(|n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    {
        let folder = open(&path, "cram(5x5)", INTERVAL).unwrap();
        assert!(words_of(&folder, "first").is_empty() && !folder.is_due());
        folder.save("first", &mut |write| words[..30].chunks(3).for_each(write));
        folder.save("first", &mut |write| words.chunks(3).for_each(write));
        folder.save("second", &mut |write| write(&[1, 2, 3]));
        // Another process may not use the folder at the same time.
        assert_eq!(open(&path, "cram(5x5)", INTERVAL).unwrap_err().kind, ErrorKind::Refused);
    }
    let folder = open(&path, "cram(5x5)", Duration::ZERO).unwrap();
    assert!(folder.is_due());
    assert_eq!((words_of(&folder, "first"), words_of(&folder, "second")), (words, vec![1, 2, 3]));
    let mut chunks = 0;
    folder.load("first", 3, &mut |_| {
        chunks += 1;
        false
    });
    assert!(chunks == 1 && folder.take_fault().is_none());
    drop(folder);
    let error = open(&path, "cram(5x6)", INTERVAL).unwrap_err();
    assert_eq!((error.kind, error.message.to_string().contains("`cram(5x5)`")), (ErrorKind::Refused, true));
}

#[test]
fn damaged_files_are_refused() {
    let path = folder("damaged");
    let open = || open(&path, "cram(5x5)", INTERVAL);
    open().unwrap().save("a search", &mut |write| write(&[1, 2, 3, 4, 5, 6]));
    let file = only_file(&path);
    let good = std::fs::read(&file).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        std::fs::write(&file, &bad).unwrap();
        assert_eq!(open().unwrap_err().kind, ErrorKind::Refused, "byte {at}");
    }
    for length in 0..good.len() {
        std::fs::write(&file, &good[..length]).unwrap();
        assert_eq!(open().unwrap_err().kind, ErrorKind::Refused, "length {length}");
    }
    std::fs::write(&file, &good).unwrap();
    // A file under another name, and one that a killed process left.
    let other = path.join("search-0123456789abcdef");
    std::fs::write(&other, &good).unwrap();
    assert_eq!(open().unwrap_err().kind, ErrorKind::Refused);
    let left = path.join("search-0123456789abcdef.77.tmp");
    std::fs::rename(&other, &left).unwrap();
    assert!(open().is_ok() && !left.exists());
    assert_eq!(words_of(&open().unwrap(), "a search"), [1, 2, 3, 4, 5, 6]);
    let manifest = path.join("manifest");
    for text in ["", "grundy sequence 1\n", "grundy search 1\nposition cram(5x5)\nchecksum 0\n"] {
        std::fs::write(&manifest, text).unwrap();
        assert_eq!(open().unwrap_err().kind, ErrorKind::Refused, "{text}");
    }
}

#[test]
fn failed_writes_are_told_and_keep_the_file() {
    let path = folder("failed");
    let folder = open(&path, "cram(5x5)", Duration::ZERO).unwrap();
    folder.save("a search", &mut |write| write(&[1, 2, 3]));
    let file = only_file(&path);
    // A folder in place of the file cannot be replaced.
    std::fs::rename(&file, path.join("kept")).unwrap();
    std::fs::create_dir(&file).unwrap();
    folder.save("a search", &mut |write| write(&[4, 5, 6]));
    assert!(!folder.is_due(), "nothing is saved after a failure");
    assert_eq!(folder.take_fault().unwrap().kind, ErrorKind::Io);
    assert!(folder.take_fault().is_none());
}
