#version 450
#extension GL_GOOGLE_include_directive : require

// The floor.

#include "floor.glsl"
