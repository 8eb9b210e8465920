#version 450
#extension GL_GOOGLE_include_directive : require

// One direction of a Gaussian blur, with a width for each channel. On the host: `BlurPush` in
// src/passes/shadow.rs.

layout(set = 0, binding = 0) uniform sampler2D mask;

layout(push_constant, std430) uniform BlurPush {
    vec2 step;       // from one sample to the next, in texture coordinates
    vec2 weights[7]; // for each channel: of the middle sample, then of each pair of samples beside it
} push;

layout(location = 0) in vec2 position;

layout(location = 0) out vec2 color;

void main()
{
    color = texture(mask, position).rg * push.weights[0];
    for (int i = 1; i < 7; ++i) {
        vec2 offset = push.step * float(i);
        color += (texture(mask, position + offset).rg + texture(mask, position - offset).rg) * push.weights[i];
    }
}
