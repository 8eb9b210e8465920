//! Prints the content of a model and all findings of its check.
//!
//! Usage: `cargo run -p md2-format --example info -- FILE`

use std::error::Error;
use std::process::exit;

use md2_format::{Md2, check};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: info FILE");
        exit(2);
    };
    let file = std::fs::read(path)?;

    // Parsing stops at the first error; the check reports all findings.
    match Md2::parse(&file) {
        Ok(md2) => print(&md2),
        Err(error) => println!("unreadable: {error}\n"),
    }
    print!("{}", check(&file));
    Ok(())
}

fn print(md2: &Md2<'_>) {
    println!("{} vertices, {} triangles", md2.vertex_count(), md2.triangles().len());
    println!("{} skin coordinates on {} x {} texels", md2.st().len(), md2.skin_width(), md2.skin_height());
    for skin in md2.skins().iter() {
        println!("skin {skin}");
    }

    let commands = md2.gl_commands();
    println!("{} strips and fans, {} triangles", commands.iter().count(), commands.triangles().count());

    for (i, frame) in md2.frames().enumerate() {
        // A frame without vertices has no size.
        let height = frame.positions().map(|[_, _, z]| z).reduce(f32::max).unwrap_or_default();
        println!("frame {i:3} {:16} up to {height:.1} units", frame.name().to_string());
    }
    println!();
}
