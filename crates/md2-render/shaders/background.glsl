// A vertical gradient, dithered by less than a step of the picture's 8 bits.

#include "scene.glsl"

layout(location = 0) in vec2 position;

layout(location = 0) out vec4 color;

void main()
{
    vec3 light = mix(scene.background_top.rgb, scene.background_bottom.rgb, position.y);
    // A step of the picture is a step of the square root, nearly.
    vec3 one_step = 2.0 / 255.0 * sqrt(light);
    color = picture_color(light + (noise(gl_FragCoord.xy) - 0.5) * one_step, 1.0);
}
