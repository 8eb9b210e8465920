// Classic lighting: one value for each vertex, which multiplies the skin's bytes.

float classic_light(vec3 normal)
{
    float ambient = mix(scene.classic.z, scene.classic.y, normal.z * 0.5 + 0.5);
    return ambient + scene.classic.x * max(0.0, dot(normal, scene.light_direction.xyz));
}
