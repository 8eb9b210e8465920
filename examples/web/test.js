// Tests the page in headless Chromium: node test.js MD2_WEB.WASM OUTPUT_FOLDER [VALIDATOR]
// Drops the wanderer and its skin, and checks that the picture shows a model that moves, and that the download is a valid GLB.
// VALIDATOR is the folder of the npm package gltf-validator; without it, only the header of the GLB is checked.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [wasm, output, validator] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const assets = path.join(here, "../../assets/wanderer");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://page").pathname.replace(/\/$/, "/index.html");
  const file = name === "/md2_web.wasm" ? wasm : path.join(here, path.normalize(name));
  try {
    const body = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const problems = [];
  page.on("console", message => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", error => problems.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.querySelector("canvas").width === 800);
  await page.evaluate(() => {
    window.pixelsOf = async base64 => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    };
  });
  const picture = name => page.locator("canvas").screenshot({ path: path.join(output, name) });
  const empty = await picture("web-empty.png");

  await drop(page, ["README.md"], path.join(here, "../../assets"));
  assert.match(await page.textContent("#message"), /no MD2 or MDL/);
  await drop(page, ["tris.md2", "wanderer.pcx"], assets);
  await page.waitForFunction(() => document.querySelector("#message").textContent.startsWith("tris:"));
  await page.selectOption("#sequences", { label: "Run" });
  await page.waitForTimeout(300);
  const first = await picture("web-run-1.png");
  await page.waitForTimeout(250);
  const second = await picture("web-run-2.png");
  assert.ok(await colors(page, first) > 500, "the model and its skin have many colors");
  assert.ok(await difference(page, empty, first) > 0.02, "the model covers a part of the picture");
  assert.ok(await difference(page, first, second) > 0.002, "the model moves");

  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), "tris.glb");
  const glb = await readFile(await download.path());
  await writeFile(path.join(output, "web.glb"), glb);
  assert.equal(glb.toString("latin1", 0, 4), "glTF");
  assert.equal(glb.readUInt32LE(8), glb.length);
  if (validator) {
    const report = await createRequire(import.meta.url)(validator).validateBytes(new Uint8Array(glb));
    assert.deepEqual([report.issues.numErrors, report.issues.numWarnings], [0, 0], JSON.stringify(report.issues.messages));
  }
  assert.deepEqual(problems, []);
  console.log(`web: the page shows the wanderer, and its GLB of ${glb.length} bytes is valid`);
} finally {
  await browser.close();
  server.close();
}

// Drops files on the page, as the file manager of a desktop does.
async function drop(page, names, folder) {
  const files = await Promise.all(names.map(async name =>
    [name, (await readFile(path.join(folder, name))).toString("base64")]));
  await page.evaluate(files => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of files) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), c => c.charCodeAt(0))], name));
    }
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, files);
  await page.waitForTimeout(200);
}

// Returns the number of different colors of a picture.
function colors(page, png) {
  return page.evaluate(
    async data => new Set(new Uint32Array((await window.pixelsOf(data)).buffer)).size, png.toString("base64"));
}

// Returns the share of pixels in which two pictures differ.
function difference(page, a, b) {
  return page.evaluate(async ([a, b]) => {
    const [one, other] = (await Promise.all([a, b].map(window.pixelsOf))).map(data => new Uint32Array(data.buffer));
    return one.reduce((count, pixel, i) => count + (pixel !== other[i]), 0) / one.length;
  }, [a, b].map(png => png.toString("base64")));
}
