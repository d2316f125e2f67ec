// Unpack a list of packed contents, and print them in hexadecimal.
//
//     node unpack.mjs < packed.json

import { readFileSync } from "node:fs";

import { unpacked } from "../../../reports/publishing/player/lzma.mjs";

const contents = await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(unpacked));
console.log(JSON.stringify(contents.map((bytes) => Buffer.from(bytes).toString("hex"))));
