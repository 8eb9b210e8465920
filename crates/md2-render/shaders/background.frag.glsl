#version 450
#extension GL_GOOGLE_include_directive : require

// A vertical gradient, dithered by less than one step of an 8-bit channel.

#include "scene.glsl"

layout(location = 0) in vec3 light;
layout(location = 1) in vec3 one_step;

layout(location = 0) out vec4 color;

void main()
{
    color = picture_color(light + (noise(gl_FragCoord.xy) - 0.5) * one_step, 1.0);
}
