//! The canvas: the image of a skin with the triangles of the model. The user zooms, pans and selects triangles.

use std::collections::HashSet;
use std::sync::{Arc, Weak};

use egui::epaint::{Vertex, WHITE_UV};
use egui::{
    Color32, Mesh, PointerButton, Pos2, Rect, Response, Sense, Shape, Stroke, TextureId, Ui, Vec2, pos2, vec2,
};
use md2_scene::Piece;

use crate::style;
use md2_browse::uv::{Corners, UvList, UvMap};

const MAX_SCALE: f32 = 64.0;
const MIN_RELATIVE_SCALE: f32 = 0.25;
/// The color of triangle lines, which have edges of the color `LINE_DARK`. Light lines with dark edges are visible on every image.
const LINE_LIGHT: Color32 = Color32::from_rgba_premultiplied(200, 200, 200, 200);
const LINE_DARK: Color32 = Color32::from_rgba_premultiplied(0, 0, 0, 120);
const LINE_MARKED: Color32 = Color32::from_rgb(0xff, 0x6a, 0x5c);

#[derive(Debug, Default)]
pub(super) struct Canvas {
    lines: TriangleLines,
    /// The center of the view, as fractions of the skin's size, and the scale in points per texel; `None` shows the whole skin.
    place: Option<([f32; 2], f32)>,
}

impl Canvas {
    pub(super) fn fit(&mut self) {
        self.place = None;
    }

    pub(super) fn is_fitted(&self) -> bool {
        self.place.is_none()
    }
}

#[derive(Debug)]
pub(super) struct Sheet<'a> {
    pub(super) map: Option<&'a Arc<UvMap>>,
    pub(super) surface: usize,
    pub(super) list: UvList,
    pub(super) texture: Option<TextureId>,
    pub(super) size: [f32; 2],
    pub(super) selected: Option<Piece>,
    pub(super) hovered: Option<u32>,
    pub(super) is_in_panel: bool,
}

#[derive(Debug, Default)]
pub(super) struct CanvasHit {
    pub(super) hovered: Option<u32>,
    pub(super) clicked: Option<u32>,
}

#[derive(Debug, Default)]
struct TriangleLines {
    source: Option<(Weak<UvMap>, UvList, usize)>,
    /// Each edge once. The flag is true for an edge of a triangle whose texture coordinates differ between the lists `st` and `glcmds`.
    edges: Vec<([[f32; 2]; 2], bool)>,
    transform: Option<SkinTransform>,
    mesh: Arc<Mesh>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct SkinTransform {
    rect: Rect,
    center: [f32; 2],
    extent: Vec2,
    pixel: f32,
}

impl SkinTransform {
    fn to_screen(self, [s, t]: [f32; 2]) -> Pos2 {
        self.rect.center() + vec2(s - self.center[0], t - self.center[1]) * self.extent
    }

