// A model's surface under the scene's light.

#include "scene.glsl"
#include "surface.glsl"

layout(location = 0) in vec4 world_normal; // w: the dot product with the direction to the lamp
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 eye; // the vector to the eye

layout(location = 0) out vec4 color;

// The light of the lamp, the sky and the ground that a point with this skin color reflects.
vec3 lit(vec3 skin_color)
{
    vec4 normal = world_normal * inversesqrt(dot(world_normal.xyz, world_normal.xyz));
    float facing = dot(normal.xyz, eye) * inversesqrt(dot(eye, eye));
    // The back of a face is lit like a front that faces the eye. Inside-out models also show their backs, but
    // their normals point outwards and are unchanged.
    if (!gl_FrontFacing && facing < 0.0) {
        normal = -normal;
    }
    // The blended normal of a front face may point slightly away from the eye, which must not give the brightest
    // rim.
    float grazing = 1.0 - abs(facing);
    float rim = scene.light_direction.w * grazing * grazing * grazing * (0.5 + 0.5 * normal.z);
    return skin_color * light_on(normal) + rim * scene.light_sky.rgb;
}
