#version 450
#extension GL_GOOGLE_include_directive : require

// The floor as a grid: lines at each quarter of its tile, stronger lines at each whole tile, and colored axes. The
// models' shadows are drawn over the background. The grid is not lit, and does not scroll.

#include "scene.glsl"

layout(set = 2, binding = 0) uniform sampler2D shadow_mask; // r: cast by the lamp; g: contact

layout(location = 0) in vec2 world;
layout(location = 1) flat in vec3 light;

layout(location = 0) out vec4 color;

// The part of the pixel that is covered by lines at whole numbers, with a width in pixels. Lines that are too
// close together disappear.
vec2 covered(vec2 at, vec2 per_pixel, float width)
{
    vec2 pixels = abs(fract(at + 0.5) - 0.5) / per_pixel;
    return clamp(0.5 * width + 0.5 - pixels, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, per_pixel));
}

void main()
{
    vec2 tiles = world * scene.floor_plane.y;
    vec2 per_pixel = max(fwidth(tiles), vec2(1.0e-9));
    vec2 thin = covered(tiles * 4.0, per_pixel * 4.0, 1.0);
    vec2 strong = covered(tiles, per_pixel, 1.5);
    vec2 axis = clamp(1.25 + 0.5 - abs(tiles) / per_pixel, 0.0, 1.0);

    // Light lines on a dark background, dark lines on a light background.
    float height = gl_FragCoord.y * scene.viewport.w;
    vec3 behind = mix(scene.background_top.rgb, scene.background_bottom.rgb, height);
    bool on_dark = dot(behind, vec3(0.21, 0.72, 0.07)) < 0.18;
    vec3 ink = on_dark ? vec3(0.55, 0.58, 0.62) : vec3(0.03, 0.035, 0.04);
    float strength = max((on_dark ? 0.22 : 0.32) * max(thin.x, thin.y), 0.55 * max(strong.x, strong.y));
    // The line along X is where Y is 0.
    vec3 along_x = on_dark ? vec3(0.85, 0.10, 0.08) : vec3(0.60, 0.02, 0.02);
    vec3 along_y = on_dark ? vec3(0.12, 0.62, 0.12) : vec3(0.01, 0.28, 0.02);
    ink = mix(mix(ink, along_y, axis.x), along_x, axis.y);
    strength = max(strength, 0.9 * max(axis.x, axis.y));

    vec2 at = (world - scene.shadow_rect.xy) * scene.shadow_rect.zw;
    vec2 shadow = texture(shadow_mask, at).rg;
    float dark = 0.6 * scene.floor_look.x * (1.0 - (1.0 - shadow.r) * (1.0 - 0.85 * shadow.g));

    // Draws the lines over the shadow.
    float alpha = strength + dark * (1.0 - strength);
    float distance = length(world - scene.floor_fade.xy);
    float fade = 1.0 - smoothstep(scene.floor_fade.z, scene.floor_fade.w, distance);
    color = picture_color(ink * (strength / max(alpha, 1.0e-6)), alpha * fade);
}
