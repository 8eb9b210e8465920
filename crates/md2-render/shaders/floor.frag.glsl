#version 450
#extension GL_GOOGLE_include_directive : require

// The floor's surface: its scrolled pattern under the scene's light, with the models' shadows. It fades with
// distance.

#include "scene.glsl"

layout(set = 2, binding = 0) uniform sampler2D shadow_mask; // r: cast by the lamp; g: contact
layout(set = 1, binding = 0) uniform sampler2D pattern;

layout(location = 0) in vec2 world;
layout(location = 1) flat in vec3 light;

layout(location = 0) out vec4 color;

void main()
{
    const vec3 PLAIN = vec3(0.12, 0.125, 0.135);
    vec2 uv = vec2(world.x, -world.y) * scene.floor_plane.y - vec2(scene.floor_plane.z, -scene.floor_plane.w);
    vec3 surface = mix(PLAIN, texture(pattern, uv).rgb, scene.floor_look.y);

    vec2 at = (world - scene.shadow_rect.xy) * scene.shadow_rect.zw;
    vec2 shadow = texture(shadow_mask, at).rg;
    float shade = 1.0 - scene.floor_look.x * (1.0 - (1.0 - shadow.r) * (1.0 - 0.85 * shadow.g));

    float distance = length(world - scene.floor_fade.xy);
    float fade = 1.0 - smoothstep(scene.floor_fade.z, scene.floor_fade.w, distance);
    color = picture_color(surface * light * shade, fade);
}
