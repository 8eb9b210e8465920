// The table of normals for quantized vertices. Needs alias_lerp.glsl.

#ifndef PACKED_16
layout(set = 0, binding = 1, std140) uniform Normals {
    vec4 directions[162]; // xyz
} normals;
#endif

// The normal of a vertex in model space.
vec3 direction(PACKED vertex)
{
#ifdef PACKED_16
    return alias_angles(vertex.w);
#else
    return normals.directions[vertex.w].xyz;
#endif
}
