#version 450
#extension GL_GOOGLE_include_directive : require

// The soft shadow of a crowd member: the part of the light that remains. The floor's color is multiplied by it.

#include "scene.glsl"

layout(location = 0) in vec2 at;
layout(location = 1) flat in vec4 dark;
layout(location = 2) in vec2 world;

layout(location = 0) out vec4 color;

void main()
{
    float distance = dark.x * at.x * at.x + 2.0 * dark.y * at.x * at.y + dark.z * at.y * at.y;
    float soft = clamp(1.0 - distance, 0.0, 1.0);
    float fade = 1.0 - smoothstep(scene.floor_fade.z, scene.floor_fade.w, length(world - scene.floor_fade.xy));
    color = vec4(vec3(1.0 - dark.w * soft * soft * fade), 1.0);
}
