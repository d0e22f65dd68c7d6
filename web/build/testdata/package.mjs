// Sends the requests of standard input, a line of JSON each, [method, request], through the
// package whose folder is the argument, and prints the answers. What answers hold as bytes
// is checked to be such, and printed as numbers.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(`${process.argv[2]}/index.js`));
const refract = await load();
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const [method, request] = JSON.parse(line);
  if (request.bytes) request.bytes = Uint8Array.from(request.bytes);
  const answer = await refract.call(method, request);
  for (const out of answer.outputs ?? []) {
    if (out.language !== "spv") continue;
    if (!(out.bytes instanceof Uint8Array)) throw new Error("bytes are expected");
    out.bytes = [...out.bytes];
  }
  if (answer.pixels) {
    if (!(answer.pixels instanceof Uint8ClampedArray)) throw new Error("pixels are expected");
    answer.pixels = [...answer.pixels];
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
