//! The card with the data of the vertex or triangle under the pointer, or else of the selected vertex or triangle.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, Context, FontFamily, FontId, Galley, Id, LayerId, Order, Rect, Stroke, StrokeKind, Vec2,
    vec2,
};
use md2_load::{Anatomy, FileCommand, FileFrame, FileTriangle, FileVertex, SkinCoordinate, StoredNormal};
use md2_mesh::blend;
use md2_scene::{Actor, DrawnActor, GhostModel, Piece, PointerTarget, Study, Workspace};

use super::{style, widgets};
use crate::text::shown;

const FONT_SIZE: f32 = 11.5;
const LINE_HEIGHT: f32 = 15.0;
const DISTANCE: f32 = 12.0;
const AWAY: f32 = 28.0;
/// The colors of the keyframes before (`BEFORE`) and after (`AFTER`) the current position, the same as in the scene.
const BEFORE: Color32 = style::opaque(GhostModel::BEFORE);
const AFTER: Color32 = style::opaque(GhostModel::AFTER);
const MAX_PLACES: usize = 3;

const MARGIN: Vec2 = vec2(12.0, 9.0);

type Line = Vec<(Color32, String)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Shows the stored bytes of a vertex, and each step of decoding them.
    Steps,
    /// Shows the stored bytes of a vertex, and its position in each keyframe.
    Bytes,
    Position,
}

/// Shows the card. Returns its place.
pub(super) fn show(context: &Context, free: Rect, workspace: &Workspace) -> Option<Rect> {
    let room = free.size() - 2.0 * (MARGIN + Vec2::splat(DISTANCE));
    let pointer = context.input(|input| input.pointer.latest_pos());
    let inner = free.shrink(DISTANCE);
    let details =
        [(Detail::Steps, f32::INFINITY), (Detail::Bytes, f32::INFINITY), (Detail::Position, room.x)];
    let mut covering = None;
    let avoiding = details.into_iter().find_map(|(detail, width)| {
        let galley = layout_text(context, card_lines(workspace, detail)?, width);
        if galley.size().x > room.x || galley.size().y > room.y {
            return None;
        }
        let size = galley.size() + 2.0 * MARGIN;
        let corners = [Align2::LEFT_BOTTOM, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP];
        let places = corners.map(|corner| corner.align_size_within_rect(size, inner));
        covering = Some((Arc::clone(&galley), places[0]));
        let is_free = |place: &Rect| pointer.is_none_or(|pointer| !place.expand(AWAY).contains(pointer));
        places.into_iter().find(is_free).map(|place| (galley, place))
    });
    let (galley, rect) = avoiding.or(covering)?;
    // Painted without an area, so that the pointer reaches the scene below.
    let painter = context.layer_painter(LayerId::new(Order::Middle, Id::new("inspect")));
    painter.rect_filled(rect, 6.0, style::WELL.gamma_multiply(0.92));
    painter.rect_stroke(rect, 6.0, Stroke::new(1.0, style::LINE), StrokeKind::Inside);
    painter.galley(rect.min + MARGIN, galley, style::TEXT);
    Some(rect)
}

fn layout_text(context: &Context, lines: Vec<Line>, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let font = FontId::new(FONT_SIZE, FontFamily::Monospace);
    let format = |color| TextFormat {
        font_id: font.clone(),
        color,
        line_height: Some(LINE_HEIGHT),
        ..TextFormat::default()
    };
    for (index, line) in lines.into_iter().enumerate() {
        if index > 0 {
            job.append("\n", 0.0, format(style::TEXT));
        }
        for (color, text) in line {
            job.append(&text, 0.0, format(color));
        }
    }
    context.fonts_mut(|fonts| fonts.layout_job(job))
}

