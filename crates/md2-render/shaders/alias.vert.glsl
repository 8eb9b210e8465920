#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a model. It interpolates between two frames (four with FADE), and rotates the normal to
// world space.

#include "scene.glsl"
#include "alias_inputs.glsl"
#include "alias_normals.glsl"

layout(location = 0) out vec4 world_normal; // w: the dot product with the direction to the lamp
layout(location = 1) out vec2 uv;
layout(location = 2) out vec3 eye;

void main()
{
#ifdef FADE
    gl_Position = scene.view_projection * vec4(fade_position(), 1.0);
    vec3 normal = fade_normal(direction(vertex_0), direction(vertex_1), direction(vertex_2), direction(vertex_3));
    world_normal = with_lamp(normal);
#else
    vec3 normal = alias_normal(direction(vertex_a), direction(vertex_b), push.draw.blend);
    gl_Position = push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0);
    world_normal = with_lamp(draw_rotation(push.draw, normal));
#endif
    uv = vertex_uv;
    eye = to_eye(gl_Position);
}
