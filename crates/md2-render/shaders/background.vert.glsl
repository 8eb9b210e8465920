#version 450
#extension GL_GOOGLE_include_directive : require

// A vertical gradient: one triangle at infinity that covers the picture.

#include "scene.glsl"

layout(location = 0) out vec3 light;
layout(location = 1) out vec3 one_step; // one step of an 8-bit channel, as light

void main()
{
    vec2 position = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(position * 2.0 - 1.0, 0.0, 1.0);
    vec3 top = scene.background_top.rgb;
    vec3 bottom = scene.background_bottom.rgb;
    light = mix(top, bottom, position.y);
    // An 8-bit step is roughly a step of the square root of the light. It is interpolated between the edges of the
    // picture, since a square root for each pixel would take software devices longer than everything else.
    one_step = 2.0 / 255.0 * mix(sqrt(top), sqrt(bottom), position.y);
}
