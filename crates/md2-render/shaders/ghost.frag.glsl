#version 450
#extension GL_GOOGLE_include_directive : require

// A ghost.

#include "ghost.glsl"
