#version 450
#extension GL_GOOGLE_include_directive : require

// The reflection of the environment on a model's surface. Its color is premultiplied by its alpha: alpha 0 adds light,
// and alpha 1 covers the surface.

#include "alias_light.glsl"

void main()
{
    vec3 normal = normalize(world_normal.xyz);
    vec3 direction = normalize(eye);
    if (!gl_FrontFacing && dot(normal, direction) < 0.0) {
        normal = -normal;
    }
    // As in Quake III, the left and up axes of the model are the axes of the image.
    vec3 reflected = 2.0 * dot(normal, direction) * normal - direction;
    vec4 texel = texture(skin, vec2(0.5 + 0.5 * reflected.y, 0.5 - 0.5 * reflected.z));
    // The texture in the place of the glow is the mask. Its alpha is the strength of the reflection.
    color = picture_color(texel.rgb, texel.a) * texture(glow, uv).a;
}
