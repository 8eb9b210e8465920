// Poses a vertex between two frames. It must match `md2_mesh::blend`; a test compares both.
//
// A vertex is quantized in one of two formats, see `md2_mesh::Packing`:
// - four bytes, read as unsigned integers: x, y, z, and the index of a normal;
// - with PACKED_16 eight bytes, read as signed integers of 16 bits: x, y, z, and two angles of a normal.
// The frame contains the scale and translation of x, y and z.

#ifdef PACKED_16
#define PACKED ivec4
#else
#define PACKED uvec4
#endif

// Position in model space.
vec3 alias_position(PACKED a, vec3 scale_a, vec3 translate_a, PACKED b, vec3 scale_b, vec3 translate_b, float blend)
{
    vec3 from = vec3(a.xyz) * scale_a + translate_a;
    vec3 to = vec3(b.xyz) * scale_b + translate_b;
    return from * (1.0 - blend) + to * blend;
}

// Unit normal in model space; +Z if the two normals cancel out.
vec3 alias_normal(vec3 a, vec3 b, float blend)
{
    const float MIN_LENGTH_SQUARED = 1.0e-12; // md2_mesh::blend::MIN_NORMAL_LENGTH_SQUARED
    vec3 sum = a * (1.0 - blend) + b * blend;
    float length_squared = dot(sum, sum);
    return length_squared < MIN_LENGTH_SQUARED ? vec3(0.0, 0.0, 1.0) : sum * inversesqrt(length_squared);
}

// The direction of two angles, 256 steps to the circle: the low byte from +Z, the other around Z from +X towards
// +Y.
vec3 alias_angles(int angles)
{
    const float STEP = 6.28318530717958647692 / 256.0;
    // Signed bytes give angles between -pi and pi, where Vulkan bounds the error of sines.
    float zenith = float(bitfieldExtract(angles, 0, 8)) * STEP;
    float azimuth = float(bitfieldExtract(angles, 8, 8)) * STEP;
    return vec3(vec2(cos(azimuth), sin(azimuth)) * sin(zenith), cos(zenith));
}
