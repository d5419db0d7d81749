use grundy_rules::{Cursor, Game, Play, Sources, games::token::Token};
use grundy_solve::{Budget, digraph::*};
use std::time::Instant;
struct F;
impl Sources for F {
    fn read(&mut self, n: &str) -> std::io::Result<Vec<u8>> {
        let t = Instant::now();
        let r = std::fs::read(n);
        eprintln!("file {:?}", t.elapsed());
        r
    }
}
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = format!("[@{path}]");
    let mut f = F;
    let t = Instant::now();
    let g = Token::parse_rules("token", &mut Cursor::new(&text, &mut f)).unwrap();
    eprintln!(
        "read+build {:?} V {} E {} bytes {}",
        t.elapsed(),
        g.graph().vertices(),
        g.graph().edges(),
        g.graph().bytes()
    );
    let a = g.graph().arcs();
    let b = Budget::default();
    let t = Instant::now();
    let r = a.reversed();
    eprintln!("reverse {:?}", t.elapsed());
    drop(r);
    let t = Instant::now();
    let ac = g.graph().is_acyclic();
    eprintln!("acyclic {ac} {:?}", t.elapsed());
    for play in [Play::Normal, Play::Misere] {
        let t = Instant::now();
        let x = Fates::of(a, play, &b).unwrap();
        eprintln!("fates {:?} {:?}", t.elapsed(), x.get(0));
    }
    let t = Instant::now();
    let x = LoopyValues::of(a, &b).unwrap();
    eprintln!("loopy {:?} {:?}", t.elapsed(), (0..a.vertices() as u32).filter_map(|v| x.get(v)).max());
    if ac {
        let t = Instant::now();
        let x = GrundyValues::of(a, &b).unwrap().unwrap();
        eprintln!("grundy {:?} {:?}", t.elapsed(), x.get(0));
    }
}
