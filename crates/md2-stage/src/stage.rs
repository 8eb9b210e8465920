//! The models and skins of a workspace on the GPU, and functions that draw them.

mod marks;

use std::slice;
use std::sync::Arc;

use md2_mesh::{Fade, Mesh};
use md2_render::{
    Background, Camera, Crowd, CrowdMember, DrawStatus, Filter, Floor, Ghost, Light, ModelId, ModelInstance,
    Overlay, Reflection, RenderError, Renderer, RgbaImage, Scene, Shading, Skin, Stats, SurfaceBlend,
    TextureId, TextureImages,
};
use md2_scene::{
    Comparison, Cover, CrowdGroup, DrawnActor, FloorKind, GhostModel, LAMP, Lighting, Outfit, Placement,
    PosedScene, SlotContent, View, Viewport, Workspace,
};

use marks::MarkLists;

#[derive(Debug)]
struct UploadedOutfit {
    outfit: Arc<Outfit>,
    may_have_holes: Vec<bool>,
    textures: Vec<TextureId>,
}

impl UploadedOutfit {
    /// Whether these textures suit the actor `drawn`: the actor has this outfit, and each image that may have holes on
    /// the actor's mesh was uploaded as an image with holes.
    fn matches(&self, drawn: &DrawnActor<'_>) -> bool {
        let is_enough = |(index, &may): (usize, &bool)| may || !drawn.may_have_holes(index);
        drawn.outfit.is_some_and(|outfit| Arc::ptr_eq(outfit, &self.outfit))
            && self.may_have_holes.iter().enumerate().all(is_enough)
    }
}

#[derive(Debug, Default)]
struct PictureLists {
    skins: Vec<Skin>,
    members: Vec<CrowdMember>,
    models: Vec<ModelInstance<'static>>,
    outfits: Vec<&'static [Skin]>,
    crowds: Vec<Crowd<'static>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PictureSetting {
    /// A plain background in sRGB, without a floor; `None` for the background and floor of the window.
    pub plain: Option<[f32; 3]>,
    /// The width of one tile of the floor in units; `None` for the original width.
    pub tile: Option<f32>,
    /// The window whose picture is drawn, with its panels; `None` for a window without panels.
    pub viewport: Option<Viewport>,
}

#[derive(Debug)]
pub struct Stage {
    models: Vec<(Arc<Mesh>, ModelId)>,
    outfits: Vec<UploadedOutfit>,
    lists: PictureLists,
    marks: MarkLists,
    posed: PosedScene,
    floor_texture: TextureId,
    /// The renderer. It is the last field and so dropped last, because the other fields use it.
    renderer: Renderer,
}

impl Stage {
    pub fn new(mut renderer: Renderer, floor: &RgbaImage) -> Result<Self, RenderError> {
        let floor_texture = renderer.add_texture(floor)?;
        Ok(Self {
            models: Vec::new(),
            outfits: Vec::new(),
            lists: PictureLists::default(),
            marks: MarkLists::default(),
            posed: PosedScene::default(),
            floor_texture,
            renderer,
        })
    }

    /// Uploads new models and outfits of the workspace, and frees those that the workspace no longer shows. After an error, the
    /// stage is unchanged.
    pub fn mirror(&mut self, workspace: &Workspace) -> Result<(), RenderError> {
        let (models, outfits) = (self.models.len(), self.outfits.len());
        if let Err(error) = self.upload(workspace) {
            free_models(&mut self.renderer, self.models.drain(models..));
            free_outfits(&mut self.renderer, self.outfits.drain(outfits..));
            return Err(error);
        }
        let unused = |mesh: &Arc<Mesh>| !meshes_of(workspace).any(|m| Arc::ptr_eq(m, mesh));
        free_models(&mut self.renderer, self.models.extract_if(.., |(mesh, _)| unused(mesh)));
        let unused =
            |outfit: &UploadedOutfit| !workspace.drawn_on_both_sides().any(|drawn| outfit.matches(&drawn));
        free_outfits(&mut self.renderer, self.outfits.extract_if(.., |outfit| unused(outfit)));
        Ok(())
    }

