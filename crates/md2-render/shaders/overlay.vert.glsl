#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of the interface. On the host: `OverlayPush` in src/passes/overlay.rs.

layout(push_constant, std430) uniform OverlayPush {
    vec2 scale; // from points to clip space
} push;

layout(location = 0) in vec2 vertex_position; // points from the top left
layout(location = 1) in vec2 vertex_uv;
layout(location = 2) in vec4 vertex_color; // sRGB, premultiplied

layout(location = 0) out vec2 uv;
layout(location = 1) out vec4 tint;

void main()
{
    gl_Position = vec4(vertex_position * push.scale - 1.0, 0.0, 1.0);
    uv = vertex_uv;
    tint = vertex_color;
}
