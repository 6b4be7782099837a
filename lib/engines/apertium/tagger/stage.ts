import { readFileSync, readSync, writeSync } from "node:fs";
import { Tagger } from "./tagger";
import { TaggerData } from "./tagger-data";

/**
 * A program of the pipeline: `node apertium-tagger.mjs [--surface] file.prob`. Messages and answers end with NUL. Reads
 * a blocking pipe, because waiting in read(2) is fastest.
 */
function main(): void {
  const [file = "", surface] = process.argv.slice(2).reverse();
  const tagger = new Tagger(new TaggerData(readFileSync(file)), surface === "--surface");
  const buffer = Buffer.allocUnsafe(65_536);
  let pending: Buffer[] = [];
  for (let size = read(buffer); size > 0; size = read(buffer)) {
    const answers: string[] = [];
    let rest = buffer.subarray(0, size);
    for (let nul = rest.indexOf(0); nul >= 0; nul = rest.indexOf(0)) {
      const message = Buffer.concat([...pending, rest.subarray(0, nul)]).toString("latin1");
      answers.push(`${tagger.tag(message)}\0`);
      pending = [];
      rest = rest.subarray(nul + 1);
    }
    if (rest.length > 0) pending.push(Buffer.from(rest));
    if (answers.length > 0) write(Buffer.from(answers.join(""), "latin1"));
  }
}

function read(buffer: Buffer): number {
  return readSync(0, buffer, 0, buffer.length, null);
}

function write(answer: Buffer): void {
  for (let from = 0; from < answer.length; ) from += writeSync(1, answer, from);
}

main();
