// What comes to a pixel of an edge: what comes to one of the surface, in light or with BYTES as of old.

#ifdef BYTES
layout(location = 0) in vec3 uv_light;
#else
layout(location = 0) in vec3 world_normal;
layout(location = 1) in vec2 uv;
#endif

layout(location = 0) out vec4 color;
