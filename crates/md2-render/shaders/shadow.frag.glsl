#version 450
#extension GL_GOOGLE_include_directive : require

// How dark the shadow of a vertex is; the darkest one on each spot is kept.

layout(location = 0) in vec2 darkness;

layout(location = 0) out vec2 color;

void main()
{
    color = max(darkness, vec2(0.0));
}
