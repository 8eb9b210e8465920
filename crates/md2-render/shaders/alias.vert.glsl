#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex: posed between two frames, its normal turned to world space.

#include "scene.glsl"
#include "alias_push.glsl"

layout(set = 0, binding = 1, std140) uniform Normals {
    vec4 directions[162]; // xyz
} normals;

layout(location = 2) in vec2 vertex_uv; // binding 2, the same for all frames

layout(location = 0) out vec3 world_normal;
layout(location = 1) out vec2 uv;

void main()
{
    vec3 normal = alias_normal(normals.directions[vertex_a.w].xyz, normals.directions[vertex_b.w].xyz, push.scale_a.w);
    gl_Position = push.matrix * vec4(pushed_position(), 1.0);
    world_normal = pushed_rotation(normal);
    uv = vertex_uv;
}
