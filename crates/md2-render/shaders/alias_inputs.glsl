// The inputs of a model's vertex: two frames, or with FADE four, and texture coordinates.

#ifdef FADE
#include "alias_fade.glsl"
layout(location = 4) in vec2 vertex_uv; // the same for all frames
#else
#include "alias_push.glsl"
layout(location = 2) in vec2 vertex_uv; // binding 2, the same for all frames
#endif