fn card_lines(workspace: &Workspace, detail: Detail) -> Option<Vec<Line>> {
    let selected = || workspace.selection();
    let piece = workspace.hover().and_then(PointerTarget::selection).or_else(selected)?;
    let actor = workspace.actor(piece.actor)?;
    let study = actor.document().studied()?;
    match piece.piece {
        Piece::Vertex(vertex) => {
            let drawn = workspace.drawn().find(|drawn| drawn.actor == piece.actor)?;
            vertex_lines(actor, study, &drawn, vertex, detail)
        }
        Piece::Triangle(triangle) => triangle_lines(study, triangle),
        _ => None,
    }
}

fn vertex_lines(
    actor: &Actor,
    study: &Study,
    drawn: &DrawnActor<'_>,
    vertex: u32,
    detail: Detail,
) -> Option<Vec<Line>> {
    let anatomy = &study.anatomy;
    let document = actor.document();
    let pose = drawn.pose.clamped_to(anatomy.frames().len());
    let moves = pose.frame_a != pose.frame_b && pose.blend > 0.0;
    let [a, b] = if moves { pose.frames() } else { [pose.frame_a as usize; 2] };
    let has_steps = detail != Detail::Position;
    let name = |frame: usize| {
        let name = u32::try_from(frame).map_or("", |frame| document.frame_name(frame));
        if has_steps { format!("{frame} {}", shown(name)) } else { frame.to_string() }
    };
    let mut title = vec![
        (style::STRONG, format!("vertex {vertex}")),
        (style::WEAK, String::from(" · frame ")),
        (BEFORE, name(a)),
    ];
    if moves {
        title.extend([(style::WEAK, String::from(" → ")), (AFTER, name(b))]);
    }
    let mut lines = vec![title];
    lines.extend(owner_line(actor, anatomy, vertex));
    if has_steps {
        lines.push(vec![(style::WEAK, row("", ["x", "y", "z"].map(String::from), "normal"))]);
    }
    let result = |position: [f32; 3]| vec![(style::STRONG, row("=", position.map(number), ""))];
    let keys = if moves { [Some((a, BEFORE)), Some((b, AFTER))] } else { [Some((a, BEFORE)), None] };
    let mut positions = Vec::with_capacity(2);
    for (frame, color) in keys.into_iter().flatten() {
        let stored = anatomy.vertex(frame, vertex)?;
        match detail {
            Detail::Steps => {
                let place = offset_text(anatomy, stored.offset);
                lines.push(vec![(color, format!("▪ {frame}")), (style::WEAK, place)]);
                lines.extend(decoding_lines(&anatomy.frames()[frame], &stored));
            }
            Detail::Bytes => {
                let (bytes, normal) = byte_texts(&stored);
                lines.push(vec![(color, row(&format!("▪ {frame} bytes"), bytes, &normal))]);
                lines.push(result(stored.position));
            }
            Detail::Position => {}
        }
        positions.push(stored.position);
    }
    match positions[..] {
        [from, to] => {
            let t = pose.blend;
            if has_steps {
                let parts = format!("{:.3} × {a} + {t:.3} × {b}", 1.0 - t);
                lines.push(vec![(style::WEAK, String::from("blend ")), (style::TEXT, parts)]);
            }
            lines.push(result([0, 1, 2].map(|axis| from[axis] * (1.0 - t) + to[axis] * t)));
        }
        // The decoding steps contain the position.
        [position] if !has_steps => lines.push(result(position)),
        _ => {}
    }
    if !Arc::ptr_eq(drawn.mesh(), document.mesh()) && document.has_8_bit_keys() {
        let place = drawn.mesh().source_vertices().iter().position(|source| source.xyz == vertex)?;
        let position = blend::blend_vertex(drawn.mesh(), place, drawn.pose).position;
        lines.push(vec![(style::ACCENT, row("restored", position.map(number), ""))]);
    }
    lines.extend(skin_line(anatomy, vertex));
    Some(lines)
}

