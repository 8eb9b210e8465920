// A three.js mesh that blends two frames in its vertex shader. The vertices of all frames are uploaded once.
import * as THREE from "three";
import * as toolkit from "./toolkit.js";

const VERTEX = `
  in vec4 frameA, frameB;  // x, y, z and the number of a normal
  uniform vec3 scaleA, translateA, scaleB, translateB, normals[162];
  uniform float blend;
  out vec2 point;
  out vec3 direction;
  void main() {
    vec3 place = mix(frameA.xyz * scaleA + translateA, frameB.xyz * scaleB + translateB, blend);
    direction = normalize(mix(normals[int(frameA.w)], normals[int(frameB.w)], blend));
    point = uv;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  }`;

const FRAGMENT = `
  in vec2 point;
  in vec3 direction;
  uniform sampler2D skin;
  out vec4 color;
  void main() {
    float light = 0.45 + 0.75 * max(dot(normalize(direction), normalize(vec3(0.5, 0.4, 0.8))), 0.0);
    color = linearToOutputTexel(vec4(texture(skin, point).rgb * light, 1.0));
  }`;

export class AnimatedModel extends THREE.Mesh {
  constructor(model) {
    const geometry = new THREE.BufferGeometry();
    geometry.setIndex(new THREE.BufferAttribute(toolkit.indices(), 1));
    geometry.setAttribute("uv", new THREE.BufferAttribute(toolkit.uvs(), 2));
    const [size, pixels] = model.skin ? [model.skin, toolkit.skin()] : [[1, 1], new Uint8Array([160, 160, 160, 255])];
    const skin = new THREE.DataTexture(pixels, ...size);
    skin.colorSpace = THREE.SRGBColorSpace;
    skin.wrapS = skin.wrapT = THREE.RepeatWrapping;
    skin.magFilter = skin.minFilter = THREE.LinearFilter;
    skin.needsUpdate = true;
    const uniforms = { skin: { value: skin }, normals: { value: model.normals }, blend: { value: 0 } };
    for (const name of ["scaleA", "translateA", "scaleB", "translateB"]) {
      uniforms[name] = { value: new THREE.Vector3() };
    }
    // Triangles are clockwise seen from outside, which three.js calls the back.
    const side = THREE.BackSide;
    const options = { vertexShader: VERTEX, fragmentShader: FRAGMENT, glslVersion: THREE.GLSL3, uniforms, side };
    super(geometry, new THREE.ShaderMaterial(options));
    this.frustumCulled = false;
    this.model = model;
    // One buffer with the vertices of all frames, and a view of it for each frame.
    const buffer = new THREE.InterleavedBuffer(toolkit.vertices(), 4);
    this.frames = model.frames.map((_, frame) =>
      new THREE.InterleavedBufferAttribute(buffer, 4, frame * model.vertexCount * 4));
    this.show(0, 0, 0);
  }

  show(frameA, frameB, blend) {
    const { uniforms } = this.material;
    for (const [name, frame] of [["A", frameA], ["B", frameB]]) {
      const [scale, translate] = this.model.frames[frame];
      this.geometry.setAttribute("frame" + name, this.frames[frame]);
      uniforms["scale" + name].value.fromArray(scale);
      uniforms["translate" + name].value.fromArray(translate);
    }
    uniforms.blend.value = blend;
  }
}
