//! Detects sequences from frame names.
//!
//! Reads frame names from standard input, one per line, and prints a row for each sequence:
//! `name<TAB>first<TAB>last<TAB>fps<TAB>mode`. The first line begins with `#` and explains how the sequences were found.
//!
//! ```text
//! printf 'stand1\nstand2\nrun1\nrun2\n' | cargo run -q -p md2-anim --example sequences
//! ```

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    // Empty input contains no names, not one empty name.
    let text = input.strip_suffix(b"\n").unwrap_or(&input);
    let names = text.split(|&byte| byte == b'\n').filter(|_| !input.is_empty());

    let found = md2_anim::detect(names);
    let mut out = io::stdout().lock();
    writeln!(out, "# {}", found.evidence())?;
    for s in found.sequences() {
        // Tabs and line ends separate columns and rows.
        let name = s.name.replace(['\t', '\n', '\r'], " ");
        writeln!(out, "{name}\t{}\t{}\t{}\t{}", s.first, s.last, s.fps, s.mode)?;
    }
    Ok(())
}
