#version 450
#extension GL_GOOGLE_include_directive : require

// The floor: a square around its center, as large as its visible part. Two triangles, clockwise seen from above.

#include "scene.glsl"

layout(location = 0) out vec2 world; // on the floor
layout(location = 1) flat out vec3 light;

void main()
{
    const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(-1, 1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(1, -1));
    world = scene.floor_fade.xy + CORNERS[gl_VertexIndex] * scene.floor_fade.w;
    light = light_on(with_lamp(vec3(0.0, 0.0, 1.0))) * scene.floor_look.z;
    vec4 clip = scene.view_projection * vec4(world, scene.floor_plane.x, 1.0);
    // Moves the floor behind surfaces on it, at any distance. src/passes/floor.rs has the other part of this bias.
    const float RECEDE = 1.0 / 4096.0;
    gl_Position = nearer(clip, -RECEDE);
}
