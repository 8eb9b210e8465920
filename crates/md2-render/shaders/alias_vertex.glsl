// A model's vertex: posed between two frames, its normal turned to world space.

#include "scene.glsl"
#include "alias_push.glsl"
#include "alias_normals.glsl"

layout(location = 2) in vec2 vertex_uv; // binding 2, the same for all frames

layout(location = 0) out vec3 world_normal;
layout(location = 1) out vec2 uv;

void main()
{
    vec3 normal = alias_normal(direction(vertex_a), direction(vertex_b), draw_blend(push.draw));
    gl_Position = push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0);
    world_normal = draw_rotation(push.draw, normal);
    uv = vertex_uv;
}
