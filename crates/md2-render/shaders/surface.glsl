// What a surface wears.

layout(set = 1, binding = 0) uniform sampler2D skin;
layout(set = 1, binding = 1) uniform sampler2D glow; // light of its own; black where it has none
