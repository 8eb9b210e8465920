// A model's surface under the scene's light.

#include "scene.glsl"
#include "surface.glsl"

layout(location = 0) in vec3 world_normal;
layout(location = 1) in vec2 uv;

layout(location = 0) out vec4 color;

// The lamp's, the sky's and the ground's light that comes from a spot whose skin has this color.
vec3 lit(vec3 skin_color)
{
    vec3 normal = normalize(world_normal);
    vec3 eye = to_eye(gl_FragCoord.xy);
    // The back of a cape is lit like a front that looks at the eye. Models that are wound inside out show
    // their backs, too, but with normals that point outwards; they are left alone.
    if (!gl_FrontFacing && dot(normal, eye) < 0.0) {
        normal = -normal;
    }
    // The blended normal of a front may point a little away from the eye; that is not the brightest rim.
    float grazing = 1.0 - abs(dot(normal, eye));
    float rim = scene.light_direction.w * grazing * grazing * grazing * (0.5 + 0.5 * normal.z);
    return skin_color * light_on(normal) + rim * scene.light_sky.rgb;
}
