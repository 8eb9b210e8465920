#version 450
// The shader of examples/hundred_lines_gpu.rs: interpolates two frames of an MD2.

// X, Y, Z and the number of a normal, as in the file: once from frame a, once from frame b.
layout(location = 0) in uvec4 vertex_a;
layout(location = 1) in uvec4 vertex_b;

layout(push_constant) uniform Push {
    mat4 matrix;
    // The fourth number is the blend factor.
    vec4 scale_a;
    vec4 translate_a;
    vec4 scale_b;
    vec4 translate_b;
};

layout(location = 0) out vec3 position;

void main() {
    vec3 a = vec3(vertex_a.xyz) * scale_a.xyz + translate_a.xyz;
    vec3 b = vec3(vertex_b.xyz) * scale_b.xyz + translate_b.xyz;
    position = mix(a, b, scale_a.w);
    gl_Position = matrix * vec4(position, 1.0);
}
