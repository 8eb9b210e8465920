#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a model. It interpolates between two frames (four with FADE), and computes the light.

#include "scene.glsl"
#include "alias_inputs.glsl"
#include "alias_normals.glsl"
#include "classic_light.glsl"

layout(location = 0) out vec3 uv_light; // one output, since software devices interpolate one faster than two

void main()
{
#ifdef FADE
    vec3 normal = fade_normal(direction(vertex_0), direction(vertex_1), direction(vertex_2), direction(vertex_3));
    gl_Position = scene.view_projection * vec4(fade_position(), 1.0);
    uv_light = vec3(vertex_uv, classic_light(normal));
#else
    vec3 normal = alias_normal(direction(vertex_a), direction(vertex_b), push.draw.blend);
    gl_Position = push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0);
    uv_light = vec3(vertex_uv, classic_light(draw_rotation(push.draw, normal)));
#endif
}
