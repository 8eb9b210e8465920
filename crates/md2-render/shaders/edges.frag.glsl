#version 450
#extension GL_GOOGLE_include_directive : require

// A model's edges over its faces: light on a dark skin, dark on a light one.

#include "scene.glsl"
#include "surface.glsl"
#include "edge.glsl"

void main()
{
#ifdef BYTES
    vec2 uv = uv_light.xy;
#endif
    // The mean color of the skin around, from a small level, not the color of a single texel.
    vec3 skin_color = textureLod(skin, uv, 4.0).rgb;
#ifdef BYTES
    skin_color *= skin_color;
#endif
    // Dark lines are less obtrusive. Where dark lines would be invisible, lines are light.
    bool is_dark = dot(skin_color, vec3(0.21, 0.72, 0.07)) < 0.04;
    color = picture_color(is_dark ? vec3(0.34, 0.37, 0.42) : vec3(0.004, 0.005, 0.008), 0.65);
}
