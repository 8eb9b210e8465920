// The uniforms that all passes of a picture share. On the host: `SceneUniforms` in src/uniforms.rs. Colors are
// linear light; world space is Quake's, with Z up.

layout(set = 0, binding = 0, std140) uniform Scene {
    mat4 view_projection;
    vec4 viewport;          // width, height, 1 / width, 1 / height
    vec4 ray_center;        // xyz: direction through the center of the picture; w: 1 with perspective, else 0
    vec4 ray_x;             // xyz: offset to the right edge; w: see `nearer`
    vec4 ray_y;             // xyz: offset to the lower edge
    vec4 light_direction;   // xyz: towards the lamp, unit length; w: rim light
    vec4 light_key;         // rgb
    vec4 light_sky;         // rgb
    vec4 light_ground;      // rgb
    vec4 background_top;    // rgb
    vec4 background_bottom; // rgb; w: samples per pixel
    vec4 floor_plane;       // x: height; y: repetitions per unit; zw: scroll in repetitions
    vec4 floor_fade;        // xy: center; z: distance where the fade begins; w: distance where it ends
    vec4 floor_look;        // x: darkness of shadows; y: 1 if there is a texture; z: brightness
    vec4 shadow_rect;       // xy: corner of the shadow mask with the smallest x and y on the floor; zw: 1 / its size
    vec4 shadow_cast;       // xy: offset of a shadow per unit of height; z: loss of darkness per unit of height; w: the same for contact shadows
    vec4 classic;           // brightness of key, sky and ground; w: light of the place for Quake II
} scene;

// Encodes light as a color of the picture. The hardware converts it to sRGB; with BYTES the shader does.
vec4 picture_color(vec3 light, float alpha)
{
#ifdef BYTES
    light = max(light, vec3(0.0));
    light = mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, 12.92 * light, lessThanEqual(light, vec3(0.0031308)));
#endif
    return vec4(light, alpha);
}

// The vector from a point in clip space to the eye. Without perspective, it has length 1. Vertex shaders call this,
// since interpolating the vector is faster than computing it for each pixel.
vec3 to_eye(vec4 clip)
{
    return -(scene.ray_center.xyz * clip.w + scene.ray_x.xyz * clip.x + scene.ray_y.xyz * clip.y);
}

// Moves a position in clip space nearer to the eye by a part of its distance, or farther with a negative part.
// Depth is reversed. With perspective, depth is the near plane's distance divided by the position's distance.
// Without, it is linear, and `ray_x.w` is the depth of the reference distance.
vec4 nearer(vec4 clip, float part)
{
    return vec4(clip.xy, clip.z * (1.0 + part * scene.ray_center.w) + part * scene.ray_x.w, clip.w);
}

// Returns a normal in world space, and in w its dot product with the direction to the lamp. For unit normals, this is
// the cosine of the angle between them. Vertex shaders compute it: the interpolated product equals the product with
// the interpolated normal, and is faster than a product per pixel.
vec4 with_lamp(vec3 normal)
{
    return vec4(normal, dot(normal, scene.light_direction.xyz));
}

// The light on a surface: ambient light by its slope, and the lamp's light. The lamp's light reaches slightly
// around the edge of the shaded side, like the light of a large lamp. `normal` is from `with_lamp`.
vec3 light_on(vec4 normal)
{
    const float WRAP = 0.2;
    vec3 ambient = mix(scene.light_ground.rgb, scene.light_sky.rgb, normal.z * 0.5 + 0.5);
    float lamp = max(0.0, (normal.w + WRAP) / (1.0 + WRAP));
    return ambient + scene.light_key.rgb * lamp;
}

// A value for each pixel, 0 to 1, different from its neighbors. Jimenez' interleaved gradient noise (Next
// Generation Post Processing in Call of Duty, 2014).
float noise(vec2 pixel)
{
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
