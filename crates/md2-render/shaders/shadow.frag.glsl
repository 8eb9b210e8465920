#version 450
#extension GL_GOOGLE_include_directive : require

// The darkness of a shadow. Each texel stores the darkest value that is drawn.

layout(location = 0) in vec2 darkness;

layout(location = 0) out vec2 color;

void main()
{
    color = max(darkness, vec2(0.0));
}
