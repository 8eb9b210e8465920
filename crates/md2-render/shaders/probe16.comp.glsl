#version 450
#extension GL_GOOGLE_include_directive : require

// The probe for vertices packed in eight bytes.

#define PACKED_16
#include "probe.glsl"
