// The page: drop files, choose a sequence, download a GLB.
import * as THREE from "three";
import { AnimatedModel } from "./model.js";
import * as toolkit from "./toolkit.js";

const [canvas, message, sequences, download] =
  ["canvas", "#message", "#sequences", "#download"].map(name => document.querySelector(name));
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x20242a);
const camera = new THREE.PerspectiveCamera(40);
camera.up.set(0, 0, 1);
let shown = null;

document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  openFiles([...event.dataTransfer.files]);
});

async function openFiles(files) {
  for (const file of files) {
    toolkit.addFile(file.name, new Uint8Array(await file.arrayBuffer()));
  }
  const model = toolkit.open();
  if (model.error) {
    message.textContent = model.error;
    return;
  }
  if (shown) {
    scene.remove(shown);
    shown.geometry.dispose();
    shown.material.uniforms.skin.value.dispose();
    shown.material.dispose();
  }
  shown = new AnimatedModel(model);
  scene.add(shown);
  const [least, most] = model.bounds.map(corner => new THREE.Vector3(...corner));
  const center = least.clone().add(most).multiplyScalar(0.5);
  camera.position.set(0.8, 0.5, 0.2).normalize().multiplyScalar(most.distanceTo(least) * 1.1).add(center);
  camera.lookAt(center);
  sequences.replaceChildren(...model.sequences.map((name, number) => new Option(name, number)));
  sequences.selectedIndex = model.opening ?? -1;
  sequences.hidden = download.hidden = false;
  message.textContent = `${model.name}: ${model.triangleCount} triangles, ${model.frames.length} frames`;
}

sequences.addEventListener("change", () => toolkit.play(sequences.selectedIndex));

download.addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([toolkit.glb()], { type: "model/gltf-binary" }));
  link.download = `${shown.model.name}.glb`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

let last = performance.now();
renderer.setAnimationLoop(now => {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  renderer.setPixelRatio(devicePixelRatio);
  renderer.setSize(width, height, false);
  camera.aspect = width / height;
  camera.updateProjectionMatrix();
  if (shown) {
    shown.show(...toolkit.advance(Math.max(0, now - last) / 1000));
  }
  last = now;
  renderer.render(scene, camera);
});
