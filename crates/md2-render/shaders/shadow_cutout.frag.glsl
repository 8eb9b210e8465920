#version 450
#extension GL_GOOGLE_include_directive : require

// Like shadow.frag.glsl, for surfaces with holes: no shadow where the skin is more than half transparent.

#include "surface.glsl"
#include "holes.glsl"

layout(location = 0) in vec2 darkness;
layout(location = 1) in vec2 uv;

layout(location = 0) out vec2 color;

void main()
{
    color = max(darkness, vec2(0.0)) * covered(texture(skin, uv).a, reduction(uv));
}
