#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a triangle mark.

#include "marks_corner.glsl"

void main()
{
    uint first = push.first + uint(gl_VertexIndex) / 3 * 3;
    Corner corner = marks.corners[push.first + uint(gl_VertexIndex)];
    tint = unpackUnorm4x8(corner.color);
    place = vec3(0.0);
    gl_Position = on_screen(corner, NEARER);
    for (uint i = 0; i < 3; i++) {
        if (!is_number(on_screen(marks.corners[first + i], NEARER))) {
            gl_Position = NOWHERE;
        }
    }
}
