//! The contents of a folder of solved positions, and the estimated cost of solving, as JSON.

use crate::answer::push_move;
use crate::options::JsonOptions;
use crate::schema::lists::{ESTIMATED, FOLDER, FOLDER_TIER};
use crate::schema::{Object, SCHEMA, push_list};
use grundy_render::{Counts, FolderInfo};
use grundy_retrograde::Estimate;

fn push_counts(object: &mut Object<'_>, counts: &Counts) {
    object.number("positions", counts.positions.iter().sum::<u64>());
    for (name, count) in ["win", "lose", "draw"].into_iter().zip(counts.positions) {
        object.number(name, count);
    }
    object.number("orbits", counts.orbits);
    object.number("slots", counts.slots);
    object.number_or_null("max_remoteness", counts.max_remoteness);
    object.number("bytes", counts.bytes);
}

/// Returns the information on a folder as one line of JSON.
pub fn folder_json(info: &FolderInfo, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &FOLDER);
        object.number("schema", SCHEMA);
        object.text("spec", &info.spec);
        object.text("dir", &info.dir);
        object.flag("complete", info.complete);
        push_counts(&mut object, &info.all);
        if let Some(longest) = &info.longest {
            object.text("longest", longest);
        }
        if !info.longest_win.is_empty() {
            push_list(object.key("longest_win"), &info.longest_win, |mv, out| push_move(mv, options, out));
        }
        push_list(object.key("tiers"), &info.tiers, |(name, counts), out| {
            let mut object = Object::open(out, &FOLDER_TIER);
            object.text("tier", name);
            push_counts(&mut object, counts);
            object.close();
        });
        object.close();
    })
}

/// Returns an estimated cost as one line of JSON.
pub fn estimated_json(spec: &str, estimated: &Estimate, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &ESTIMATED);
        object.number("schema", SCHEMA);
        object.text("spec", spec);
        for (name, number) in [
            ("tiers", estimated.tiers),
            ("groups", estimated.groups),
            ("slots", estimated.slots),
            ("largest", estimated.largest),
            ("moves", estimated.moves),
            ("memory", estimated.memory),
            ("disk", estimated.disk),
            ("core_seconds", estimated.core_seconds),
            ("rate", estimated.rate),
            ("measured", estimated.measured),
        ] {
            object.number(name, number);
        }
        object.close();
    })
}
