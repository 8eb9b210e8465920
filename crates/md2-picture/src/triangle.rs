//! Triangle setup: lighting, clipping at the near plane, projection, and interpolation planes.

use glam::{Mat4, Vec3};
use md2_mesh::blend::blend_frames;

use crate::framing::View;
use crate::light::lit;
use crate::model::{Cover, PosedModel, SlotStyle, unit_or};
use crate::texture::{TextureId, Textures};

/// Number of grid steps per pixel. Corners are rounded to this grid, so that adjacent triangles have exactly the same edge.
pub(crate) const GRID: i64 = 256;
/// The limit, in pixels, to which the coordinates of corners are clamped. The product of two coordinates in grid steps then fits 64 bits.
const FARTHEST: f32 = 1_000_000.0;
/// Number of interpolated values: 1/w, u/w, v/w, red light/w, green light/w, blue light/w, and outline light/w.
pub(crate) const VALUES: usize = 7;

#[derive(Clone, Debug)]
pub(crate) struct Triangle {
    pub(crate) edges: [Edge; 3],
    pub(crate) columns: [i64; 2],
    pub(crate) rows: [i64; 2],
    /// The reference point of `planes`, in pixels of the picture.
    pub(crate) origin: [f32; 2],
    /// The value of each interpolated quantity at `origin`, and its change per pixel to the right and per pixel downwards.
    pub(crate) planes: [[f32; 3]; VALUES],
    pub(crate) texture: Option<TextureId>,
    pub(crate) cover: Cover,
}

/// An edge of a triangle. Points with `a * x + b * y + c >= 0`, in steps of the grid, are on the inner side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

impl Edge {
    pub(crate) fn new(p: [i64; 2], q: [i64; 2]) -> Self {
        let (a, b) = (p[1] - q[1], q[0] - p[0]);
        let c = -(a * p[0] + b * p[1]);
        // A sample on the edge between two triangles belongs to the triangle to the right of or below the edge.
        let is_inside = a > 0 || (a == 0 && b > 0);
        Self { a, b, c: if is_inside { c } else { c - 1 } }
    }
}

impl Triangle {
    pub(crate) fn is_added(&self) -> bool {
        self.cover == Cover::Added
    }

    #[inline]
    pub(crate) fn values_at(&self, x: f32, y: f32) -> [f32; VALUES] {
        let (x, y) = (x - self.origin[0], y - self.origin[1]);
        self.planes.map(|[value, dx, dy]| value + dx * x + dy * y)
    }
}

#[derive(Clone, Copy, Debug)]
struct ShadedVertex {
    /// Position relative to the eye, on the axes right, up, and towards the eye.
    seen: Vec3,
    /// The values to interpolate, not yet divided by w.
    values: [f32; VALUES],
}

impl ShadedVertex {
    fn between(a: &Self, b: &Self, part: f32) -> Self {
        Self {
            seen: a.seen + (b.seen - a.seen) * part,
            values: std::array::from_fn(|i| a.values[i] + (b.values[i] - a.values[i]) * part),
        }
    }
}

pub(crate) fn set_up<'a>(
    model: &PosedModel<'a>,
    view: &View,
    size: [u32; 2],
    textures: &mut Textures<'a>,
    triangles: &mut Vec<Triangle>,
) {
    let mesh = model.mesh;
    let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
    let mut normals = positions.clone();
    blend_frames(mesh, model.pose, &mut positions, &mut normals);
    let transform = Mat4::from_cols_array_2d(&model.transform);
    let [x, y, z] = [transform.x_axis, transform.y_axis, transform.z_axis].map(|axis| axis.truncate());
    let mirrors = x.cross(y).dot(z) < 0.0;
    let position = |position: [f32; 3]| transform.transform_point3(position.into());
    let normal = |normal: [f32; 3]| unit_or(transform.transform_vector3(normal.into()), Vec3::Z);
    let positions: Vec<Vec3> = positions.into_iter().map(position).collect();
    let normals: Vec<Vec3> = normals.into_iter().map(normal).collect();
    let projection = Projection::new(view, size);
    for surface in mesh.surfaces() {
        let (texture, cover) = match model.slot_style(surface.skin_slot) {
            SlotStyle::Hidden => continue,
            SlotStyle::Gray => (None, Cover::Solid),
            SlotStyle::Skin { color, glow, cover } => (Some(textures.add(color, glow)), cover),
        };
        triangles.reserve(surface.indices.len() / 3);
        for vertices in mesh.indices().triangles_of(surface) {
            let vertices = vertices.map(|vertex| vertex as usize);
            let at = vertices.map(|vertex| positions[vertex]);
            let face = (at[2] - at[0]).cross(at[1] - at[0]);
            let is_back = (face.dot(projection.eye - at[0]) < 0.0) != mirrors;
            let corners = [0, 1, 2].map(|i| {
                let to_eye = unit_or(projection.eye - at[i], Vec3::Z);
                let mut normal = normals[vertices[i]];
                // The back of a surface, such as a cape, is lit like its front.
                if is_back && normal.dot(to_eye) < 0.0 {
                    normal = -normal;
                }
                let ([u, v], (light, rim)) = (mesh.uvs()[vertices[i]], lit(normal, to_eye));
                let values = [1.0, u, v, light.x, light.y, light.z, rim];
                ShadedVertex { seen: projection.seen(at[i]), values }
            });
            projection.clipped(&corners, |corners| {
                if let Some(mut triangle) = projection.project(corners, cover) {
                    let [w, u, v, ..] = triangle.planes;
                    triangle.texture = texture.map(|texture| textures.reduced(texture, [w, u, v]));
                    triangles.push(triangle);
                }
            });
        }
    }
}

