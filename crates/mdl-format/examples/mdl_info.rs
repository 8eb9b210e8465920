//! Prints the content of a model and all findings of its check.
//!
//! Usage: `cargo run -p mdl-format --example mdl_info -- FILE`

use std::error::Error;

use mdl_format::{Intervals, Mdl, check};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: info FILE")?;
    let file = std::fs::read(path)?;

    // Parsing stops at the first error; the check reports all findings.
    match Mdl::parse(&file) {
        Ok(mdl) => print(&mdl),
        Err(error) => println!("unreadable: {error}\n"),
    }
    print!("{}", check(&file));
    Ok(())
}

fn print(mdl: &Mdl<'_>) {
    println!("{} vertices, {} triangles", mdl.vertex_count(), mdl.triangles().len());
    let back = mdl.triangles().iter().filter(|triangle| !triangle.is_front()).count();
    let seam = mdl.st().iter().filter(|st| st.is_on_seam()).count();
    println!("{back} triangles on the back, {seam} vertices on the seam");
    println!("groups play {:?}, effects: {}", mdl.sync_type(), mdl.effects());

    let (width, height) = (mdl.skin_width(), mdl.skin_height());
    for (i, skin) in mdl.skins().iter().enumerate() {
        println!("skin {i:2} {width} x {height}{}", times(skin.intervals()));
    }
    for (i, frame) in mdl.frames().iter().enumerate() {
        println!("frame {i:3}{}", times(frame.intervals()));
        for pose in frame.poses() {
            // A pose without vertices has no size.
            let height = mdl.positions(pose).map(|[_, _, z]| z).reduce(f32::max).unwrap_or_default();
            println!(
                "  pose {pose:3} {:16} up to {height:.1} units",
                mdl.poses()[pose].raw_name().to_string()
            );
        }
    }
    if !mdl.trailing().is_empty() {
        let qmex = if mdl.qmex().is_some() { " of the editor qME" } else { "" };
        println!("{} bytes after the last frame{qmex}", mdl.trailing().len());
    }
    println!();
}

/// Formats the times at which the poses of a group end. Returns an empty text for a single frame.
fn times(intervals: Intervals<'_>) -> String {
    if intervals.is_empty() { String::new() } else { format!(", a group that ends at {intervals:?} s") }
}
