//! Compiles a variant of a GLSL file to SPIR-V.

use std::fs;
use std::path::{Path, PathBuf};

use glslang::error::GlslangError;
use glslang::include::{IncludeHandler, IncludeResult, IncludeType};
use glslang::{
    Compiler, CompilerOptions, ShaderInput, ShaderMessage, ShaderSource, SourceLanguage, SpirvVersion,
    Target, VulkanVersion,
};

use crate::variants::Variant;

/// Compiles a variant to SPIR-V 1.3, which every device with Vulkan 1.1 or later accepts.
pub(crate) fn compile(Variant { source: path, stage, defines, .. }: &Variant) -> Result<Vec<u8>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let compiler = Compiler::acquire().ok_or("the shader compiler did not start")?;
    let options = CompilerOptions {
        source_language: SourceLanguage::GLSL,
        target: Target::Vulkan { version: VulkanVersion::Vulkan1_1, spirv_version: SpirvVersion::SPIRV1_3 },
        version_profile: None,
        // With these flags, the compiler reports all errors. With ENHANCED, it would report only the first.
        messages: ShaderMessage::DEFAULT
            | ShaderMessage::DISPLAY_ERROR_COLUMN
            | ShaderMessage::CASCADING_ERRORS,
    };
    let source = ShaderSource::from(text);
    let mut includes = Includes { folder: path.parent().unwrap_or(Path::new(".")).to_owned() };
    let defines: Vec<_> = defines.iter().map(|define| (define.as_str(), None)).collect();
    let words = ShaderInput::new(&source, *stage, &options, Some(&defines), Some(&mut includes))
        .and_then(|input| compiler.create_shader(input)?.compile())
        .map_err(|error| explain(path, &error))?;
    Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
}

/// Resolves `#include "FILE"` in the folder of the including shader.
struct Includes {
    folder: PathBuf,
}

impl IncludeHandler for Includes {
    fn include(
        &mut self,
        _kind: IncludeType,
        header: &str,
        _includer: &str,
        _depth: usize,
    ) -> Option<IncludeResult> {
        let data = fs::read_to_string(self.folder.join(header)).ok()?;
        Some(IncludeResult { name: header.to_owned(), data })
    }
}

/// Returns the compiler's log with `path` in place of the `0` that glslang writes for the file.
fn explain(path: &Path, error: &GlslangError) -> String {
    let text = match error {
        GlslangError::PreprocessError(logs)
        | GlslangError::ParseError(logs)
        | GlslangError::LinkError(logs) => logs.log.clone(),
        other => other.to_string(),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let line = line.strip_prefix("ERROR: ").unwrap_or(line);
        match line.strip_prefix("0:") {
            Some(rest) => format!("{}:{rest}", path.display()),
            None => format!("{}: {line}", path.display()),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
