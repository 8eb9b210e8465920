// The skin of a surface.

layout(set = 1, binding = 0) uniform sampler2D skin;
layout(set = 1, binding = 1) uniform sampler2D glow; // emitted light; black if there is none
