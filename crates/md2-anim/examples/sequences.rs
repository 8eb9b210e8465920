//! Frame names in, sequences out.
//!
//! Reads frame names from standard input, one a line, bytes as they are, and prints one row a sequence:
//! `name<TAB>first<TAB>last<TAB>fps<TAB>mode`. The first line begins with `#` and tells why.
//!
//! ```text
//! printf 'stand1\nstand2\nrun1\nrun2\n' | cargo run -q -p md2-anim --example sequences
//! ```

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    // A newline ends a name; without input there are no names, rather than an empty one.
    let text = input.strip_suffix(b"\n").unwrap_or(&input);
    let names = text.split(|&byte| byte == b'\n').filter(|_| !input.is_empty());

    let found = md2_anim::detect(names);
    let mut out = io::stdout().lock();
    writeln!(out, "# {}", found.evidence())?;
    for s in found.sequences() {
        // A name may hold any character but the ones that separate rows and columns.
        let name = s.name.replace(['\t', '\n', '\r'], " ");
        writeln!(out, "{name}\t{}\t{}\t{}\t{}", s.first, s.last, s.fps, s.mode)?;
    }
    Ok(())
}