    fn to_skin(self, point: Pos2) -> [f32; 2] {
        let off = (point - self.rect.center()) / self.extent;
        [self.center[0] + off.x, self.center[1] + off.y]
    }
}

pub(super) fn show(ui: &mut Ui, size: Vec2, sheet: &Sheet<'_>, canvas: &mut Canvas) -> CanvasHit {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return CanvasHit::default();
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "skin"));
    let transform = navigate(ui, &response, rect, sheet, canvas);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, style::WELL);
    let whole = Rect::from_two_pos(transform.to_screen([0.0, 0.0]), transform.to_screen([1.0, 1.0]));
    match sheet.texture {
        Some(texture) => {
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture, whole, uv, Color32::WHITE);
        }
        None => {
            painter.rect_filled(whole, 0.0, style::LINE);
        }
    }
    painter.rect_stroke(whole, 0.0, Stroke::new(1.0, style::LINE), egui::StrokeKind::Outside);
    let Some(map) = sheet.map else { return CanvasHit::default() };
    painter.add(Shape::mesh(canvas.lines.mesh(map, sheet, transform)));
    let hit = hit_triangles(&response, map, sheet, transform);
    let corners = |triangle: u32| {
        let is_here = map.triangles_of(sheet.surface).contains(&triangle);
        map.corners(triangle, sheet.list).filter(|_| is_here)
    };
    let mark = |corners: Corners, color: Color32| {
        let points = corners.map(|corner| transform.to_screen(corner)).to_vec();
        painter.add(Shape::convex_polygon(points.clone(), color.gamma_multiply(0.35), Stroke::NONE));
        painter.add(Shape::closed_line(points.clone(), Stroke::new(3.5, Color32::from_black_alpha(160))));
        painter.add(Shape::closed_line(points, Stroke::new(1.6, color)));
    };
    match sheet.selected {
        Some(Piece::Triangle(triangle)) => {
            if let Some(corners) = corners(triangle) {
                mark(corners, style::ACCENT);
            }
        }
        Some(Piece::Vertex(vertex)) => {
            for triangle in map.triangles_of(sheet.surface) {
                let vertices = map.vertices(triangle).into_iter().flatten();
                let places = corners(triangle).into_iter().flatten();
                for (_, place) in vertices.zip(places).filter(|(other, _)| *other == vertex) {
                    painter.circle(
                        transform.to_screen(place),
                        4.0,
                        style::ACCENT,
                        Stroke::new(1.5, Color32::BLACK),
                    );
                }
            }
        }
        _ => {}
    }
    if let Some(corners) = hit.hovered.or(sheet.hovered).and_then(corners) {
        mark(corners, style::STRONG);
    }
    hit
}

fn navigate(
    ui: &Ui,
    response: &Response,
    rect: Rect,
    sheet: &Sheet<'_>,
    canvas: &mut Canvas,
) -> SkinTransform {
    let texels = vec2(sheet.size[0].max(1.0), sheet.size[1].max(1.0));
    let fitting = ((rect.width() - 4.0) / texels.x).min((rect.height() - 4.0) / texels.y);
    let transform_of = |(center, scale): ([f32; 2], f32)| SkinTransform {
        rect,
        center,
        extent: texels * scale,
        pixel: 1.0 / ui.ctx().pixels_per_point(),
    };
    let (mut center, mut scale) = canvas.place.unwrap_or(([0.5, 0.5], fitting));
    if response.dragged_by(PointerButton::Primary) || response.dragged_by(PointerButton::Middle) {
        let shift = response.drag_delta() / (texels * scale);
        center = [center[0] - shift.x, center[1] - shift.y];
        canvas.place = Some((center, scale));
    }
    if let Some(pointer) = response.hover_pos() {
        // The wheel scrolls the panel, not a skin that is shown whole; otherwise the user could not scroll past it.
        let passes = sheet.is_in_panel && canvas.is_fitted();
        let (wheel, pinch) = ui.input_mut(|input| {
            let wheel = if passes { Vec2::ZERO } else { std::mem::take(&mut input.smooth_scroll_delta) };
            (wheel.y, input.zoom_delta())
        });
        let factor = (wheel * 0.006).exp() * pinch;
        if factor != 1.0 {
            let before = transform_of((center, scale)).to_skin(pointer);
            scale = (scale * factor).clamp(MIN_RELATIVE_SCALE * fitting, MAX_SCALE.max(fitting));
            let after = transform_of((center, scale)).to_skin(pointer);
            center = [center[0] + before[0] - after[0], center[1] + before[1] - after[1]];
            canvas.place = Some((center, scale));
        }
    }
    if response.double_clicked() {
        canvas.fit();
        (center, scale) = ([0.5, 0.5], fitting);
    }
    // A part of the skin stays visible.
    center = center.map(|part| part.clamp(-1.0, 2.0));
    transform_of((center, scale))
}

