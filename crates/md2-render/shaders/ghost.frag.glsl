#version 450
#extension GL_GOOGLE_include_directive : require

// A ghost: one color, lighter where it faces the eye, so that its shape is visible.

#include "scene.glsl"
#include "ghost_push.glsl"

layout(location = 0) in vec3 world_normal;
layout(location = 1) in vec3 eye; // the vector to the eye

layout(location = 0) out vec4 color;

void main()
{
    float facing = abs(dot(normalize(world_normal), normalize(eye)));
    vec3 srgb = push.color.rgb * mix(0.55, 1.0, facing);
#ifndef BYTES
    srgb = mix(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, lessThanEqual(srgb, vec3(0.04045)));
#endif
    color = vec4(srgb, push.color.a);
}
