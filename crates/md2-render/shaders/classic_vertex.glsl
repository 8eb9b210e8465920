// A model's vertex: posed between two frames, and lit.

#include "scene.glsl"
#include "alias_push.glsl"
#include "alias_normals.glsl"
#include "classic_light.glsl"

layout(location = 2) in vec2 vertex_uv; // binding 2, the same for all frames

layout(location = 0) out vec3 uv_light; // in one, which software devices interpolate sooner

void main()
{
    vec3 normal = alias_normal(direction(vertex_a), direction(vertex_b), draw_blend(push.draw));
    gl_Position = push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0);
    uv_light = vec3(vertex_uv, classic_light(draw_rotation(push.draw, normal)));
}
