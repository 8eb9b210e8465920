// The color of a pixel of an edge, from the color of the surface: in linear light, or with BYTES in bytes.

#ifdef BYTES
layout(location = 0) in vec3 uv_light;
#else
layout(location = 0) in vec4 world_normal;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 eye;
#endif

layout(location = 0) out vec4 color;