struct Projection {
    eye: Vec3,
    axes: [Vec3; 3],
    near: f32,
    /// The focal length: the distance in pixels between the center of the picture and a point at 45° to the view direction.
    scale: f32,
    middle: [f32; 2],
    size: [i64; 2],
}

impl Projection {
    fn new(view: &View, [width, height]: [u32; 2]) -> Self {
        let half = (view.fov_y * 0.5).tan();
        Self {
            eye: view.eye.into(),
            axes: view.axes(),
            near: view.near.max(f32::MIN_POSITIVE),
            scale: height as f32 * 0.5 / half,
            middle: [width as f32 * 0.5, height as f32 * 0.5],
            size: [i64::from(width), i64::from(height)],
        }
    }

    fn seen(&self, point: Vec3) -> Vec3 {
        self.axes.map(|axis| axis.dot(point - self.eye)).into()
    }

    fn clipped(&self, corners: &[ShadedVertex; 3], mut take: impl FnMut(&[ShadedVertex; 3])) {
        let beyond = corners.map(|corner| -corner.seen[2] - self.near);
        if beyond.iter().all(|&depth| depth >= 0.0) {
            take(corners);
            return;
        }
        let mut left: Vec<ShadedVertex> = Vec::with_capacity(4);
        for i in 0..3 {
            let next = (i + 1) % 3;
            if beyond[i] >= 0.0 {
                left.push(corners[i]);
            }
            if (beyond[i] >= 0.0) != (beyond[next] >= 0.0) {
                let part = beyond[i] / (beyond[i] - beyond[next]);
                left.push(ShadedVertex::between(&corners[i], &corners[next], part));
            }
        }
        for last in 2..left.len() {
            take(&[left[0], left[last - 1], left[last]]);
        }
    }

    fn project(&self, corners: &[ShadedVertex; 3], cover: Cover) -> Option<Triangle> {
        let mut corners = *corners;
        let on_grid = |corner: &ShadedVertex| -> [i64; 2] {
            let inverse = -1.0 / corner.seen[2];
            let at = [
                self.middle[0] + corner.seen[0] * inverse * self.scale,
                self.middle[1] - corner.seen[1] * inverse * self.scale,
            ];
            #[expect(clippy::cast_possible_truncation, reason = "clamped to a million pixels")]
            at.map(|c| {
                let places = f64::from(c.clamp(-FARTHEST, FARTHEST) * GRID as f32);
                // `round` would be a call of a library function on x86-64, which is slow here.
                (places + 0.5_f64.copysign(places)) as i64
            })
        };
        let mut at = corners.each_ref().map(on_grid);
        let area = |[p, q, r]: [[i64; 2]; 3]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let mut doubled = area(at);
        if doubled < 0 {
            at.swap(1, 2);
            corners.swap(1, 2);
            doubled = -doubled;
        }
        if doubled == 0 {
            return None;
        }
        let extent = |axis: usize| {
            let (least, greatest) =
                (at.map(|p| p[axis]).into_iter().min()?, at.map(|p| p[axis]).into_iter().max()?);
            let range = [least.div_euclid(GRID).max(0), greatest.div_euclid(GRID).min(self.size[axis] - 1)];
            (range[0] <= range[1]).then_some(range)
        };
        let (columns, rows) = (extent(0)?, extent(1)?);
        let edges = [Edge::new(at[0], at[1]), Edge::new(at[1], at[2]), Edge::new(at[2], at[0])];
        // The corners of a clipped triangle can be far outside the picture. Double precision, with the origin at the center of the
        // visible area, keeps the planes accurate.
        let values = corners.map(|ShadedVertex { seen, values }| {
            let inverse = -1.0 / f64::from(seen[2]);
            values.map(|value| f64::from(value) * inverse)
        });
        let steps = |from: [i64; 2], to: [i64; 2]| [0, 1].map(|i| (to[i] - from[i]) as f64 / GRID as f64);
        let (to_1, to_2) = (steps(at[0], at[1]), steps(at[0], at[2]));
        let per_area = (GRID * GRID) as f64 / doubled as f64;
        let origin = [columns, rows].map(|[first, last]| (first + last) as f32 * 0.5);
        let to_origin = [0, 1].map(|i| f64::from(origin[i]) - at[0][i] as f64 / GRID as f64);
        #[expect(clippy::cast_possible_truncation, reason = "the visible area needs no more precision")]
        let plane = |value: usize| {
            let start = values[0][value];
            let (grown_1, grown_2) = (values[1][value] - start, values[2][value] - start);
            let dx = (grown_1 * to_2[1] - grown_2 * to_1[1]) * per_area;
            let dy = (grown_2 * to_1[0] - grown_1 * to_2[0]) * per_area;
            [start + dx * to_origin[0] + dy * to_origin[1], dx, dy].map(|number| number as f32)
        };
        Some(Triangle {
            edges,
            columns,
            rows,
            origin,
            planes: std::array::from_fn(plane),
            texture: None,
            cover,
        })
    }
}
