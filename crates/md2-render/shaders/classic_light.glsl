// Light as it was computed of old: a number for each vertex, which the skin's bytes are multiplied by.

float classic_light(vec3 normal)
{
    float ambient = mix(scene.classic.z, scene.classic.y, normal.z * 0.5 + 0.5);
    return ambient + scene.classic.x * max(0.0, dot(normal, scene.light_direction.xyz));
}
