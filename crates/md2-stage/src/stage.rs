//! A workspace on the GPU: the same for the window and for pictures.

mod marks;

use std::ops::Range;
use std::sync::Arc;

use md2_mesh::Mesh;
use md2_render::{
    Adapter, Background, Camera, Crowd, CrowdMember, DeviceMemory, DrawStatus, Fade, Filter, Floor, Ghost,
    Light, Marks, ModelId, ModelInstance, Overlay, Pose, RenderError, Renderer, RgbaImage, Scene, Shading,
    Skin, Stats, SurfaceBlend, TextureId, TextureImages, ValidationLog,
};
use md2_scene::{
    Comparison, Cover, Drawn, FloorKind, Lighting, Onion, Outfit, Shown, View, Viewport, Workspace,
};

use marks::Marked;

/// A model of a picture.
#[derive(Debug)]
struct Posed {
    model: ModelId,
    pose: Pose,
    fade: Option<Fade>,
    ghost: Option<Ghost>,
    transform: [[f32; 4]; 4],
    /// In [`Stage::skins`].
    skins: Range<usize>,
}

/// The members of a crowd that are one model in one outfit.
#[derive(Debug)]
struct Gathered {
    model: ModelId,
    /// In [`Stage::skins`].
    skins: Range<usize>,
    /// In [`Stage::members`].
    members: Range<usize>,
}

/// An outfit on the GPU.
#[derive(Debug)]
struct Dressed {
    outfit: Arc<Outfit>,
    /// By picture, whether it was uploaded so that it may make holes.
    may_have_holes: Vec<bool>,
    /// By picture.
    textures: Vec<TextureId>,
}

impl Dressed {
    /// Whether it is what an actor wears, uploaded as that may be drawn: on another mesh, other pictures make holes.
    fn is_of(&self, drawn: &Drawn<'_>) -> bool {
        let is_enough = |(index, &may): (usize, &bool)| may || !drawn.may_have_holes(index);
        drawn.outfit.is_some_and(|outfit| Arc::ptr_eq(outfit, &self.outfit))
            && self.may_have_holes.iter().enumerate().all(is_enough)
    }
}

/// What a picture shows otherwise than the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// A plain color behind everything, in sRGB, and no floor.
    pub plain: Option<[f32; 3]>,
    /// The edge of one repetition of the floor's pattern, in units.
    pub tile: Option<f32>,
}

/// What a picture drew of a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdNumbers {
    pub members: u64,
    pub members_drawn: u64,
    pub triangles_drawn: u64,
}

/// What the renderer holds of a workspace.
#[derive(Debug)]
pub struct Stage {
    /// For a document that is restored both meshes, so that one takes the other's place at once.
    models: Vec<(Arc<Mesh>, ModelId)>,
    outfits: Vec<Dressed>,
    /// What the last picture showed, kept for its memory.
    posed: Vec<Posed>,
    /// Of a crowd what it showed.
    gathered: Vec<Gathered>,
    members: Vec<CrowdMember>,
    /// What the skin slots of these models wear, model by model.
    skins: Vec<Skin>,
    /// Empty, kept for their memory.
    instances: Vec<ModelInstance<'static>>,
    worn: Vec<&'static [Skin]>,
    crowds: Vec<Crowd<'static>>,
    marked: Marked,
    floor_texture: TextureId,
    device_name: String,
    /// Last: everything above lives on it.
    renderer: Renderer,
}

impl Stage {
    /// An empty stage, with this pattern on its floor.
    ///
    /// # Errors
    /// If the GPU cannot even hold the floor.
    pub fn new(mut renderer: Renderer, floor: &RgbaImage) -> Result<Self, RenderError> {
        let floor_texture = renderer.add_texture(floor)?;
        let device_name = renderer.adapter().name.clone();
        Ok(Self {
            models: Vec::new(),
            outfits: Vec::new(),
            posed: Vec::new(),
            gathered: Vec::new(),
            members: Vec::new(),
            skins: Vec::new(),
            instances: Vec::new(),
            worn: Vec::new(),
            crowds: Vec::new(),
            marked: Marked::default(),
            floor_texture,
            device_name,
            renderer,
        })
    }

