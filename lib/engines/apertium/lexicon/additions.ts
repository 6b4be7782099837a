import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Stage } from "@/lib/engines/apertium/pipeline";

/** Modes for which there are additions: English to Spanish. */
const MODES: ReadonlySet<string> = new Set(["eng-spa"]);

/**
 * The stages with our additions in their dictionaries, which are written to `folder` once per version of the originals
 * and the additions. Returns the given stages if our tagger is missing or the dictionaries have an unknown format.
 */
export async function withAdditions(name: string, stages: readonly Stage[], folder: string): Promise<readonly Stage[]> {
  if (!MODES.has(name)) return stages;
  const tagger = stages.findIndex((stage) => stage.some((argument) => argument.endsWith("apertium-tagger.mjs")));
  const bilingual = fileOf(stages, ".autobil.bin");
  const generator = fileOf(stages, ".autogen.bin");
  if (tagger < 0 || !bilingual || !generator) return stages;
  const made = await make(name, bilingual, generator, folder).catch(() => null);
  if (!made) return stages;
  const files = new Map([bilingual, generator].map((file) => [file, path.join(made, path.basename(file))]));
  return stages.map(([command, ...args], i): Stage => {
    const own = args.map((argument) => files.get(argument) ?? argument);
    return i === tagger
      ? [command, ...own.slice(0, -1), `--lexicon=${path.join(made, "lexicon.json")}`, own.at(-1)!]
      : [command, ...own];
  });
}

function fileOf(stages: readonly Stage[], ending: string): string | undefined {
  return stages.flat().find((argument) => argument.endsWith(ending));
}

async function make(name: string, bilingual: string, generator: string, folder: string): Promise<string> {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "apertium-lexicon.mjs");
  const hash = createHash("sha256");
  for (const file of [program, bilingual, generator]) hash.update(await readFile(file));
  const made = path.join(folder, `${name}-${hash.digest("hex").slice(0, 16)}`);
  if (await exists(path.join(made, "lexicon.json"))) return made;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(path.join(folder, "draft-"));
  try {
    await promisify(execFile)(process.execPath, [program, bilingual, generator, draft], {
      env: ENVIRONMENT,
      timeout: BUILD_TIMEOUT_MS,
    });
    // Another process may have written the files first; they have the same content.
    await rename(draft, made).catch(async (error) => {
      if (!(await exists(made))) throw error;
    });
    for (const other of await readdir(folder)) {
      const old = path.join(folder, other);
      if (other.startsWith(`${name}-`) && old !== made) await rm(old, { recursive: true, force: true });
    }
    return made;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** An environment without secrets. */
const ENVIRONMENT = {} as NodeJS.ProcessEnv;
const BUILD_TIMEOUT_MS = 120_000;

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