fn owner_line(actor: &Actor, anatomy: &Anatomy, vertex: u32) -> Option<Line> {
    let surface = anatomy.surface_of(vertex).filter(|_| anatomy.surfaces().len() > 1);
    let surface = surface.map(|surface| readable_name(&surface.name));
    let part = Some(actor.role().to_owned()).filter(|role| !role.is_empty() && role != "model");
    let names: Vec<String> = part.into_iter().chain(surface).collect();
    (!names.is_empty()).then(|| vec![(style::WEAK, names.join(" · "))])
}

fn readable_name(name: &[u8]) -> String {
    shown(&String::from_utf8_lossy(name))
}

fn byte_texts(stored: &FileVertex<'_>) -> ([String; 3], String) {
    match *stored.bytes {
        [x, y, z, normal] => ([x, y, z].map(|byte| format!("{byte:02x}")), format!("{normal:02x}")),
        [a, b, c, d, e, f, zenith, azimuth] => (
            [[a, b], [c, d], [e, f]].map(|[low, high]| format!("{low:02x} {high:02x}")),
            format!("{zenith:02x} {azimuth:02x}"),
        ),
        _ => ([const { String::new() }; 3], String::new()),
    }
}

fn decoding_lines(frame: &FileFrame, stored: &FileVertex<'_>) -> Vec<Line> {
    let (bytes, normal) = byte_texts(stored);
    let normal_steps = match stored.normal {
        StoredNormal::Index(index) => index.to_string(),
        StoredNormal::Angles([zenith, azimuth]) => format!("{zenith} {azimuth}"),
        _ => String::new(),
    };
    let mut lines = vec![
        vec![(style::ACCENT, row("bytes", bytes, &normal))],
        vec![(style::TEXT, row("", stored.steps.map(|step| step.to_string()), &normal_steps))],
        vec![(style::WEAK, row("× scale", frame.scale.map(factor), ""))],
    ];
    if frame.translate != [0.0; 3] {
        lines.push(vec![(style::WEAK, row("+ translation", frame.translate.map(number), ""))]);
    }
    lines.push(vec![(style::STRONG, row("=", stored.position.map(number), ""))]);
    lines
}

fn offset_text(anatomy: &Anatomy, offset: usize) -> String {
    let copy = if anatomy.is_repaired() { " of the repaired copy" } else { "" };
    format!("  byte 0x{offset:x}{copy}")
}

fn skin_line(anatomy: &Anatomy, vertex: u32) -> Option<Line> {
    let mut places: Vec<String> = Vec::new();
    let mut triangles = 0;
    for triangle in anatomy.triangles() {
        let mut has_vertex = false;
        for corner in triangle.corners.iter().filter(|corner| corner.vertex == vertex) {
            has_vertex = true;
            let place = place(corner.stored);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        triangles += usize::from(has_vertex);
    }
    let more = places.len().saturating_sub(MAX_PLACES);
    places.truncate(MAX_PLACES);
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    let unit = if anatomy.skin_size().is_some() { "texel" } else { "skin" };
    let count = widgets::plural(triangles, "triangle", "triangles");
    let text = format!("{count} · {unit} {}{more}", places.join(" "));
    (triangles > 0).then(|| vec![(style::WEAK, text)])
}

fn triangle_lines(study: &Study, number: u32) -> Option<Vec<Line>> {
    let anatomy = &study.anatomy;
    let triangle = anatomy.triangle(number)?;
    let byte = offset_text(anatomy, triangle.offset);
    let title = vec![(style::STRONG, format!("triangle {number}")), (style::WEAK, byte)];
    let corners = |text: &dyn Fn(usize) -> String| [0, 1, 2].map(text);
    let places = corners(&|i| place(triangle.corners[i].stored));
    let longest = places.iter().map(|place| place.len()).max().unwrap_or_default();
    let row = |label, columns| wide_row(label, columns, "", COLUMN.max(longest + 2));
    let mut lines = vec![
        title,
        vec![(style::TEXT, row("vertex", triangle.vertices().map(|vertex| vertex.to_string())))],
        vec![(style::TEXT, row("skin", places))],
    ];
    if let Some(size) = anatomy.skin_size()
        && triangle.corners.iter().all(|corner| corner.by_commands.is_some())
    {
        let off = |i: usize| {
            let off = triangle.corners[i].commands_off().unwrap_or_default();
            [off[0] * size[0] as f32, off[1] * size[1] as f32]
        };
        let differs = (0..3).any(|i| off(i).iter().any(|texels| texels.abs() > 1.0 / 64.0));
        if differs {
            let texels = corners(&|i| {
                let [s, t] = off(i);
                format!("{s:+.1} {t:+.1}")
            });
            lines.push(vec![(style::ACCENT, row("strips", texels))]);
        } else {
            lines.push(vec![(style::WEAK, String::from("strips   same coordinates"))]);
        }
    } else if anatomy.format().features().has_commands {
        lines.push(vec![(style::WEAK, String::from("strips   not drawn"))]);
    }
    lines.extend(command_line(anatomy, &triangle));
    Some(lines)
}

fn command_line(anatomy: &Anatomy, triangle: &FileTriangle) -> Option<Line> {
    let number = anatomy.command_of(triangle)?;
    let command = anatomy.commands().get(number)?;
    let text = format!("command  {number}: {} of {} vertices", command_kind(command), command.vertices);
    Some(vec![(style::TEXT, text), (style::WEAK, offset_text(anatomy, command.offset))])
}

fn command_kind(command: &FileCommand) -> &'static str {
    if command.is_fan { "fan" } else { "strip" }
}

