// Lessons about blending: see `Blending` in src/style.rs. On the host: `PipelineDesc::switches`.

layout(constant_id = 0) const bool SPHERICAL = false;
layout(constant_id = 1) const bool RAW_NORMALS = false;
