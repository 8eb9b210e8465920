//! Writes one frame of a model to standard output, as Wavefront OBJ.
//!
//! Usage: `cargo run -p md2-format --example obj_dump -- FILE [FRAME]`

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use md2_format::Md2;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: obj_dump FILE [FRAME]")?;
    let index = arguments.next().unwrap_or_else(|| "0".into());
    let index: usize = index.parse().map_err(|error| format!("frame {index}: {error}"))?;

    let file = std::fs::read(path)?;
    let md2 = Md2::parse(&file)?;
    if index >= md2.frame_count() {
        return Err(format!("there are {} frames", md2.frame_count()).into());
    }
    let frame = md2.frame(index);

    let mut obj = BufWriter::new(stdout().lock());
    writeln!(obj, "o {}", frame.raw_name())?;
    for [x, y, z] in frame.positions() {
        // In MD2, Z is up and X is forward. Most programs that read OBJ expect Y up and -Z forward.
        writeln!(obj, "v {} {z} {}", -y, -x)?;
    }
    for vertex in frame.vertices() {
        let [x, y, z] = vertex.normal();
        writeln!(obj, "vn {} {z} {}", -y, -x)?;
    }
    // In MD2, v = 0 is the top of the skin; in OBJ it is the bottom.
    let skin_size = md2.skin_size();
    for [u, v] in md2.st().iter().map(|st| st.uv(skin_size)) {
        writeln!(obj, "vt {u} {}", 1.0 - v)?;
    }
    for triangle in md2.triangles() {
        // Front faces are clockwise in MD2 and counterclockwise in OBJ. OBJ indices start at 1.
        let ([a, b, c], [s, t, u]) =
            (triangle.xyz().map(|i| u32::from(i) + 1), triangle.st().map(|i| u32::from(i) + 1));
        writeln!(obj, "f {a}/{s}/{a} {c}/{u}/{c} {b}/{t}/{b}")?;
    }
    obj.flush()?;
    Ok(())
}
