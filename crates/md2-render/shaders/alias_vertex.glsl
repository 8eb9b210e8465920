// A model's vertex: posed between two frames, its normal turned to world space.

#include "scene.glsl"
#include "alias_push.glsl"

#ifndef PACKED_16
layout(set = 0, binding = 1, std140) uniform Normals {
    vec4 directions[162]; // xyz
} normals;
#endif

layout(location = 2) in vec2 vertex_uv; // binding 2, the same for all frames

layout(location = 0) out vec3 world_normal;
layout(location = 1) out vec2 uv;

// The direction of a vertex's normal, in model space.
vec3 direction(PACKED vertex)
{
#ifdef PACKED_16
    return alias_angles(vertex.w);
#else
    return normals.directions[vertex.w].xyz;
#endif
}

void main()
{
    vec3 normal = alias_normal(direction(vertex_a), direction(vertex_b), pushed_blend());
    gl_Position = push.matrix * vec4(pushed_position(), 1.0);
    world_normal = pushed_rotation(normal);
    uv = vertex_uv;
}
