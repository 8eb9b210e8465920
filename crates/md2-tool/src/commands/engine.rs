//! The engines whose limits a converted model must respect.

use clap::ValueEnum;
use md2_export::EngineLimits;

use crate::failure::Failure;

/// An engine with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// MDL: the original game, with 256 frames, 2000 vertices, 2048 triangles and 32 skins.
    Classic,
    /// MDL: QuakeSpasm, with 1024 frames and 4096 triangles.
    Quakespasm,
    /// MDL and MD3: Ironwail, with 1024 frames, 32766 vertices and any number of triangles.
    Ironwail,
    /// MD3: Q2PRO and Q2RTX, with 1024 frames, 4096 vertices and 8192 triangles for each surface.
    Q2pro,
    /// MD3: Quake III, with 1024 frames, 999 vertices and 1999 triangles for each surface.
    Quake3,
}

impl Engine {
    pub(crate) fn mdl_limits(self) -> Result<EngineLimits, Failure> {
        match self {
            Self::Classic => Ok(EngineLimits::CLASSIC_MDL),
            Self::Quakespasm => Ok(EngineLimits::QUAKESPASM_MDL),
            Self::Ironwail => Ok(EngineLimits::IRONWAIL_MDL),
            Self::Q2pro | Self::Quake3 => Err(self.refusal("MDL", "classic, quakespasm or ironwail")),
        }
    }

    pub(crate) fn md3_limits(self) -> Result<EngineLimits, Failure> {
        match self {
            Self::Ironwail => Ok(EngineLimits::IRONWAIL_MD3),
            Self::Q2pro => Ok(EngineLimits::Q2PRO_MD3),
            Self::Quake3 => Ok(EngineLimits::QUAKE3_MD3),
            Self::Classic | Self::Quakespasm => Err(self.refusal("MD3", "ironwail, q2pro or quake3")),
        }
    }

    fn refusal(self, format: &str, allowed: &str) -> Failure {
        let name = self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        Failure::Usage(format!("--engine {name}: this engine loads no {format}; choose {allowed}"))
    }
}
