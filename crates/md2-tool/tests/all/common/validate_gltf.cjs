// Prints a line for each error and each warning of the Khronos validator about the given files, and the number of files as the
// last line. Exits with 3 if the validator is missing.
const fs = require("fs");
const path = require("path");

let validator;
try {
  validator = require("gltf-validator");
} catch {
  process.exit(3);
}

// Returns a function that reads a file by its URI in `file`.
const externalFile = (file) => (uri) =>
  fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then((bytes) => new Uint8Array(bytes));

(async () => {
  for (const file of process.argv.slice(2)) {
    const options = { maxIssues: 0, uri: path.basename(file), externalResourceFunction: externalFile(file) };
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options);
    for (const { severity, code, message, pointer } of report.issues.messages) {
      if (severity < 2) console.log(`${file}: ${code} at ${pointer}: ${message}`);
    }
  }
  console.log(`${process.argv.length - 2} files`);
})();
