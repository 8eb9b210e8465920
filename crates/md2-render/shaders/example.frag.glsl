#version 450
// The shader of examples/hundred_lines_gpu.rs: draws each triangle in one shade.

layout(push_constant) uniform Push {
    mat4 matrix;
};

layout(location = 0) in vec3 position;
layout(location = 0) out vec4 color;

void main() {
    // The differences to the next pixels are two vectors in the plane of the triangle.
    vec3 normal = normalize(cross(dFdx(position), dFdy(position)));
    // The depth decreases towards the eye.
    vec3 to_eye = -vec3(matrix[0].z, matrix[1].z, matrix[2].z);
    normal *= sign(dot(normal, to_eye));
    // The light is fixed to the camera, at its upper left.
    vec3 light = normalize(to_eye / length(to_eye) + vec3(0.0, 0.0, 0.7));
    color = vec4(vec3(0.25 + 0.65 * max(dot(normal, light), 0.0)), 1.0);
}
