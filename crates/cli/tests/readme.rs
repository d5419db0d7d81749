//! The README's examples, run and compared.

#[test]
fn readme_examples() {
    trycmd::TestCases::new().case("../../README.md").register_bin("grundy", trycmd::cargo::cargo_bin!("grundy"));
}
