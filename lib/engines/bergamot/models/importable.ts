import { createWriteStream, openAsBlob } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { zippedFiles } from "@/lib/text/unzip";
import { asModelError, unpackFile } from "./download";
import { MANIFEST, readInstalled } from "./installed";
import { filesOf, type ModelFile, type ModelSet, precisionOf } from "./manifest";
import { ModelError } from "./model-error";
import { canonicalTag } from "./offer";

/** A model found in a folder. */
export type Importable = {
  readonly source: string;
  readonly target: string;
  readonly version: string;
  /** Undefined if it can't be read from the files. */
  readonly architecture?: string;
  readonly precision: ModelSet["precision"];
  /** Copies the model's files, unpacked and named by their hash, into a folder; returns them by kind. */
  readonly copyInto: (folder: string) => Promise<ReadonlyMap<string, ModelFile>>;
};

/** Maximum depth below the given folder. */
const DEEPEST = 4;

/**
 * Searches a folder for models: those installed by this product elsewhere, and files with Mozilla's names, uncompressed
 * or compressed with zstd or gzip. `incomplete`: names of model files without a vocabulary. Rejects with {@link
 * ModelError} `not_offered` if no model is complete.
 */
export async function findImportable(folder: string, from = folder) {
  const incomplete: string[] = [];
  const found: readonly Importable[] = await search(folder, 0, incomplete);
  if (found.length === 0 && incomplete.length > 0)
    throw new ModelError("not_offered", `${from} has no vocabulary for ${incomplete.join(", ")}.`);
  if (found.length === 0) throw new ModelError("not_offered", `There is no model in ${from}.`);
  return { found, incomplete };
}

/** Maximum bytes of all files in an archive. */
const MAX_ARCHIVE_BYTES = 8e9;

/**
 * Unpacks a ZIP archive, or all archives in a folder, below another folder. Returns their number. Rejects with {@link
 * ModelError}.
 */
export async function unpackArchives(from: string, into: string): Promise<number> {
  const names = /\.zip$/i.test(from)
    ? [""]
    : (await readdir(from).catch(() => [])).filter((name) => /\.zip$/i.test(name));
  if (names.length > 0) await mkdir(into, { recursive: true });
  let left = MAX_ARCHIVE_BYTES;
  for (const [i, name] of names.entries()) {
    // `openAsBlob` may throw synchronously; the async function turns this into a rejection.
    const opened = (async () => openAsBlob(path.join(from, name)))();
    const archive = await opened.catch((cause) => {
      throw new ModelError("not_offered", `${path.join(from, name)} cannot be read.`, { cause });
    });
    for (const { path: inside, size, stream } of await zippedFiles(archive)) {
      const file = path.join(into, String(i), path.posix.resolve("/", inside));
      left -= size;
      if (left < 0) throw new ModelError("damaged", `${name || from} is larger than ${MAX_ARCHIVE_BYTES / 1e9} GB.`);
      await mkdir(path.dirname(file), { recursive: true });
      let room = size;
      const exact = new Transform({
        transform: (chunk: Buffer, _, done) => {
          room -= chunk.length;
          done(room < 0 ? new ModelError("damaged", `${inside} is larger than the archive states.`) : null, chunk);
        },
      });
      await pipeline(Readable.fromWeb(stream() as WebStream), exact, createWriteStream(file)).catch((error) => {
        throw error instanceof ModelError ? error : asModelError(error);
      });
    }
  }
  return names.length;
}

async function search(folder: string, depth: number, incomplete: string[]): Promise<Importable[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new ModelError("not_offered", `${folder} cannot be read.`, { cause });
  });
  const installed = entries.some(({ name }) => name === MANIFEST) ? await ofInstalled(folder) : null;
  if (installed) return [installed];
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const whole = ofNames(folder, names);
  const groups = whole ? [] : byPair(names);
  const named = whole ?? groups.flatMap((group) => ofNames(folder, group) ?? []);
  for (const group of groups)
    if (!ofNames(folder, group)) incomplete.push(...group.filter((name) => name.startsWith("model.")));
  if (named.length > 0) return named;
  const below = entries.filter((entry) => entry.isDirectory() && depth < DEEPEST);
  const found = await Promise.all(below.map(({ name }) => search(path.join(folder, name), depth + 1, incomplete)));
  return found.flat();
}

