#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface that only adds light, such as a muzzle flash.

#include "surface.glsl"

layout(location = 0) in vec4 world_normal;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 eye;

layout(location = 0) out vec4 color;

void main()
{
    color = vec4(texture(skin, uv).rgb + texture(glow, uv).rgb, 1.0);
}
