//! The asset of a model, and its loader.

use std::path::Path;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, RenderAssetUsages};
use bevy::camera::primitives::Aabb;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::storage::ShaderBuffer;
use md2_kit::anim::{Sequence, find_sequence};
use md2_kit::load::ModelSkin;
use md2_kit::mesh::{FrameTransform, NORMALS, Packing};
use md2_kit::{Model, RgbaImage};

use crate::material::Md2Material;

/// A model whose frames are on the GPU.
#[derive(Asset, TypePath, Debug)]
pub struct Md2 {
    /// The sequences of the model.
    pub sequences: Vec<Sequence>,
    /// The sequence to show first.
    pub opening: Option<usize>,
    /// A box around all frames, in Quake's axes.
    pub bounds: Aabb,
    pub(crate) transforms: Vec<FrameTransform>,
    pub(crate) vertex_count: u32,
    pub(crate) mesh: Handle<Mesh>,
    pub(crate) poses: Handle<ShaderBuffer>,
    pub(crate) material: Handle<Md2Material>,
}

impl Md2 {
    /// Finds a sequence by its name in the file (`run`) or its readable name (`Run`). Without a match, returns the opening sequence.
    pub fn sequence(&self, name: &str) -> Option<&Sequence> {
        find_sequence(&self.sequences, name).or_else(|| self.sequences.get(self.opening?))
    }
}

#[derive(Default, TypePath)]
pub(crate) struct Md2Loader;

impl AssetLoader for Md2Loader {
    type Asset = Md2;
    type Settings = ();
    type Error = BevyError;

    async fn load(&self, reader: &mut dyn Reader, (): &(), context: &mut LoadContext<'_>) -> Result<Md2> {
        let mut file = Vec::new();
        reader.read_to_end(&mut file).await?;
        let model = Model::from_bytes(&file)?;
        let mesh = model.mesh();
        if mesh.packing() != Packing::Position8Normal8 {
            return Err("the shader reads vertices of four bytes, as in MD2 and MDL".into());
        }
        let skin = find_skin(&model, context).await.unwrap_or_else(white);
        let skin = context.add_labeled_asset("skin", texture(skin));
        // The table of normals, then the vertices of all frames.
        let normals = NORMALS.as_flattened().iter().flat_map(|c| c.to_le_bytes());
        let frames: Vec<u8> = normals.chain(mesh.packed_bytes().iter().copied()).collect();
        let frames =
            context.add_labeled_asset("frames", ShaderBuffer::new(&frames, RenderAssetUsages::RENDER_WORLD));
        let poses =
            context.add_labeled_asset("poses", ShaderBuffer::new(&[0; 64], RenderAssetUsages::default()));
        let material = Md2Material { frames, poses: poses.clone(), skin };
        let bounds = mesh.bounds();
        Ok(Md2 {
            sequences: model.sequences().to_vec(),
            opening: model.loaded.detection.opening_sequence(),
            bounds: Aabb::from_min_max(bounds.min.into(), bounds.max.into()),
            transforms: mesh.frames().iter().map(|frame| frame.transform).collect(),
            vertex_count: u32::try_from(mesh.vertex_count())?,
            mesh: context.add_labeled_asset("mesh", triangles(mesh)),
            poses,
            material: context.add_labeled_asset("material", material),
        })
    }

    fn extensions(&self) -> &[&str] {
        &["md2", "mdl"]
    }
}

/// Returns the triangles and texture coordinates. The positions are those of the first frame; the shader does not read them.
fn triangles(mesh: &md2_kit::mesh::Mesh) -> Mesh {
    let positions: Vec<[f32; 3]> = (0..mesh.vertex_count()).map(|vertex| mesh.position(0, vertex)).collect();
    // Quake's triangles are clockwise seen from outside, Bevy's are counterclockwise.
    let corners = mesh.indices().triangles().flat_map(|[a, b, c]| [a, c, b]).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, mesh.uvs().to_vec())
        .with_inserted_indices(Indices::U32(corners))
}

/// Returns the image inside the model, or the first of its skins that is next to it. Bevy's asset reader reads the files, so that models
/// can also be in archives or on a server.
async fn find_skin(model: &Model, context: &mut LoadContext<'_>) -> Option<RgbaImage> {
    for skin in &model.loaded.skins.alternatives {
        let name = match skin {
            ModelSkin::Embedded(skin) => return skin.paint(0).map(|image| image.combined()),
            ModelSkin::Named(name) => String::from_utf8_lossy(name),
            _ => continue,
        };
        let Some(name) = Path::new(&*name).file_name() else { continue };
        let path = context.path().path().with_file_name(name);
        if let Ok(file) = context.read_asset_bytes(path.clone()).await {
            match read_pcx(&file) {
                Ok(image) => return Some(image),
                Err(error) => warn!("{}: {error}", path.display()),
            }
        }
    }
    None
}

/// Decodes a PCX with a palette, the format of Quake II's skins.
fn read_pcx(file: &[u8]) -> Result<RgbaImage> {
    let mut reader = pcx::Reader::from_mem(file)?;
    let (width, height) = (reader.width(), reader.height());
    let mut texels = vec![0; usize::from(width) * usize::from(height)];
    for row in texels.chunks_exact_mut(usize::from(width).max(1)) {
        reader.next_row_paletted(row)?;
    }
    let mut palette = [0; 256 * 3];
    reader.read_palette(&mut palette)?;
    let colors = palette.as_chunks::<3>().0;
    let pixels = texels.iter().flat_map(|&texel| {
        let [red, green, blue] = colors[usize::from(texel)];
        [red, green, blue, 255]
    });
    Ok(RgbaImage::new(width.into(), height.into(), pixels.collect())?)
}

fn white() -> RgbaImage {
    RgbaImage::new(1, 1, vec![255; 4]).expect("the image has one pixel")
}

fn texture(image: RgbaImage) -> Image {
    let size = Extent3d { width: image.width(), height: image.height(), depth_or_array_layers: 1 };
    let pixels = image.rgba().to_vec();
    let (dimension, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
    let mut image = Image::new(size, dimension, pixels, format, RenderAssetUsages::RENDER_WORLD);
    let repeat = ImageAddressMode::Repeat;
    let linear = ImageSamplerDescriptor::linear();
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: repeat,
        address_mode_v: repeat,
        ..linear
    });
    image
}
