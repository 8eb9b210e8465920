#version 450
#extension GL_GOOGLE_include_directive : require

// A vertical gradient, mixed as seen (in sRGB) and dithered by less than a step of 8 bits.

#include "scene.glsl"

layout(location = 0) in vec2 position;

layout(location = 0) out vec4 color;

void main()
{
    // Jimenez' interleaved gradient noise (Next Generation Post Processing in Call of Duty, 2014): 0 to 1, no two neighbors alike.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec3 srgb = mix(scene.background_top.rgb, scene.background_bottom.rgb, position.y);
    srgb += scene.background_top.w * (noise - 0.5) / 255.0;
    color = vec4(to_linear(clamp(srgb, 0.0, 1.0)), 1.0);
}
