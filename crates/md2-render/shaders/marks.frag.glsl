#version 450
#extension GL_GOOGLE_include_directive : require

// A mark.

#include "marks_surface.glsl"