fn place(stored: SkinCoordinate) -> String {
    match stored {
        SkinCoordinate::Texels([s, t]) => format!("{s},{t}"),
        SkinCoordinate::Fractions([s, t]) => format!("{s:.3},{t:.3}"),
        _ => String::new(),
    }
}

const COLUMN: usize = 10;

fn row(label: &str, columns: [String; 3], last: &str) -> String {
    wide_row(label, columns, last, COLUMN)
}

fn wide_row(label: &str, [x, y, z]: [String; 3], last: &str, width: usize) -> String {
    let row = format!("{label:<13}{x:>width$}{y:>width$}{z:>width$}  {last:>6}");
    row.trim_end().to_owned()
}

fn number(value: f32) -> String {
    format!("{value:.3}")
}

fn factor(value: f32) -> String {
    format!("{value:.5}")
}

#[cfg(test)]
mod tests {
    use md2_scene::{Command, Companions, Document, Moment, Selection, Viewport};

    use super::*;

    fn text(workspace: &Workspace) -> String {
        text_with(workspace, Detail::Steps)
    }

    fn text_with(workspace: &Workspace, detail: Detail) -> String {
        let lines = card_lines(workspace, detail).into_iter().flatten();
        let text = |line: Line| line.into_iter().map(|(_, text)| text).collect::<String>();
        lines.map(text).collect::<Vec<_>>().join("\n")
    }

    fn resting(name: &str, file: &[u8]) -> Workspace {
        let document = Document::from_bytes(name, file, Companions::default()).unwrap();
        let (mut workspace, _) = Workspace::new(document, Viewport::whole([800, 600]));
        let actor = workspace.lead();
        let _ = workspace.apply(Command::SetPlaying(false)).unwrap();
        let _ = workspace.apply(Command::Seek { actor, to: Moment::Key(0.25) }).unwrap();
        workspace
    }

    fn select(workspace: &mut Workspace, piece: Piece) {
        let actor = workspace.lead();
        let _ = workspace.apply(Command::Select(Some(Selection { actor, piece }))).unwrap();
    }

