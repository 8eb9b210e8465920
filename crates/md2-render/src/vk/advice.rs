//! Advice on installing Vulkan, for each system. Error messages end with it.

#[derive(Debug)]
pub(super) struct Advice {
    pub(super) loader: &'static str,
    pub(super) driver: &'static str,
    pub(super) validation_layer: &'static str,
}

const LINUX: Advice = Advice {
    loader: "install one (Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers)",
    driver: "install the driver of the graphics card, or a software driver (Debian, Ubuntu: apt install mesa-vulkan-drivers)",
    validation_layer: "Debian, Ubuntu: apt install vulkan-validationlayers",
};

const WINDOWS: Advice = Advice {
    loader: "it is part of the graphics driver: install the newest one from AMD, Intel or NVIDIA",
    driver: "install the newest driver of the graphics card from AMD, Intel or NVIDIA",
    validation_layer: "it is part of the Vulkan SDK: vulkan.lunarg.com",
};

const MACOS: Advice = Advice {
    loader: "install one with MoltenVK (Homebrew: brew install vulkan-loader molten-vk)",
    driver: "install MoltenVK (Homebrew: brew install molten-vk)",
    validation_layer: "Homebrew: brew install vulkan-validationlayers",
};

pub(super) const ADVICE: Advice = if cfg!(windows) {
    WINDOWS
} else if cfg!(target_vendor = "apple") {
    MACOS
} else {
    LINUX
};
