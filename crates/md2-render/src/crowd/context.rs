//! The picture whose crowds are prepared.

use std::sync::Arc;

use glam::Mat4;

use super::cull::SampleLattice;
use crate::content::Content;
use crate::layouts::Layouts;
use crate::options::CrowdCulling;
use crate::scene::Scene;
use crate::vk::Device;

pub(crate) struct CrowdContext<'a> {
    pub(crate) device: &'a Arc<Device>,
    pub(crate) layouts: &'a Layouts,
    pub(crate) content: &'a Content,
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) view_projection: Mat4,
    pub(crate) extent: [u32; 2],
    pub(crate) culling: CrowdCulling,
}

impl CrowdContext<'_> {
    pub(crate) fn lattice(&self) -> SampleLattice {
        SampleLattice::new(self.extent, self.device.samples().as_raw(), self.device.sample_grid())
    }
}
