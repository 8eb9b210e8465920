#version 450
#extension GL_GOOGLE_include_directive : require

// A corner of the quad around a line, or around a point, which is a line of length 0. The device need not support
// wide lines.

#include "marks_corner.glsl"

void main()
{
    uint mark = push.first + uint(gl_VertexIndex) / 6 * push.corners;
    Corner from = marks.corners[mark];
    Corner to = marks.corners[mark + push.corners - 1];
    vec4 a = on_screen(from, 2.0 * NEARER);
    vec4 b = on_screen(to, 2.0 * NEARER);
    vec4 tint_a = unpackUnorm4x8(from.color);
    vec4 tint_b = unpackUnorm4x8(to.color);
    gl_Position = NOWHERE;
    tint = vec4(0.0);
    place = vec3(0.0);

    // The distances of both ends beyond the near plane. The part of the line before the near plane is clipped.
    float beyond_a = a.w - a.z;
    float beyond_b = b.w - b.z;
    if (!is_number(a) || !is_number(b) || (beyond_a <= 0.0 && beyond_b <= 0.0)) {
        return;
    }
    if (beyond_a < 0.0) {
        float cut = beyond_a / (beyond_a - beyond_b);
        a = mix(a, b, cut);
        tint_a = mix(tint_a, tint_b, cut);
    } else if (beyond_b < 0.0) {
        float cut = beyond_b / (beyond_b - beyond_a);
        b = mix(b, a, cut);
        tint_b = mix(tint_b, tint_a, cut);
    }

    vec2 pixel_a = a.xy / a.w * 0.5 * scene.viewport.xy;
    vec2 pixel_b = b.xy / b.w * 0.5 * scene.viewport.xy;
    vec2 way = pixel_b - pixel_a;
    float length = length(way);
    vec2 along = length > 1.0e-4 ? way / length : vec2(1.0, 0.0);
    vec2 beside = vec2(-along.y, along.x);

    // Two triangles with corners at both sides of a and b, and an additional pixel for the soft edge.
    const vec2 CORNERS[6] = vec2[](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));
    vec2 corner = CORNERS[uint(gl_VertexIndex) % 6];
    float reach = push.half_width + 1.0;
    bool at_b = corner.x > 0.5;
    float outward = at_b ? reach : -reach;
    vec2 pixel = (at_b ? pixel_b : pixel_a) + along * outward + beside * (corner.y * reach);
    float depth = at_b ? b.z / b.w : a.z / a.w;
    tint = at_b ? tint_b : tint_a;
    place = vec3((at_b ? length : 0.0) + outward, corner.y * reach, length);
    gl_Position = vec4(pixel * 2.0 * scene.viewport.zw, min(depth, 1.0), 1.0);
}
