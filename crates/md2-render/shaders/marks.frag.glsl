#version 450
#extension GL_GOOGLE_include_directive : require

// A mark's color, and for a line or a point its coverage.

#include "scene.glsl"
#include "marks.glsl"

layout(location = 0) in vec4 tint;
layout(location = 1) noperspective in vec3 place;

layout(location = 0) out vec4 color;

void main()
{
    float past_end = max(max(-place.x, place.x - place.z), 0.0);
    float distance = length(vec2(past_end, place.y));
    float cover = clamp(push.half_width + 0.5 - distance, 0.0, 1.0);
    vec3 srgb = tint.rgb;
#ifndef BYTES
    srgb = mix(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, lessThanEqual(srgb, vec3(0.04045)));
#endif
    color = vec4(srgb, tint.a * push.strength * cover);
}
