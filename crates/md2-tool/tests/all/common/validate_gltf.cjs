// Prints a line for each error and each warning of the Khronos validator on the files named as arguments, and a last one that
// counts the files. Exits with 3 where the validator is not there.
const fs = require("fs");
const path = require("path");

let validator;
try {
  validator = require("gltf-validator");
} catch {
  process.exit(3);
}

// What lies beside a file, as it names it.
const beside = (file) => (uri) =>
  fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then((bytes) => new Uint8Array(bytes));

(async () => {
  for (const file of process.argv.slice(2)) {
    const options = { maxIssues: 0, uri: path.basename(file), externalResourceFunction: beside(file) };
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options);
    for (const { severity, code, message, pointer } of report.issues.messages) {
      if (severity < 2) console.log(`${file}: ${code} at ${pointer}: ${message}`);
    }
  }
  console.log(`${process.argv.length - 2} files`);
})();
