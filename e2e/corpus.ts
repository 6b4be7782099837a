/**
 * `npm run test:corpus -- FOLDER [--from en] [--to es] [--all]`: translates every file of a folder that has a known
 * format, and prints the differences that the proof finds in the finished files. Needs no reference translations, so
 * any files of other people can serve as the corpus. Exits with 1 if the proof of a file fails.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "@/lib/base/errors";
import { closeEngines } from "@/lib/engines/registry";
import { closeSandbox, inspectFile } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { translateDocument } from "@/lib/translation/documents";
import { proofOf } from "@/lib/translation/files/proof";
import type { ProofKind } from "@/lib/vocabulary/texts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string", default: "en" }, to: { type: "string", default: "es" }, all: { type: "boolean" } },
});
const [folder] = positionals;
if (!folder) {
  console.error("Usage: npm run test:corpus -- FOLDER [--from en] [--to es] [--all]");
  process.exit(2);
}

/** Maximum differences shown per file without `--all`. */
const MAX_SHOWN = 5;
const MAX_BYTES = 5 << 20;
const { signal } = new AbortController();
const resources = { accountId: "corpus", glossaryIds: [], memories: [] };
const byFormat = new Map<
  string,
  { files: number; clean: number; refused: number; compared: Map<string, number>; kinds: Map<ProofKind, number> }
>();
let failed = 0;

await bundleWorkers();
for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
  const file = path.join(folder, name);
  if (/(?:^|\/)(?:\.git|node_modules)\//.test(name) || !fs.statSync(file).isFile()) continue;
  if (fs.statSync(file).size > MAX_BYTES) continue;
  await prove(name, fs.readFileSync(file));
}
await closeSandbox();
await closeEngines();
for (const [format, { files, clean, refused, compared, kinds }] of [...byFormat].sort()) {
  const found = [...compared]
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      return `${kind} ${kinds.get(kind as ProofKind) ?? 0}/${count}`;
    });
  console.log(
    `${format.padEnd(14)} ${String(files).padStart(4)} files, ${clean} without a difference, ${refused} refused: ${found.join(", ")}`,
  );
}
process.exit(failed > 0 ? 1 : 0);

async function prove(name: string, bytes: Buffer): Promise<void> {
  const fileName = path.basename(name);
  const { format } = await inspectFile(bytes, fileName).catch(() => ({ format: null }));
  if (!format) return;
  const sum = byFormat.get(format) ?? { files: 0, clean: 0, refused: 0, compared: new Map(), kinds: new Map() };
  byFormat.set(format, sum);
  const { from: source, to: target } = values;
  const request = { bytes, fileName, format, source, target, localOnly: true, options: {}, resources, signal };
  sum.files += 1;
  try {
    const done = await translateDocument(request, async () => {});
    const row = { fileName, format, source, target, options: {} } as Parameters<typeof proofOf>[0];
    const { proof } = await proofOf(row, bytes, done);
    const { differences = 0, items = [], compared = {} } = proof ?? {};
    for (const [kind, count] of Object.entries(compared)) sum.compared.set(kind, (sum.compared.get(kind) ?? 0) + count);
    if (differences === 0) sum.clean += 1;
    else console.log(`\n${name}: ${differences}`);
    for (const { kind } of items) sum.kinds.set(kind, (sum.kinds.get(kind) ?? 0) + 1);
    for (const { kind, place, source: from, target: to } of values.all ? items : items.slice(0, MAX_SHOWN))
      console.log(`  ${kind} at ${place}: ${from ?? "–"} → ${to ?? "–"}`);
  } catch (error) {
    sum.refused += 1;
    if (error instanceof AppError) console.log(`\n${name}: ${error.code}: ${error.message}`);
    else {
      failed += 1;
      console.log(`\n${name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
