//! Renames the frames of a model: read, edit, write.
//!
//! Usage: `cargo run -p md2-format --example rename_frames -- IN OUT OLD NEW`
//!
//! Replaces OLD by NEW in every name that starts with OLD: `stand01` becomes `idle01`. All other bytes of the file
//! stay the same, including unused ones.

use std::error::Error;
use std::process::exit;

use md2_format::Md2;
use md2_format::raw::FrameName;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, old, new] = arguments.as_slice() else {
        eprintln!("usage: rename_frames IN OUT OLD NEW");
        exit(2);
    };

    let file = std::fs::read(input)?;
    let mut model = Md2::parse(&file)?.to_model();

    let mut renamed = 0;
    for frame in &mut model.frames {
        // Names are bytes that need not be valid UTF-8.
        if let Some(rest) = frame.name.as_bytes().strip_prefix(old.as_bytes()) {
            frame.name = FrameName::new([new.as_bytes(), rest].concat())?;
            renamed += 1;
        }
    }

    std::fs::write(output, model.to_bytes()?)?;
    println!("renamed {renamed} of {} frames", model.frames.len());
    Ok(())
}
