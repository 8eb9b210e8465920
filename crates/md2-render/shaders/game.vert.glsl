#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a model. It interpolates between two frames (four with FADE), and computes the light of
// Quake II from the normal of the last frame.

#define GAME
#include "scene.glsl"
#include "alias_inputs.glsl"
#include "game_light.glsl"

layout(location = 0) out vec3 uv_light; // one output, since software devices interpolate one faster than two

void main()
{
#ifdef FADE
    gl_Position = scene.view_projection * vec4(fade_position(), 1.0);
    uv_light = vec3(vertex_uv, game_light(vertex_3, push.light_direction));
#else
    gl_Position = push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0);
    uv_light = vec3(vertex_uv, game_light(vertex_b, push.draw.light_direction));
#endif
}
