// A surface as it was drawn of old: bytes of its skin, multiplied by the light of its vertices. With GAME they are twice as
// bright before, as far as bytes go.

#include "scene.glsl"
#include "surface.glsl"

layout(location = 0) in vec3 uv_light;

layout(location = 0) out vec4 color;

vec3 classic(vec3 skin_color)
{
#ifdef GAME
    const float INTENSITY = 2.0; // `game::INTENSITY` in src/game.rs
    return min(skin_color * INTENSITY, vec3(1.0)) * uv_light.z;
#else
    return skin_color * uv_light.z;
#endif
}