async function ofInstalled(folder: string): Promise<Importable | null> {
  const model = await readInstalled(folder);
  if (!model) return null;
  const { source, target, version, architecture, set } = model;
  const kinds = set.vocabs.length === 1 ? ["vocab"] : ["srcvocab", "trgvocab"];
  const kindOf = (file: ModelFile): string =>
    file === set.model ? "model" : file === set.lex ? "lex" : kinds[set.vocabs.indexOf(file)]!;
  const files = filesOf(set).map((file) => ({
    kind: kindOf(file),
    name: file.name,
    stored: file.sha256,
    unpacked: file,
  }));
  return {
    source,
    target,
    version,
    architecture,
    precision: set.precision,
    copyInto: (to) => copyFiles(folder, files, to),
  };
}

type FoundFile = {
  readonly kind: string;
  readonly name: string;
  readonly stored: string;
  readonly unpacked?: ModelFile;
};

/**
 * `model.ende.intgemm.alphas.bin`, `lex.50.50.ende.s2t.bin`, `vocab.ende.spm`. The pair is in these names or in the
 * folder's name.
 */
function ofNames(folder: string, names: readonly string[]): Importable[] | null {
  const files: FoundFile[] = names.flatMap((stored) => {
    const name = stored.replace(/\.(?:zst|gz)$/, "");
    const kind = /^(model|lex|vocab|srcvocab|trgvocab)\..*\.(?:bin|spm)$/.exec(name)?.[1];
    return kind ? [{ kind, name, stored }] : [];
  });
  const model = files.find(({ kind }) => kind === "model");
  const kinds = new Set(files.map(({ kind }) => kind));
  const hasVocabulary = kinds.has("vocab") || (kinds.has("srcvocab") && kinds.has("trgvocab"));
  const precision = precisionOf(model?.name ?? "");
  const pair = pairFrom(model?.name ?? "", path.basename(folder));
  if (!precision || !hasVocabulary || !pair || kinds.size < files.length) return null;
  const [source, target] = pair;
  return [{ source, target, version: "0", precision, copyInto: (to) => copyFiles(folder, files, to) }];
}

/** The files of each model in a folder that contains several: those whose names contain its pair. */
function byPair(names: readonly string[]): string[][] {
  const pairs = new Set(names.flatMap((name) => /^model\.([a-z]{4})\./.exec(name)?.[1] ?? []));
  return [...pairs].map((pair) => names.filter((name) => name.includes(`.${pair}.`)));
}

function pairFrom(modelName: string, folderName: string): readonly [string, string] | null {
  const written =
    /^([a-z]{2,3})[-_]([a-z]{2,3}(?:[-_][A-Za-z]{4})?)$/.exec(folderName) ??
    /^model\.([a-z]{2})([a-z]{2})\./.exec(modelName);
  const [source, target] = [canonicalTag(written?.[1] ?? ""), canonicalTag(written?.[2] ?? "")];
  return source && target ? [source, target] : null;
}

async function copyFiles(
  from: string,
  files: readonly FoundFile[],
  to: string,
): Promise<ReadonlyMap<string, ModelFile>> {
  const placed = new Map<string, ModelFile>();
  for (const { kind, name, stored, unpacked } of files) {
    const copy = path.join(to, `${kind}.part`);
    await copyFile(path.join(from, stored), copy).catch((error) => {
      throw asModelError(error);
    });
    placed.set(kind, await unpackFile(copy, { name, ...(unpacked ? { unpacked } : {}) }, to));
  }
  return placed;
}
