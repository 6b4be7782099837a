import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { addEntries } from "./build";

/** `node apertium-lexicon.mjs bilingual.bin generator.bin FOLDER` writes both with our additions, and lexicon.json. */
const [bilingual = "", generator = "", folder = ""] = process.argv.slice(2);
const additions = addEntries(readFileSync(bilingual), readFileSync(generator));
writeFileSync(path.join(folder, path.basename(bilingual)), additions.bilingual);
writeFileSync(path.join(folder, path.basename(generator)), additions.generator);
writeFileSync(path.join(folder, "lexicon.json"), JSON.stringify(additions.lexicon));
