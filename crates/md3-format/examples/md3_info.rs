//! Prints the content of a model and all findings of its check.
//!
//! Usage: `cargo run -p md3-format --example md3_info -- FILE`

use std::error::Error;

use md3_format::{Md3, check, surface_key};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: info FILE")?;
    let file = std::fs::read(path)?;

    // Parsing stops at the first error; the check reports all findings.
    match Md3::parse(&file) {
        Ok(md3) => print(&md3),
        Err(error) => println!("unreadable: {error}\n"),
    }
    print!("{}", check(&file));
    Ok(())
}

fn print(md3: &Md3<'_>) {
    println!("{} frames, {} tags, {} surfaces", md3.frame_count(), md3.tag_count(), md3.surfaces().len());

    for surface in md3.surfaces() {
        let (vertices, triangles) = (surface.vertex_count(), surface.triangles().len());
        println!("surface {}: {vertices} vertices, {triangles} triangles", surface.header().name);
        println!("  to skins {}", surface_key(surface.name()).escape_ascii());
        for shader in surface.shaders() {
            println!("  shader {}", shader.field);
        }
        // The bounds in frames are often wrong, so the vertices give the size.
        let heights = (0..md3.frame_count()).flat_map(|i| surface.positions(i)).map(|[_, _, z]| z);
        let height = heights.reduce(f32::max).unwrap_or_default();
        println!("  up to {height:.1} units");
    }

    // Each frame has its own tags.
    if md3.frame_count() > 0 {
        for tag in md3.tags(0) {
            println!("tag {} at {:.1?} in frame 0", tag.name, tag.origin());
        }
    }
    println!();
}