    /// Uploads what the workspace shows and is not there yet, and frees what it shows no more.
    ///
    /// # Errors
    /// If the GPU cannot hold it; everything is then as it was before.
    pub fn mirror(&mut self, workspace: &Workspace) -> Result<(), RenderError> {
        let (models, outfits) = (self.models.len(), self.outfits.len());
        if let Err(error) = self.upload(workspace) {
            free_models(&mut self.renderer, self.models.drain(models..));
            free_outfits(&mut self.renderer, self.outfits.drain(outfits..));
            return Err(error);
        }
        let unused = |mesh: &Arc<Mesh>| !meshes_of(workspace).any(|m| Arc::ptr_eq(m, mesh));
        free_models(&mut self.renderer, self.models.extract_if(.., |(mesh, _)| unused(mesh)));
        let unused = |dressed: &Dressed| !workspace.drawn().any(|drawn| dressed.is_of(&drawn));
        free_outfits(&mut self.renderer, self.outfits.extract_if(.., |dressed| unused(dressed)));
        Ok(())
    }

    fn upload(&mut self, workspace: &Workspace) -> Result<(), RenderError> {
        for mesh in meshes_of(workspace) {
            if self.model(mesh).is_none() {
                let model = self.renderer.add_model(mesh)?;
                self.models.push((Arc::clone(mesh), model));
            }
        }
        for drawn in workspace.drawn() {
            if let Some(outfit) = drawn.outfit
                && self.textures(&drawn).is_none()
            {
                let images = outfit.images();
                let may_have_holes = (0..images.len()).map(|index| drawn.may_have_holes(index)).collect();
                // Noted one by one, so that all are found if one of them fails.
                let textures = Vec::with_capacity(images.len());
                self.outfits.push(Dressed { outfit: Arc::clone(outfit), may_have_holes, textures });
                for (index, layers) in images.iter().enumerate() {
                    let images = TextureImages {
                        color: &layers.color,
                        glow: layers.glow.as_ref(),
                        may_have_holes: drawn.may_have_holes(index),
                    };
                    let texture = self.renderer.add_texture(images)?;
                    self.outfits.last_mut().expect("just pushed").textures.push(texture);
                }
            }
        }
        Ok(())
    }

    fn model(&self, mesh: &Arc<Mesh>) -> Option<ModelId> {
        self.models.iter().find(|(other, _)| Arc::ptr_eq(other, mesh)).map(|&(_, model)| model)
    }

    fn textures(&self, drawn: &Drawn<'_>) -> Option<&[TextureId]> {
        self.outfits.iter().find(|dressed| dressed.is_of(drawn)).map(|dressed| dressed.textures.as_slice())
    }

    /// The device that draws.
    pub fn adapter(&self) -> &Adapter {
        self.renderer.adapter()
    }

    pub fn device_name(&self) -> &str {
        &self.device_name
    }

    pub fn stats(&self) -> Stats {
        self.renderer.stats()
    }

    /// What the last picture drew of crowds.
    pub fn crowd_numbers(&self) -> CrowdNumbers {
        let stats = self.renderer.stats();
        CrowdNumbers {
            members: stats.crowd_members.into(),
            members_drawn: stats.crowd_members_drawn.into(),
            triangles_drawn: stats.crowd_triangles,
        }
    }

    pub fn device_memory(&self) -> DeviceMemory {
        self.renderer.device_memory()
    }

    /// The objects of Vulkan that there are.
    #[cfg(test)]
    pub fn device_objects(&self) -> md2_render::DeviceObjects {
        self.renderer.device_objects()
    }

    pub fn validation_log(&self) -> Arc<ValidationLog> {
        self.renderer.validation_log()
    }

