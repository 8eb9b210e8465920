#version 450
#extension GL_GOOGLE_include_directive : require

// One triangle at infinity that covers the picture.

layout(location = 0) out vec2 position; // 0 to 1 from the top left

void main()
{
    position = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(position * 2.0 - 1.0, 0.0, 1.0);
}
