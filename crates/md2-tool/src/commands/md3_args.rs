//! The options of the conversion to MD3.

use std::path::Path;

use clap::Args;
use md2_anim::quake3::AnimationConfig;
use md2_anim::{LoopMode, Script, Sequence};
use md2_export::{Loss, LossKind};
use md2_scene::text::list;

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Md3Args {
    /// MD3: also write the sequences with their rates to `animation.cfg` in the same folder.
    #[arg(long)]
    pub(crate) animation_cfg: bool,
}

impl Md3Args {
    pub(crate) fn animation_cfg(
        self,
        model: &Path,
        sequences: &[Sequence],
    ) -> Option<(std::path::PathBuf, Vec<u8>)> {
        // The rows of a Quake III player have fixed places.
        let text = || match AnimationConfig::from_sequences(sequences) {
            Some(config) => config.to_text(),
            None => Script { sequences: sequences.to_vec() }.to_text(),
        };
        self.animation_cfg.then(|| (model.with_file_name("animation.cfg"), text().into_bytes()))
    }

    pub(crate) fn lost_sequences(self, sequences: &[Sequence]) -> Option<Loss> {
        let number = Some(sequences.len()).filter(|number| *number > 1 && !self.animation_cfg)?;
        let names = list(sequences.iter().map(|sequence| sequence.name.as_str()));
        let text = format!("an MD3 contains no sequences; --animation-cfg writes them to a file: {names}");
        Some(Loss::new(LossKind::Animations, number, text))
    }
}

pub(crate) fn is_in_animation_cfg(sequence: &Sequence) -> bool {
    sequence.times.is_none() && !sequence.backward && sequence.mode != LoopMode::PingPong
}
