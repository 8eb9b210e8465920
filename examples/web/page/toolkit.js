// Calls the functions of src/lib.rs. Bytes are copied into and out of the memory of the WebAssembly module.
const { instance } = await WebAssembly.instantiateStreaming(fetch("md2_web.wasm"));
const wasm = instance.exports;

// Returns a copy of the output, which the call before has filled with `length` bytes.
const output = length => wasm.memory.buffer.slice(wasm.output(), wasm.output() + length);
const text = length => new TextDecoder().decode(output(length));

export function addFile(name, content) {
  const start = new TextEncoder().encode(name);
  const address = wasm.input(start.length + content.length);
  new Uint8Array(wasm.memory.buffer).set(start, address);
  new Uint8Array(wasm.memory.buffer).set(content, address + start.length);
  wasm.add_file(start.length);
}

export const open = () => JSON.parse(text(wasm.open()));
export const vertices = () => new Uint8Array(output(wasm.vertices()));
export const uvs = () => new Float32Array(output(wasm.uvs()));
export const indices = () => new Uint32Array(output(wasm.indices()));
export const skin = () => new Uint8Array(output(wasm.skin()));
export const glb = () => output(wasm.glb());
export const play = sequence => wasm.play(sequence);
// Returns frame a, frame b and the blend factor.
export const advance = seconds => new Float32Array(output(wasm.advance(seconds)));