    pub fn renderer_mut(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Draws a workspace that is mirrored to the window, with the interface over it.
    ///
    /// # Errors
    /// As the renderer's.
    pub fn draw(&mut self, workspace: &Workspace, overlay: &Overlay<'_>) -> Result<DrawStatus, RenderError> {
        self.pose(workspace);
        self.marked.gather(workspace, true);
        let floor = self.floor_texture;
        self.with_lists(|renderer, models, crowds, marks| {
            let scene = Scene { models, crowds, marks, ..scene(workspace, &workspace.view(), floor) };
            renderer.draw(&scene, Some(overlay))
        })
    }

    /// Draws a workspace that is mirrored into a picture of any size, without the interface. The picture's memory is
    /// used again: where it has the size already, nothing is allocated.
    ///
    /// # Errors
    /// As the renderer's.
    pub fn picture(
        &mut self,
        workspace: &Workspace,
        size: [u32; 2],
        setting: Setting,
        image: &mut RgbaImage,
    ) -> Result<(), RenderError> {
        self.pose(workspace);
        self.marked.gather(workspace, false);
        let view = workspace.view_in(&Viewport::whole(size));
        let mut scene = scene(workspace, &view, self.floor_texture);
        if let (Some(floor), Some(tile)) = (scene.floor.as_mut().filter(|floor| !floor.grid), setting.tile) {
            floor.tile = tile;
            floor.scroll[0] = -wrapped(workspace.player().travelled(), tile);
        }
        if let Some(color) = setting.plain {
            scene.background = Background::plain(color);
            scene.floor = None;
        }
        self.with_lists(|renderer, models, crowds, marks| {
            renderer.render_image_into(&Scene { models, crowds, marks, ..scene }, None, size, image)
        })
    }

    /// Draws what was noted, in the renderer's terms.
    fn with_lists<T>(
        &mut self,
        draw: impl FnOnce(&mut Renderer, &[ModelInstance<'_>], &[Crowd<'_>], Marks<'_>) -> T,
    ) -> T {
        let skins = |range: &Range<usize>| &self.skins[range.clone()];
        let mut models: Vec<ModelInstance<'_>> = emptied(std::mem::take(&mut self.instances));
        models.extend(self.posed.iter().map(|posed| ModelInstance {
            pose: posed.pose,
            fade: posed.fade,
            ghost: posed.ghost,
            transform: posed.transform,
            ..ModelInstance::new(posed.model, skins(&posed.skins))
        }));
        let mut worn: Vec<&[Skin]> = emptied(std::mem::take(&mut self.worn));
        worn.extend(self.gathered.iter().map(|gathered| skins(&gathered.skins)));
        let mut crowds: Vec<Crowd<'_>> = emptied(std::mem::take(&mut self.crowds));
        crowds.extend(self.gathered.iter().zip(&worn).map(|(gathered, worn)| Crowd {
            model: gathered.model,
            outfits: std::slice::from_ref(worn),
            members: &self.members[gathered.members.clone()],
        }));
        let drawn = draw(&mut self.renderer, &models, &crowds, self.marked.marks());
        self.crowds = emptied(crowds);
        self.worn = emptied(worn);
        self.instances = emptied(models);
        drawn
    }

    /// Measures what the workspace compares, for the panels and for the marks of the picture that comes.
    pub fn measure(&mut self, workspace: &Workspace) {
        self.marked.measure(workspace);
    }

    /// What was measured last.
    pub fn comparison(&self) -> &Comparison {
        self.marked.comparison()
    }

    /// Notes what is drawn at this moment.
    fn pose(&mut self, workspace: &Workspace) {
        let (mut posed, mut skins) = (std::mem::take(&mut self.posed), std::mem::take(&mut self.skins));
        posed.clear();
        skins.clear();
        self.gathered.clear();
        self.members.clear();
        for drawn in workspace.drawn() {
            let Some(model) = self.model(drawn.mesh()) else { continue };
            let textures = self.textures(&drawn).unwrap_or_default();
            let start = skins.len();
            let slots = 0..drawn.mesh().skin_slot_count();
            skins.extend(slots.map(|slot| skin(drawn.shown(slot), textures)));
            let skins = start..skins.len();
            if let Some(group) = workspace.crowd().and_then(|crowd| crowd.group(drawn.actor)) {
                let start = self.members.len();
                let members = group.transforms().iter().zip(group.poses());
                self.members.extend(members.map(|(&transform, pose)| CrowdMember {
                    transform,
                    pose,
                    outfit: 0,
                }));
                self.gathered.push(Gathered { model, skins, members: start..self.members.len() });
            } else {
                let Drawn { pose, fade, transform, .. } = drawn;
                posed.push(Posed { model, pose, fade, ghost: None, transform, skins });
            }
        }
        for onion in workspace.onions() {
            let Onion { drawn, mesh, pose, color, opacity, behind, .. } = onion;
            let Some(model) = self.model(mesh) else { continue };
            let ghost = Ghost { color: color.map(|part| f32::from(part) / 255.0), opacity, behind };
            let start = skins.len();
            let slots = 0..mesh.skin_slot_count();
            skins.extend(slots.map(|slot| skin(onion.shown(slot), &[])));
            let skins = start..skins.len();
            posed.push(Posed {
                model,
                pose,
                fade: None,
                ghost: Some(ghost),
                transform: drawn.transform,
                skins,
            });
        }
        (self.posed, self.skins) = (posed, skins);
    }
}

/// What is left of a distance after whole tiles.
#[allow(clippy::cast_possible_truncation, reason = "the remainder is at most one tile")]
fn wrapped(distance: f64, tile: f32) -> f32 {
    distance.rem_euclid(f64::from(tile)) as f32
}

/// What a slot wears, in the renderer's terms.
fn skin(shown: Shown, textures: &[TextureId]) -> Skin {
    match shown {
        Shown::Hidden => Skin::Hidden,
        Shown::Checker => Skin::Checker,
        Shown::Image { index, cover } => {
            let blend = match cover {
                Cover::Cutout => SurfaceBlend::Cutout,
                Cover::Added => SurfaceBlend::Added,
                _ => SurfaceBlend::Opaque,
            };
            textures.get(index).map_or(Skin::Checker, |&texture| Skin::Texture { texture, blend })
        }
    }
}

/// The meshes of all that is drawn, and of what it is compared with.
fn meshes_of(workspace: &Workspace) -> impl Iterator<Item = &Arc<Mesh>> {
    let counterpart = workspace.counterpart();
    let compared = move |drawn: Drawn<'_>| Some(counterpart?.document(drawn.actor)?.mesh());
    workspace.drawn().flat_map(move |drawn| meshes(drawn).chain(compared(drawn)))
}

/// The meshes that an actor is drawn from, now or after a turn of the switch.
fn meshes(drawn: Drawn<'_>) -> impl Iterator<Item = &Arc<Mesh>> {
    std::iter::once(drawn.document.mesh()).chain(drawn.restored).chain(drawn.document.own_normals())
}

/// The list without what is in it, and so without what that borrows, for the next picture: collecting what another
/// list held takes over its memory. The standard library does so without promising it; the costs are tested.
fn emptied<T, U>(mut list: Vec<T>) -> Vec<U> {
    list.clear();
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
}

fn free_models(renderer: &mut Renderer, models: impl Iterator<Item = (Arc<Mesh>, ModelId)>) {
    models.for_each(|(_, model)| renderer.remove_model(model));
}

fn free_outfits(renderer: &mut Renderer, outfits: impl Iterator<Item = Dressed>) {
    outfits.flat_map(|dressed| dressed.textures).for_each(|texture| renderer.remove_texture(texture));
}

/// The scene at one moment without its models, in the renderer's terms.
fn scene(workspace: &Workspace, view: &View, floor_texture: TextureId) -> Scene<'static> {
    let look = workspace.look();
    let [top, bottom] = look.background.colors();
    Scene {
        camera: Camera {
            eye: view.eye,
            target: view.target,
            projection: view.projection,
            near: view.near,
            ..Camera::default()
        },
        background: Background { top, bottom },
        light: match look.light {
            Lighting::None => Light::FLAT,
            Lighting::Studio | Lighting::Game => Light::default().times(look.brightness.factor()),
        },
        shading: if look.light == Lighting::Game { Shading::Game } else { Shading::Smooth },
        floor: workspace.floor().filter(|floor| floor.is_seen_from(view)).map(|floor| Floor {
            grid: look.floor == FloorKind::Grid,
            texture: Some(floor_texture),
            height: floor.height,
            tile: floor.tile,
            scroll: floor.scroll,
            center: floor.center,
            fade: floor.fade,
            ..Floor::default()
        }),
        faces: look.faces,
        two_sided: look.two_sided,
        filter: if look.smooth { Filter::Linear } else { Filter::Nearest },
        ..Scene::default()
    }
}
