//! The table of what must be there, and which package of which distribution brings it.

use super::probe::Probe;

/// What the machine is being prepared for. Each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// Drawing without a window.
    Picture,
    /// Opening the viewer's window.
    Window,
    /// All tests and checks: validation layers, a virtual display, a C++ compiler for the shader compiler.
    Test,
}

/// One thing that must be there.
pub(super) struct Need {
    pub(super) probe: Probe,
    pub(super) purpose: Purpose,
    pub(super) packages: Packages,
}

/// The package that brings it, by the families of distributions. The names are those of their package indexes.
pub(super) struct Packages {
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
    alpine: &'static str,
}

/// Which column of [`Packages`] a package manager understands.
pub(super) type Column = fn(&Packages) -> &'static str;

impl Packages {
    /// Debian, Ubuntu, and what descends from them.
    pub(super) const DEBIAN: Column = |packages| packages.debian;
    /// Fedora and its enterprise relatives.
    pub(super) const FEDORA: Column = |packages| packages.fedora;
    /// Arch Linux and its relatives.
    pub(super) const ARCH: Column = |packages| packages.arch;
    /// Alpine.
    pub(super) const ALPINE: Column = |packages| packages.alpine;
}

const fn packages(
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
    alpine: &'static str,
) -> Packages {
    Packages { debian, fedora, arch, alpine }
}

pub(super) const NEEDS: &[Need] = {
    use Probe::{Library, Program, VulkanDriver, VulkanLayer};
    use Purpose::{Picture, Test, Window};
    &[
        Need {
            probe: Library("libvulkan.so.1"),
            purpose: Picture,
            packages: packages("libvulkan1", "vulkan-loader", "vulkan-icd-loader", "vulkan-loader"),
        },
        Need {
            probe: VulkanDriver,
            purpose: Picture,
            packages: packages(
                "mesa-vulkan-drivers",
                "mesa-vulkan-drivers",
                "vulkan-swrast",
                "mesa-vulkan-swrast",
            ),
        },
        Need {
            probe: Library("libX11.so.6"),
            purpose: Window,
            packages: packages("libx11-6", "libX11", "libx11", "libx11"),
        },
        Need {
            probe: Library("libX11-xcb.so.1"),
            purpose: Window,
            packages: packages("libx11-xcb1", "libX11-xcb", "libx11", "libx11"),
        },
        Need {
            probe: Library("libXcursor.so.1"),
            purpose: Window,
            packages: packages("libxcursor1", "libXcursor", "libxcursor", "libxcursor"),
        },
        Need {
            probe: Library("libXi.so.6"),
            purpose: Window,
            packages: packages("libxi6", "libXi", "libxi", "libxi"),
        },
        Need {
            probe: Library("libxkbcommon.so.0"),
            purpose: Window,
            packages: packages("libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon"),
        },
        Need {
            probe: Library("libxkbcommon-x11.so.0"),
            purpose: Window,
            packages: packages(
                "libxkbcommon-x11-0",
                "libxkbcommon-x11",
                "libxkbcommon-x11",
                "libxkbcommon-x11",
            ),
        },
        Need {
            probe: Program("Xvfb"),
            purpose: Test,
            packages: packages("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xvfb"),
        },
        Need {
            probe: VulkanLayer("VkLayer_khronos_validation"),
            purpose: Test,
            packages: packages(
                "vulkan-validationlayers",
                "vulkan-validation-layers",
                "vulkan-validation-layers",
                "vulkan-validation-layers",
            ),
        },
        Need {
            probe: Program("spirv-val"),
            purpose: Test,
            packages: packages("spirv-tools", "spirv-tools", "spirv-tools", "spirv-tools"),
        },
        Need { probe: Program("c++"), purpose: Test, packages: packages("g++", "gcc-c++", "gcc", "g++") },
    ]
};

/// What `purpose` needs and this machine has not.
pub(super) fn missing(purpose: Purpose) -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| need.purpose <= purpose && !need.probe.is_there()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_needs_what_the_smaller_ones_do() {
        let count = |purpose| NEEDS.iter().filter(|need| need.purpose <= purpose).count();
        assert!(count(Purpose::Picture) < count(Purpose::Window));
        assert!(count(Purpose::Window) < count(Purpose::Test));
        assert_eq!(count(Purpose::Test), NEEDS.len());
    }
}
