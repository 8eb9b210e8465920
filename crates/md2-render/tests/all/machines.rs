//! Tests of the errors on machines without the required libraries or drivers. Each error states what to install.
//!
//! The environment of a process selects the drivers, so each case runs in a separate process of this test program.

use std::process::Command;

use md2_render::{Drivers, RenderError, Renderer, RendererOptions};

fn in_another_process(test: &str, variables: &[(&str, &str)]) -> String {
    let output = Command::new(std::env::current_exe().expect("this test's own path"))
        .args([test, "--exact", "--ignored", "--nocapture"])
        .envs(variables.iter().copied())
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn missing_and_broken_drivers_are_errors_that_name_a_package() {
    let broken = std::env::temp_dir().join(format!("md2-render-broken-{}.json", std::process::id()));
    let text =
        r#"{"file_format_version": "1.0.0", "ICD": {"library_path": "/nowhere.so", "api_version": "1.3.0"}}"#;
    std::fs::write(&broken, text).expect("a file in the temporary folder");
    for manifest in ["/nowhere.json", broken.to_str().expect("a plain path")] {
        // Loaders before 1.3.207 use the second name.
        let variables = [("VK_DRIVER_FILES", manifest), ("VK_ICD_FILENAMES", manifest)];
        let text = in_another_process("machines::print_errors", &variables);
        if text.contains("NoLoader") {
            return md2_testdata::skip_without_vulkan("this machine has no Vulkan loader");
        }
        assert_eq!(text.matches("NoDriver").count(), 2, "{text}");
        assert_eq!(text.matches("apt install mesa-vulkan-drivers").count(), 2, "{text}");
    }
    std::fs::remove_file(&broken).expect("the file is ours");
}

#[test]
#[ignore = "run by the test above in another process"]
fn print_errors() {
    for error in [Drivers::load().err(), Renderer::headless(&RendererOptions::default()).err()] {
        println!("{error:?}: {}", error.as_ref().map_or_else(String::new, ToString::to_string));
    }
}

#[test]
fn an_unknown_device_name_is_an_error_that_lists_the_devices() {
    let drivers = match Drivers::load() {
        Ok(drivers) => drivers,
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    let options = RendererOptions { device: Some("no such device".to_owned()), ..Default::default() };
    let error = Renderer::headless(&options).expect_err("there is no such device");
    let RenderError::NoDeviceNamed { known, .. } = &error else { panic!("{error}") };
    for device in drivers.adapters() {
        assert!(known.contains(&device.name), "{known}");
    }
    let text = error.to_string();
    assert!(text.starts_with("no graphics device has \"no such device\" in its name; available: "), "{text}");
}