    #[test]
    fn a_vertex_shows_its_bytes_and_their_decoding() {
        let file = md2_testdata::one_triangle().build();
        let mut workspace = resting("a.md2", file.bytes());
        assert_eq!(text(&workspace), "");
        select(&mut workspace, Piece::Vertex(2));
        assert_eq!(text(&workspace), "", "the document is not studied yet");
        let study = workspace.document().study().expect("its bytes are there");
        let [a, b] = [0, 1].map(|frame| study.anatomy.vertex(frame, 2).unwrap());
        let card = text(&workspace);
        assert!(card.starts_with("vertex 2 · frame 0 stand01 → 1 stand02"), "{card}");
        for stored in [a, b] {
            assert!(card.contains(&format!("byte 0x{:x}", stored.offset)), "{card}");
            let bytes = stored.bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>();
            let found = card.lines().any(|line| line.split_whitespace().skip(1).eq(bytes.iter()));
            assert!(found, "{bytes:?} in {card}");
            let short = text_with(&workspace, Detail::Bytes);
            let found = short.lines().any(|line| line.split_whitespace().skip(3).eq(bytes.iter()));
            assert!(found && short.lines().count() < card.lines().count() - 6, "{bytes:?} in {short}");
            assert!(card.contains(&row("=", stored.position.map(number), "")), "{card}");
        }
        let between = [0, 1, 2].map(|axis| a.position[axis] * 0.75 + b.position[axis] * 0.25);
        assert!(card.contains(&row("=", between.map(number), "")), "{card}");
        assert!(card.contains("0.750 × 0 + 0.250 × 1"), "{card}");
    }

    #[test]
    fn a_triangle_shows_its_skin_coordinates() {
        let file = md2_testdata::seamed_quad().build();
        let mut workspace = resting("a.md2", file.bytes());
        let _ = workspace.document().study();
        select(&mut workspace, Piece::Triangle(1));
        let card = text(&workspace);
        assert!(card.starts_with("triangle 1  byte 0x") && card.contains("strips"), "{card}");
        assert_eq!(card.lines().count(), 4, "{card}");

        let file = md2_testdata::one_triangle().build();
        let mut workspace = resting("a.md2", file.bytes());
        let _ = workspace.document().study();
        select(&mut workspace, Piece::Triangle(0));
        let card = text(&workspace);
        let command = format!("command  0: strip of 3 vertices  byte 0x{:x}", file.offset_of("gl[0]"));
        assert!(card.ends_with(&command), "{card}");
    }

    #[test]
    fn records_of_a_damaged_file_are_those_of_the_repaired_copy() {
        let mut file = md2_testdata::seamed_quad().build();
        file.set_i32("version", 7);
        let (_folder, mut workspace) = opened(file.bytes());
        for piece in [Piece::Triangle(0), Piece::Vertex(2)] {
            select(&mut workspace, piece);
            let card = text(&workspace);
            assert!(card.lines().take(3).any(|line| line.ends_with("of the repaired copy")), "{card}");
        }
    }

    fn opened(file: &[u8]) -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md2");
        std::fs::write(&path, file).unwrap();
        let (workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([800, 600]));
        assert!(workspace.document().study().is_some());
        (folder, workspace)
    }

    #[test]
    fn shows_the_records_of_other_formats() {
        let file = md2_testdata::md3::two_surfaces().build();
        let mut workspace = resting("a.md3", file.bytes());
        let study = workspace.document().study().expect("its bytes are there");
        let vertex = study.anatomy.surfaces()[1].vertices.start;
        let stored = study.anatomy.vertex(0, vertex).unwrap();
        let offset = format!("byte 0x{:x}", stored.offset);
        select(&mut workspace, Piece::Vertex(vertex));
        let card = text(&workspace);
        assert!(card.contains(&offset) && card.contains("0.01562"), "{card}");
        assert!(!card.contains("+ translation"), "{card}");
        select(&mut workspace, Piece::Triangle(0));
        let card = text(&workspace);
        let skin = card.lines().find(|line| line.starts_with("skin")).expect("it has places there");
        assert_eq!(skin.split_whitespace().count(), 4, "a label and three places: {skin}");
    }
}
