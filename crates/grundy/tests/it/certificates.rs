//! Checks that every certificate of the corpus verifies and that the README of the corpus lists it.

use grundy::unstable::verify::{Certificate, Limits, verify};
use std::path::Path;

#[test]
fn certificates_of_the_corpus_are_verified() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/certificates");
    let readme = std::fs::read_to_string(corpus.join("README.md")).unwrap();
    let mut verified_count = 0;
    for entry in std::fs::read_dir(&corpus).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "cert") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().to_string();
        assert!(readme.contains(&format!("| [{name}]({name}.cert) |")), "{name} is not in the README");
        let certificate = Certificate::from_text(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let verified = verify(&certificate, grundy_games::library(), &Limits::default());
        assert!(verified.is_ok(), "{name}: {}", verified.unwrap_err().message);
        verified_count += 1;
    }
    assert_eq!(verified_count, readme.matches(".cert) |").count(), "the README names others");
}
