#version 450
#extension GL_GOOGLE_include_directive : require

// A vertical gradient: one triangle at infinity that covers the picture.

#include "scene.glsl"

layout(location = 0) out vec3 light;
layout(location = 1) out vec3 one_step; // of the picture, as light

void main()
{
    vec2 position = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(position * 2.0 - 1.0, 0.0, 1.0);
    vec3 top = scene.background_top.rgb;
    vec3 bottom = scene.background_bottom.rgb;
    light = mix(top, bottom, position.y);
    // A step of the picture is roughly a step of the square root. It is interpolated between the edges, since a
    // square root for each pixel would cost software devices more than everything else.
    one_step = 2.0 / 255.0 * mix(sqrt(top), sqrt(bottom), position.y);
}
