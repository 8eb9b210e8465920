//! Meshes that are drawn instead of the documents' own meshes: made from the OpenGL commands, or altered for a lesson.

use std::sync::Arc;

use md2_load::md2::{CommandMesh, CommandUvs, command_mesh};
use md2_mesh::{Mesh, Strips};

use super::Workspace;
use super::restored::is_there;
use crate::actor::Actor;
use crate::document::Document;
use crate::inbetween::{Inbetweens, LessonBlend};
use crate::look::{Blend, Geometry, Lighting, Look};
use crate::mistake::Mistake;
use crate::outfit::Outfit;
use crate::skin::Skin;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Alteration {
    geometry: Geometry,
    mistake: Option<Mistake>,
    blend: LessonBlend,
}

impl Alteration {
    fn new(look: &Look) -> Self {
        let Look { geometry, mistake, .. } = *look;
        // The game does not blend normals.
        let raw_normals = mistake == Some(Mistake::RawNormals) && look.light != Lighting::Game;
        let blend = LessonBlend { spherical: look.blend == Blend::Spherical, raw_normals };
        Self { geometry, mistake, blend }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct AlteredMesh {
    document: Arc<Document>,
    alteration: Alteration,
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) inbetweens: Option<Arc<Inbetweens>>,
    pub(crate) strips: Option<Arc<Strips>>,
    pub(crate) outfit: Option<Arc<Outfit>>,
    counts: Option<CommandCounts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandCounts {
    pub strips: usize,
    pub fans: usize,
    pub vertices: usize,
    /// The number of triangles, including those without area.
    pub triangles: usize,
}

impl CommandCounts {
    pub fn vertices_saved(&self) -> usize {
        (3 * self.triangles).saturating_sub(self.vertices)
    }
}

impl Workspace {
    pub(crate) fn altered(&self, document: &Arc<Document>) -> Option<&AlteredMesh> {
        self.altered.iter().find(|altered| Arc::ptr_eq(&altered.document, document))
    }

    /// The counts of the OpenGL commands that are drawn for a document; `None` if its triangle list is drawn, because the look requires it or
    /// because the file has no valid commands.
    pub fn drawn_commands(&self, document: &Arc<Document>) -> Option<CommandCounts> {
        self.altered(document)?.counts
    }

    pub(super) fn alter_meshes(&mut self) {
        let alteration = Alteration::new(&self.look);
        if alteration == Alteration::default() {
            return self.altered.clear();
        }
        let actors = &self.actors;
        self.altered
            .retain(|altered| altered.alteration == alteration && is_there(actors, &altered.document));
        let documents: Vec<_> = self.actors.iter().map(Actor::document).cloned().collect();
        for document in documents {
            if self.altered(&document).is_none() {
                self.altered.extend(AlteredMesh::new(document, alteration));
            }
        }
    }
}

impl AlteredMesh {
    fn new(document: Arc<Document>, alteration: Alteration) -> Option<Self> {
        let Alteration { geometry, mistake, blend } = alteration;
        let commands = draw_commands(&document, geometry);
        let counts = commands.as_ref().map(|drawn| {
            let CommandMesh { strips, fans, vertices, triangles, .. } = *drawn;
            CommandCounts { strips, fans, vertices, triangles }
        });
        let base = commands.as_ref().map_or(&**document.mesh(), |drawn| &drawn.mesh);
        let altered = mistake.and_then(|mistake| mistake.mesh(base));
        let is_blended = blend != LessonBlend::default();
        let blended = is_blended.then(|| {
            let sequences = document.range_sets().iter().flat_map(|set| &set.sequences);
            Inbetweens::add(altered.as_ref().unwrap_or(base), sequences, blend)
        });
        let (blended, inbetweens) = blended.flatten().unzip();
        let (drawn, strips) = commands.map(|drawn| (drawn.mesh, drawn.commands)).unzip();
        let strips = strips.filter(|_| altered.is_none()).map(Arc::new);
        let mesh = Arc::new(blended.or(altered).or(drawn)?);
        let is_colored = geometry == Geometry::ColoredCommands && counts.is_some();
        let outfit = is_colored.then(command_colors).flatten();
        let inbetweens = inbetweens.map(Arc::new);
        Some(Self { document, alteration, mesh, inbetweens, strips, outfit, counts })
    }
}

fn draw_commands(document: &Document, geometry: Geometry) -> Option<CommandMesh> {
    let uvs = match geometry {
        Geometry::Triangles => return None,
        Geometry::Commands => CommandUvs::File,
        Geometry::ColoredCommands => CommandUvs::OnePerCommand,
    };
    let file = document.file().filter(|_| document.format().features().has_commands)?;
    command_mesh(file, uvs).ok().filter(|drawn| drawn.mesh.triangle_count() > 0)
}

fn command_colors() -> Option<Arc<Outfit>> {
    const WIDTH: u8 = 192;
    let mut tga = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, WIDTH, 0, 1, 0, 24, 0x20];
    for x in 0..WIDTH {
        // Each color channel is highest at one third of the width, and falls to both sides.
        let channel = |peak: u8| {
            let distance = x.abs_diff(peak).min(WIDTH - x.abs_diff(peak));
            255 - 3 * distance.min(WIDTH / 3)
        };
        tga.extend([channel(2 * (WIDTH / 3)), channel(WIDTH / 3), channel(0)]);
    }
    Skin::built_in("commands.tga", &tga).decode().ok().map(Arc::new)
}
