//! Files that are new in the page: the compiler looks at those only that it knows.

fn main() {
    for folder in ["boards", "transport", "vendor", "views", "words"] {
        println!("cargo:rerun-if-changed=../../web/{folder}");
    }
}
