#version 450
#extension GL_GOOGLE_include_directive : require

// The interface: texture times color, as sRGB bytes without conversion to light. The target's view converts
// nothing, either.

layout(set = 0, binding = 0) uniform sampler2D picture;

layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 tint;

layout(location = 0) out vec4 color;

void main()
{
    color = texture(picture, uv) * tint;
}