    fn upload(&mut self, workspace: &Workspace) -> Result<(), RenderError> {
        for mesh in meshes_of(workspace) {
            if self.model(mesh).is_none() {
                let drawn = workspace
                    .drawn()
                    .find(|drawn| drawn.altered.is_some_and(|altered| Arc::ptr_eq(altered, mesh)));
                let strips = drawn.and_then(|drawn| drawn.strips);
                let model = self.renderer.add_model_strips(mesh, strips.map(|strips| &**strips))?;
                self.models.push((Arc::clone(mesh), model));
            }
        }
        for drawn in workspace.drawn_on_both_sides() {
            if let Some(outfit) = drawn.outfit
                && self.textures(&drawn).is_none()
            {
                let images = outfit.images();
                let may_have_holes = (0..images.len()).map(|index| drawn.may_have_holes(index)).collect();
                // Textures are added one by one, so that `mirror` frees all of them if an upload fails.
                let textures = Vec::with_capacity(images.len());
                let outfit = Arc::clone(outfit);
                self.outfits.push(UploadedOutfit { outfit, may_have_holes, textures });
                for (index, layers) in images.iter().enumerate() {
                    let images = TextureImages {
                        color: &layers.color,
                        glow: layers.glow.as_ref(),
                        may_have_holes: drawn.may_have_holes(index),
                        reflection: layers.reflection.as_ref().map(|found| Reflection {
                            image: &found.image,
                            mask: &found.mask,
                            replaces_added: found.is_alone,
                        }),
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

    fn textures(&self, drawn: &DrawnActor<'_>) -> Option<&[TextureId]> {
        self.outfits.iter().find(|outfit| outfit.matches(drawn)).map(|outfit| outfit.textures.as_slice())
    }

    pub fn stats(&self) -> Stats {
        self.renderer.stats()
    }

    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    pub fn renderer_mut(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Draws a workspace to the window, with the interface over it. Call [`Stage::mirror`] first, after each change of
    /// the workspace.
    pub fn draw(&mut self, workspace: &Workspace, overlay: &Overlay<'_>) -> Result<DrawStatus, RenderError> {
        self.marks.gather(workspace, &mut self.posed, true);
        let scene = scene(workspace, &workspace.view(), self.floor_texture);
        self.render(workspace, (scene, workspace.viewport()), |renderer, scene| {
            renderer.draw(scene, Some(overlay))
        })
    }

    /// Draws a workspace into `image`, without the interface. Call [`Stage::mirror`] first, after each change of the
    /// workspace. The image is resized to `size`; an image of this size is reused without allocation.
    pub fn picture(
        &mut self,
        workspace: &Workspace,
        size: [u32; 2],
        setting: PictureSetting,
        image: &mut RgbaImage,
    ) -> Result<(), RenderError> {
        self.marks.gather(workspace, &mut self.posed, false);
        let viewport = setting.viewport.unwrap_or(Viewport::whole(size));
        let view = workspace.view_in(&viewport);
        let mut scene = scene(workspace, &view, self.floor_texture);
        if let (Some(floor), Some(tile)) = (scene.floor.as_mut().filter(|floor| !floor.grid), setting.tile) {
            floor.tile = tile;
            floor.scroll[0] = -wrapped(workspace.player().travelled, tile);
        }
        if let Some(color) = setting.plain {
            scene.background = Background::plain(color);
            scene.floor = None;
        }
        self.render(workspace, (scene, &viewport), |renderer, scene| {
            renderer.render_image_into(scene, None, size, image)
        })
    }

    fn render<T>(
        &mut self,
        workspace: &Workspace,
        (scene, viewport): (Scene<'static>, &Viewport),
        draw: impl FnOnce(&mut Renderer, &Scene<'_>) -> T,
    ) -> T {
        let PictureLists { mut skins, mut members, models, outfits, crowds } =
            std::mem::take(&mut self.lists);
        self.fill_skins(workspace, &mut skins);
        let mut models: Vec<ModelInstance<'_>> = emptied(models);
        let mut outfits: Vec<&[Skin]> = emptied(outfits);
        let split = workspace.split().map(|place| viewport.column(place));
        let mut rest = skins.as_slice();
        for (model, drawn) in self.uploaded(workspace) {
            let skins;
            (skins, rest) = rest.split_at(drawn.mesh().skin_slot_count());
            if let Some(group) = group(workspace, &drawn) {
                let each = group.placements.iter().zip(group.poses());
                members.extend(each.map(|(&Placement { position, rotation, scale }, pose)| CrowdMember {
                    position,
                    rotation,
                    scale,
                    pose: drawn.mesh_pose(pose),
                    outfit: 0,
                }));
                outfits.push(skins);
            } else {
                let transform = drawn.transform;
                let pose = drawn.mesh_pose(drawn.pose);
                let fade = drawn.fade.map(|fade| Fade { from: drawn.mesh_pose(fade.from), ..fade });
                let columns = split.map(|at| if drawn.is_right { [at, 1.0] } else { [0.0, at] });
                let instance = ModelInstance::new(model, skins);
                models.push(ModelInstance { pose, fade, transform, columns, ..instance });
            }
        }
        for (model, shape) in self.uploaded_ghosts(workspace) {
            let skins;
            (skins, rest) = rest.split_at(shape.mesh.skin_slot_count());
            let color = shape.color.map(|part| f32::from(part) / 255.0);
            let ghost = Some(Ghost { color, opacity: shape.opacity, behind: shape.behind });
            let (pose, transform) = (shape.pose, shape.drawn.transform);
            models.push(ModelInstance { pose, ghost, transform, ..ModelInstance::new(model, skins) });
        }
        let mut crowds: Vec<Crowd<'_>> = emptied(crowds);
        let mut rest = members.as_slice();
        let groups =
            self.uploaded(workspace).filter_map(|(model, drawn)| Some((model, group(workspace, &drawn)?)));
        for ((model, group), outfit) in groups.zip(&outfits) {
            let members;
            (members, rest) = rest.split_at(group.placements.len());
            crowds.push(Crowd { model, outfits: slice::from_ref(outfit), members });
        }
        let scene = Scene { models: &models, crowds: &crowds, marks: self.marks.marks(), ..scene };
        let result = draw(&mut self.renderer, &scene);
        let (crowds, outfits, models) = (emptied(crowds), emptied(outfits), emptied(models));
        members.clear();
        self.lists = PictureLists { skins, members, models, outfits, crowds };
        result
    }

    fn fill_skins(&self, workspace: &Workspace, skins: &mut Vec<Skin>) {
        skins.clear();
        let missing = if workspace.look().checker { Skin::Checker } else { Skin::Clay };
        for (_, drawn) in self.uploaded(workspace) {
            let textures = self.textures(&drawn).unwrap_or_default();
            let slots = 0..drawn.mesh().skin_slot_count();
            skins.extend(slots.map(|slot| skin(drawn.shown(slot), textures, missing)));
        }
        for (_, shape) in self.uploaded_ghosts(workspace) {
            let slots = 0..shape.mesh.skin_slot_count();
            skins.extend(slots.map(|slot| skin(shape.shown(slot), &[], missing)));
        }
    }

    fn uploaded<'a>(&self, workspace: &'a Workspace) -> impl Iterator<Item = (ModelId, DrawnActor<'a>)> {
        workspace.drawn_on_both_sides().filter_map(|drawn| Some((self.model(drawn.mesh())?, drawn)))
    }

    fn uploaded_ghosts<'a>(
        &self,
        workspace: &'a Workspace,
    ) -> impl Iterator<Item = (ModelId, GhostModel<'a>)> {
        workspace.ghosts().filter_map(|shape| Some((self.model(shape.mesh)?, shape)))
    }

    pub fn measure(&mut self, workspace: &Workspace) {
        self.posed.measure(workspace);
    }

    pub fn comparison(&self) -> &Comparison {
        &self.posed.comparison
    }
}

fn group<'a>(workspace: &'a Workspace, drawn: &DrawnActor<'_>) -> Option<&'a CrowdGroup> {
    workspace.crowd()?.group(drawn.actor)
}

#[allow(clippy::cast_possible_truncation, reason = "the remainder is at most one tile")]
fn wrapped(distance: f64, tile: f32) -> f32 {
    distance.rem_euclid(f64::from(tile)) as f32
}

fn skin(shown: SlotContent, textures: &[TextureId], missing: Skin) -> Skin {
    match shown {
        SlotContent::Hidden => Skin::Hidden,
        SlotContent::Missing => missing,
        SlotContent::Image { index, cover } => {
            let blend = match cover {
                Cover::Cutout => SurfaceBlend::Cutout,
                Cover::Added => SurfaceBlend::Added,
                _ => SurfaceBlend::Opaque,
            };
            textures.get(index).map_or(missing, |&texture| Skin::Texture { texture, blend })
        }
    }
}

fn meshes_of(workspace: &Workspace) -> impl Iterator<Item = &Arc<Mesh>> {
    let counterpart = workspace.counterpart();
    let compared = move |drawn: DrawnActor<'_>| Some(counterpart?.document(drawn.actor)?.mesh());
    workspace.drawn().flat_map(move |drawn| meshes(drawn).chain(compared(drawn)))
}

fn meshes(drawn: DrawnActor<'_>) -> impl Iterator<Item = &Arc<Mesh>> {
    let read =
        std::iter::once(drawn.document.mesh()).chain(drawn.restored).chain(&drawn.document.own_normals);
    read.chain(drawn.altered)
}

/// Empties a list and changes the lifetime of its items. The standard library reuses the memory of the list, but does
/// not guarantee this reuse; `tests/costs.rs` counts the allocations.
fn emptied<T, U>(mut list: Vec<T>) -> Vec<U> {
    list.clear();
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
}

fn free_models(renderer: &mut Renderer, models: impl Iterator<Item = (Arc<Mesh>, ModelId)>) {
    models.for_each(|(_, model)| renderer.remove_model(model));
}

fn free_outfits(renderer: &mut Renderer, outfits: impl Iterator<Item = UploadedOutfit>) {
    outfits.flat_map(|outfit| outfit.textures).for_each(|texture| renderer.remove_texture(texture));
}

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
        light: Light {
            direction: LAMP,
            ..match look.light {
                Lighting::None => Light::FLAT,
                Lighting::Studio | Lighting::Game => Light::default().times(look.brightness.factor()),
                Lighting::Lamp => {
                    let dark = Light { sky: [0.05; 3], ground: [0.05; 3], rim: 0.0, ..Light::default() };
                    dark.times(look.brightness.factor())
                }
            }
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
        two_sided: look.shows_back_faces(),
        filter: if look.smooth { Filter::Linear } else { Filter::Nearest },
        ..Scene::default()
    }
}
