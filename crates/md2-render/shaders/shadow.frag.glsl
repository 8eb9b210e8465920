#version 450
#extension GL_GOOGLE_include_directive : require

// The darkness of a shadow; the darkest value of each texel remains.

layout(location = 0) in vec2 darkness;

layout(location = 0) out vec2 color;

void main()
{
    color = max(darkness, vec2(0.0));
}
