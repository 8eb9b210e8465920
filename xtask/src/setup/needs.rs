//! The required libraries and programs, with their packages in each distribution.

use super::probe::Probe::{self, Library, Program, VulkanDriver, VulkanLayer};
use Purpose::{Picture, Test, Window};

/// The purpose of a setup. Each purpose includes the needs of the purposes listed before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// Drawing pictures without a window.
    Picture,
    /// Opening the viewer's window.
    Window,
    /// All tests and checks: validation layers, a virtual display, a C++ compiler for the shader compiler.
    Test,
}

/// A library or program that is required: the purpose that needs it, the check whether it is installed, and the names of its package in
/// Debian, Fedora, Arch Linux and Alpine, separated by spaces. Derived distributions use the same names.
pub(super) struct Need(Purpose, Probe, &'static str);

impl Need {
    /// A program that only one command uses, which has the same package in all distributions.
    pub(super) const fn program(name: &'static str, package: &'static str) -> Self {
        Self(Test, Program(name), package)
    }

    pub(super) fn package(&self, distribution: usize) -> &'static str {
        self.2.split(' ').nth(distribution).unwrap_or_default()
    }
}

/// The index of Debian's name among the package names of a [`Need`]. The next constants are for other distributions.
pub(super) const DEBIAN: usize = 0;
pub(super) const FEDORA: usize = 1;
pub(super) const ARCH: usize = 2;
pub(super) const ALPINE: usize = 3;

pub(super) const NEEDS: &[Need] = &[
    Need(Picture, Library("libvulkan.so.1"), "libvulkan1 vulkan-loader vulkan-icd-loader vulkan-loader"),
    Need(Picture, VulkanDriver, "mesa-vulkan-drivers mesa-vulkan-drivers vulkan-swrast mesa-vulkan-swrast"),
    Need(Window, Library("libX11.so.6"), "libx11-6 libX11 libx11 libx11"),
    Need(Window, Library("libX11-xcb.so.1"), "libx11-xcb1 libX11-xcb libx11 libx11"),
    Need(Window, Library("libXcursor.so.1"), "libxcursor1 libXcursor libxcursor libxcursor"),
    Need(Window, Library("libXi.so.6"), "libxi6 libXi libxi libxi"),
    Need(Window, Library("libxkbcommon.so.0"), "libxkbcommon0 libxkbcommon libxkbcommon libxkbcommon"),
    Need(
        Window,
        Library("libxkbcommon-x11.so.0"),
        "libxkbcommon-x11-0 libxkbcommon-x11 libxkbcommon-x11 libxkbcommon-x11",
    ),
    Need(Test, Program("Xvfb"), "xvfb xorg-x11-server-Xvfb xorg-server-xvfb xvfb"),
    Need(
        Test,
        VulkanLayer("VkLayer_khronos_validation"),
        "vulkan-validationlayers vulkan-validation-layers vulkan-validation-layers vulkan-validation-layers",
    ),
    Need(Test, Program("spirv-val"), "spirv-tools spirv-tools spirv-tools spirv-tools"),
    Need(Test, Program("c++"), "g++ gcc-c++ gcc g++"),
];

pub(super) fn missing(purpose: Purpose) -> Vec<&'static Need> {
    NEEDS.iter().filter(|Need(of, probe, _)| *of <= purpose && !probe.exists()).collect()
}
