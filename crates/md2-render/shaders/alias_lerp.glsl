// Posing a vertex between two frames. The twin of `md2_mesh::blend`, which a compute probe compares it with.
//
// A packed vertex is four bytes: x, y, z, each to be scaled and moved by its frame, and the index of a
// normal.

// Position in model space.
vec3 alias_position(uvec3 a, vec3 scale_a, vec3 translate_a, uvec3 b, vec3 scale_b, vec3 translate_b, float blend)
{
    vec3 from = vec3(a) * scale_a + translate_a;
    vec3 to = vec3(b) * scale_b + translate_b;
    return from * (1.0 - blend) + to * blend;
}

// Unit normal in model space; +Z where the two normals cancel out.
vec3 alias_normal(vec3 a, vec3 b, float blend)
{
    const float MIN_LENGTH_SQUARED = 1.0e-12; // md2_mesh::blend::MIN_NORMAL_LENGTH_SQUARED
    vec3 sum = a * (1.0 - blend) + b * blend;
    float length_squared = dot(sum, sum);
    return length_squared < MIN_LENGTH_SQUARED ? vec3(0.0, 0.0, 1.0) : sum * inversesqrt(length_squared);
}