fn hit_triangles(response: &Response, map: &UvMap, sheet: &Sheet<'_>, transform: SkinTransform) -> CanvasHit {
    let Some(pointer) = response.hover_pos() else { return CanvasHit::default() };
    let found = map.triangles_at(sheet.surface, sheet.list, transform.to_skin(pointer));
    let selected = match sheet.selected {
        Some(Piece::Triangle(triangle)) => found.iter().position(|other| *other == triangle),
        _ => None,
    };
    let next = match selected {
        Some(place) => found.get((place + 1) % found.len()),
        None => found.first(),
    };
    // A double click shows the whole skin.
    let is_click = response.clicked() && !response.double_clicked();
    let hovered = selected.map_or(found.first(), |place| found.get(place)).copied();
    CanvasHit { hovered, clicked: next.filter(|_| is_click).copied() }
}

impl TriangleLines {
    fn mesh(&mut self, map: &Arc<UvMap>, sheet: &Sheet<'_>, transform: SkinTransform) -> Arc<Mesh> {
        let is_same = self.source.as_ref().is_some_and(|(source, list, surface)| {
            std::ptr::eq(source.as_ptr(), Arc::as_ptr(map))
                && (*list, *surface) == (sheet.list, sheet.surface)
        });
        if !is_same {
            self.source = Some((Arc::downgrade(map), sheet.list, sheet.surface));
            self.edges = unique_edges(map, sheet);
            self.transform = None;
        }
        if self.transform != Some(transform) {
            self.transform = Some(transform);
            self.mesh = Arc::new(line_mesh(&self.edges, transform));
        }
        Arc::clone(&self.mesh)
    }
}

fn unique_edges(map: &UvMap, sheet: &Sheet<'_>) -> Vec<([[f32; 2]; 2], bool)> {
    let mut seen = HashSet::new();
    let mut edges = Vec::new();
    let triangles = map.triangles_of(sheet.surface);
    for is_marked in [true, false] {
        for triangle in triangles.clone().filter(|&triangle| map.is_different(triangle) == is_marked) {
            let Some([a, b, c]) = map.corners(triangle, sheet.list) else { continue };
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let [low, high] = if from < to { [from, to] } else { [to, from] };
                if seen.insert([low, high].map(|place| place.map(f32::to_bits))) {
                    edges.push(([low, high], is_marked));
                }
            }
        }
    }
    edges.reverse();
    edges
}

fn line_mesh(edges: &[([[f32; 2]; 2], bool)], transform: SkinTransform) -> Mesh {
    let mut mesh = Mesh::default();
    let visible = transform.rect.expand(8.0);
    for &(edge, is_marked) in edges {
        let [from, to] = edge.map(|place| transform.to_screen(place));
        if !visible.intersects(Rect::from_two_pos(from, to)) {
            continue;
        }
        push_soft_line(&mut mesh, [from, to], 2.2 * transform.pixel.max(0.7), LINE_DARK);
        let color = if is_marked { LINE_MARKED } else { LINE_LIGHT };
        push_soft_line(&mut mesh, [from, to], 1.1 * transform.pixel.max(0.7), color);
    }
    mesh
}

/// Adds a line that fades from its middle to both sides. `width` is the distance from the middle to each side.
fn push_soft_line(mesh: &mut Mesh, [from, to]: [Pos2; 2], width: f32, color: Color32) {
    let along = (to - from).normalized();
    let side = along.rot90() * width;
    let Ok(first) = u32::try_from(mesh.vertices.len()) else { return };
    for end in [from, to] {
        for (point, color) in
            [(end - side, Color32::TRANSPARENT), (end, color), (end + side, Color32::TRANSPARENT)]
        {
            mesh.vertices.push(Vertex { pos: point, uv: WHITE_UV, color });
        }
    }
    for (a, b) in [(0, 1), (1, 2)] {
        mesh.indices.extend([a, b, a + 3, b, b + 3, a + 3].map(|index| first + index));
    }
}
