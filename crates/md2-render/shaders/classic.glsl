// Classic shading: the bytes of the skin, multiplied by the light of the vertices.

#include "scene.glsl"
#include "surface.glsl"

layout(location = 0) in vec3 uv_light;

layout(location = 0) out vec4 color;

vec3 classic(vec3 skin_color)
{
    return skin_color * uv_light.z;
}
