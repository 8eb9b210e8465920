// The lighting of Quake II; src/game.rs describes it. The light has one of 16 directions.

#ifdef PACKED_16

// The shade of a vertex with any normal, by the formula of the table.
float game_shade(PACKED vertex, float direction)
{
    const float STEP = 6.28318530717958647692 / 16.0;
    // Between -pi and pi, Vulkan bounds the error of sines.
    float yaw = (direction < 8.0 ? direction : direction - 16.0) * STEP;
    float cosine = dot(alias_angles(vertex.w), vec3(cos(yaw), -sin(yaw), 1.0)) * 0.70710678118654752440;
    return cosine < 0.0 ? 1.0 + 0.3 * cosine : 1.0 + cosine;
}

#else

layout(set = 0, binding = 1, std140) uniform Normals {
    vec4 directions[162]; // xyz
    vec4 shades[648];     // 162 for each direction of light, four in each row
} normals;

// The shade of a vertex, from the table.
float game_shade(PACKED vertex, float direction)
{
    uint index = uint(direction) * 162u + vertex.w;
    return normals.shades[index >> 2][index & 3u];
}

#endif

// The light of the vertex.
float game_light(PACKED vertex, float direction)
{
    return scene.classic.w * game_shade(vertex, direction);
}
