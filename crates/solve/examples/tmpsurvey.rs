use grundy_rules::Code;
use grundy_solve::{Budget, sequence::survey};
use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let codes = Code::of_pattern(&args[1]).unwrap();
    let to: u64 = args[2].parse().unwrap();
    let start = std::time::Instant::now();
    let rows = survey(&codes, to, &Default::default(), &Budget::default(), &|row| {
        let mut o = std::io::stdout().lock();
        writeln!(o, "{:.1} {} {:?} to={} max={} {:?} {:x} {:x}", start.elapsed().as_secs_f64(), row.code, row.period.map(|p| (p.preperiod, p.period)), row.computed_to, row.max_value, row.rares, row.checksum, row.digest).unwrap();
        Ok(())
    }).unwrap();
    println!("{} rows {:?}", rows.len(), start.elapsed());
}
