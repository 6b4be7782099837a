import { readFileSync, readSync, writeSync } from "node:fs";
import { Preparer } from "@/lib/engines/apertium/lexicon/prepare";
import { Tagger } from "./tagger";
import { TaggerData } from "./tagger-data";

/**
 * A program of the pipeline: `node apertium-tagger.mjs [--surface] [--lexicon=file.json] file.prob`. Messages and
 * answers end with NUL. Reads from a blocking pipe, because read(2) wakes fastest.
 */
function main(): void {
  const options = process.argv.slice(2);
  const file = options.pop() ?? "";
  const tagger = new Tagger(new TaggerData(readFileSync(file)), options.includes("--surface"));
  const lexicon = options.find((option) => option.startsWith(LEXICON))?.slice(LEXICON.length);
  const preparer = lexicon ? new Preparer(JSON.parse(readFileSync(lexicon, "utf8"))) : null;
  const buffer = Buffer.allocUnsafe(65_536);
  let pending: Buffer[] = [];
  for (let size = read(buffer); size > 0; size = read(buffer)) {
    const answers: string[] = [];
    let rest = buffer.subarray(0, size);
    for (let nul = rest.indexOf(0); nul >= 0; nul = rest.indexOf(0)) {
      const message = Buffer.concat([...pending, rest.subarray(0, nul)]);
      const analysed = preparer ? Buffer.from(preparer.prepare(message.toString("utf8")), "utf8") : message;
      answers.push(`${tagger.tag(analysed.toString("latin1"))}\0`);
      pending = [];
      rest = rest.subarray(nul + 1);
    }
    if (rest.length > 0) pending.push(Buffer.from(rest));
    if (answers.length > 0) write(Buffer.from(answers.join(""), "latin1"));
  }
}

const LEXICON = "--lexicon=";

function read(buffer: Buffer): number {
  return readSync(0, buffer, 0, buffer.length, null);
}

function write(answer: Buffer): void {
  for (let from = 0; from < answer.length; ) from += writeSync(1, answer, from);
}

main();
