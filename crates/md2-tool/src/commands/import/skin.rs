//! The skin files of models that are imported as MD2.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use md2_assets::{ReadAs, RgbaImage, read_file};
use md2_edit::Model;
use md2_export::import::{ImportedModel, ImportedSkin, ImportedSurface, skin_file};
use md2_export::{FIGURE_HEADS, Loss, LossKind};
use md2_load::LoadOptions;
use md2_scene::findings::CLASSIC_PCX;
use md2_scene::text::list;

use super::{ImportArgs, NamedFiles, OutputModel};
use crate::failure::Failure;
use crate::output;
use crate::report::count;

pub(super) fn read_image(path: &Path) -> Result<RgbaImage, Failure> {
    let content = read_file(path, ReadAs::Image).context("cannot use --skin").map_err(Failure::File)?;
    let bytes = content.bytes;
    let image = md2_assets::decode(&bytes, path);
    image.with_context(|| format!("cannot read \"{}\"", path.display())).map_err(Failure::File)
}

/// The format of skin files: PNG, or PCX with a palette. Without a palette, a PCX gets the colors that fit best.
pub(super) struct SkinFormat {
    pub(super) is_pcx: bool,
    pub(super) palette: Option<skin_file::Colors>,
}

impl SkinFormat {
    /// Returns the path of the image for a skin path in a model: the same name, next to the model.
    fn path(&self, model: &Path, skin: &str) -> PathBuf {
        model.with_file_name(image_name(skin)).with_extension(if self.is_pcx { "pcx" } else { "png" })
    }

    /// Returns a model and its weapons, each with its skin. Standard output gets only the model.
    pub(super) fn models(
        &self,
        args: &ImportArgs,
        mut imported: ImportedModel,
    ) -> Result<Vec<OutputModel>, Failure> {
        let output = args.output();
        let mut weapons = std::mem::take(&mut imported.weapons);
        if output::is_standard_output(output) && !weapons.is_empty() {
            let weapons = count(std::mem::take(&mut weapons).len(), "weapon");
            imported.report.notes.push(format!("the model goes to standard output without its {weapons}"));
        }
        let player = if args.player && !output::is_standard_output(output) {
            self.player_files(output, &imported, weapons.is_empty())?
        } else {
            Vec::new()
        };
        let mut models = vec![self.model(output, imported)?];
        models[0].files.extend(player);
        for weapon in weapons {
            let path = output.with_file_name(format!("{}.md2", weapon.file_stem));
            models.push(OutputModel { weapon: Some(weapon.source), ..self.model(&path, weapon.model)? });
        }
        Ok(models)
    }

    /// Returns the other files without which a Quake II engine does not show a player: each skin as a PCX, its icon, and, if the player
    /// carries none, an invisible weapon. Engines that show PNG skins also show PNG icons.
    fn player_files(
        &self,
        path: &Path,
        imported: &ImportedModel,
        needs_weapon: bool,
    ) -> Result<NamedFiles, Failure> {
        let failed =
            |reason: String| Failure::File(anyhow!("cannot write the files of the player: {reason}"));
        let loaded = md2_load::load(&imported.bytes, &LoadOptions::default());
        let loaded = loaded.map_err(|error| failed(error.to_string()))?;
        let mut files = Vec::new();
        for ImportedSurface { path: name, skin, .. } in
            imported.surfaces.iter().chain(imported.other_skins.iter().flatten())
        {
            let pcx = Self { is_pcx: true, palette: self.palette };
            let pcx_path = pcx.path(path, name);
            let stem = pcx_path.file_stem().unwrap_or_default().to_string_lossy();
            let icon = md2_export::player_icon(&loaded.mesh, &skin.pixels, FIGURE_HEADS);
            let colors = self.palette.unwrap_or_else(|| skin_file::choose_colors(&icon));
            let icon_pcx = skin_file::encode_pcx(&icon, &colors).map_err(failed)?;
            files.push((path.with_file_name(format!("{stem}_i.pcx")), icon_pcx));
            if !self.is_pcx {
                let icon_png = skin_file::encode_png(&icon).map_err(failed)?;
                files.push((path.with_file_name(format!("{stem}_i.png")), icon_png));
                files.push((pcx_path, pcx.encode(skin, imported.report.skin_size)?.0));
            }
        }
        let weapon = path.with_file_name("weapon.md2");
        if needs_weapon && !weapon.exists() {
            files.push((weapon, md2_export::empty_weapon(imported.report.frames).map_err(failed)?));
        }
        Ok(files)
    }

    fn model(&self, path: &Path, mut imported: ImportedModel) -> Result<OutputModel, Failure> {
        let (mut skin, mut files) = (None, Vec::new());
        if !output::is_standard_output(path) {
            let first = imported.surfaces.first().context("the model has no skin").map_err(Failure::File)?;
            let (file, size) = self.encode(&first.skin, imported.report.skin_size)?;
            let image = self.path(path, &first.path);
            skin = Some((image.clone(), size));
            files.push((image, file));
            for surface in imported.other_skins.iter().flatten() {
                let image = self.path(path, &surface.path);
                files.push((image, self.encode(&surface.skin, imported.report.skin_size)?.0));
            }
            imported.report.losses.extend(images_missing(&imported));
        }
        files.insert(0, (path.to_path_buf(), imported.bytes));
        Ok(OutputModel { files, skin, report: imported.report, weapon: None })
    }

    /// Encodes the skin, and returns its size. A PCX is resized to the skin size in the model, but at most to the largest size that the
    /// original game reads.
    fn encode(&self, skin: &ImportedSkin, [width, height]: [u16; 2]) -> Result<(Vec<u8>, [u32; 2]), Failure> {
        let failed = |reason| Failure::File(anyhow!("cannot encode the skin: {reason}"));
        if !self.is_pcx {
            return Ok((skin.to_png().map_err(failed)?, skin.pixels.size()));
        }
        let size = [0, 1].map(|axis| u32::from([width, height][axis]).min(CLASSIC_PCX[axis]));
        let resized = (skin.pixels.size() != size).then(|| skin_file::resize(&skin.pixels, size));
        let pixels = resized.as_ref().unwrap_or(&skin.pixels);
        let colors = self.palette.unwrap_or_else(|| skin_file::choose_colors(pixels));
        Ok((skin_file::encode_pcx(pixels, &colors).map_err(failed)?, size))
    }
}

/// Returns the loss of the skins that a model names, but of which the source has no image. The first image belongs to the first path.
fn images_missing(imported: &ImportedModel) -> Option<Loss> {
    let model = Model::parse(&imported.bytes).ok()?;
    let has_image = |path: &String| imported.other_skins.iter().flatten().any(|skin| skin.path == *path);
    let paths = (1..).map_while(|number| model.skin_path(number));
    let lost: Vec<String> = paths.filter(|path| !has_image(path)).collect();
    let text = || format!("the source has no images of the skins {}", list(lost.iter().map(String::as_str)));
    (!lost.is_empty()).then(|| Loss::new(LossKind::Skins, lost.len(), text()))
}

/// Returns the name of the image for a path in a model: the last part of the path, without characters that a file system may not allow.
fn image_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| if c.is_alphanumeric() || "-_. ".contains(c) { c } else { '_' };
    let name: String = name.trim_start_matches('.').chars().map(plain).collect();
    if name.is_empty() { String::from("skin") } else { name }
}
