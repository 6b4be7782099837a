import fs from "node:fs";
import path from "node:path";
import type { Dragoman } from "@/lib/packages/sdk/sdk";
import { type Context, EXIT, list, type Outcome, text, UsageError } from "./command";
import { filesBelow, globPattern } from "./project-file";

type Done = {
  file: string;
  language: string;
  output: string;
  outcome: "translated" | "skipped" | "failed";
  error?: string;
};

/** Translates a text, standard input, or files. */
export async function translate(context: Context): Promise<Outcome> {
  const { values, positionals } = context;
  const targets = list(values, "to");
  if (targets.length === 0) throw new UsageError("Into which language? Name it: --to es,fr");
  const files = matchFiles(context, targets);
  if (files.length > 0) return translateFiles(context, context.connect(), files, targets);
  const input = positionals.length > 0 ? positionals.join(" ") : fs.readFileSync(0, "utf8");
  if (input.trim() === "") throw new UsageError("Name a text or files, or send text to standard input.");
  const dragoman = context.connect();
  const source = text(values, "from");
  const answers = await Promise.all(
    targets.map((target) => dragoman.translateText({ text: input, target, ...(source ? { source } : {}) })),
  );
  const label = (target: string) => (answers.length > 1 ? `${target}: ` : "");
  const shown = answers.map(({ target, translation }) => label(target) + translation.replace(/[\r\n]+$/, ""));
  return { data: { translations: answers }, text: shown.join("\n") };
}

/**
 * Files named by paths and globs, without what an earlier run has written; none if the arguments are a text.
 * Throws {@link UsageError} for a file that doesn't exist.
 */
function matchFiles({ cwd, values, positionals }: Context, targets: readonly string[]): string[] {
  const isFile = (one: string) => fs.statSync(path.resolve(cwd, one), { throwIfNoEntry: false })?.isFile() === true;
  const out = text(values, "out");
  // A template has its language before what it makes: `index.es.html.erb`.
  const nameOf = (file: string) => path.parse(file.replace(/\.(?:html?|te?xt|md|xml)(?=\.(?:erb|ejs|hbs)$)/i, "")).name;
  const isOutput = (file: string) =>
    targets.some((target) => nameOf(file).endsWith(`.${target}`) || (out && isBelow(path.join(out, target), file)));
  const globs = positionals.filter((one) => /[*?]/.test(one) && !/\s/.test(one));
  const found = globs.length > 0 ? filesBelow(cwd).filter((file) => !isOutput(file)) : [];
  const files = new Set<string>();
  const missing: string[] = [];
  for (const one of positionals) {
    const matching = globs.includes(one)
      ? found.filter((file) => globPattern(one).test(file))
      : isFile(one)
        ? [one]
        : [];
    for (const file of matching) files.add(file);
    if (matching.length === 0) missing.push(one);
  }
  // `docs/notes` is a file where there is a folder `docs`, and `and/or` is a text.
  const folderOf = (one: string) => (/^\S+\/\S/.test(one) ? path.dirname(one) : one);
  const exists = (one: string) => fs.existsSync(path.resolve(cwd, folderOf(one)));
  if (missing.some((one) => files.size > 0 || globs.includes(one) || PATH.test(one) || exists(one)))
    throw new UsageError(`No such file: ${missing.join(", ")}. Send a text that looks like a file to standard input.`);
  // A shell's own `*.txt` names them too.
  const outputs = new Set([...files].flatMap((file) => targets.map((target) => outputPath(file, target, out))));
  return [...files].filter((file) => !outputs.has(path.normalize(file)));
}

/** `notes.txt`, `./docs/a`: no blanks, and an extension or a folder to begin with. */
const PATH = /^(?:\.{0,2}\/[^\s<>"|]+|[^\s<>"|]*[\p{L}\p{N}_-]\.[A-Za-z][A-Za-z0-9]{1,9})$/u;

function isBelow(folder: string, file: string): boolean {
  return !path.relative(folder, file).startsWith("..");
}

/**
 * Writes each file next to the source as `name.es.ext`, or with its folders below `--out/es/`. Skips translations newer
 * than their source, so that an interrupted run can be repeated.
 */
async function translateFiles(
  { cwd, values, progress }: Context,
  dragoman: Dragoman,
  files: readonly string[],
  targets: readonly string[],
): Promise<Outcome> {
  const out = text(values, "out");
  const source = text(values, "from");
  const done: Done[] = [];
  for (const file of files)
    for (const language of targets) {
      const output = outputPath(file, language, out);
      const full = path.resolve(cwd, output);
      if (!values.force && isNewer(full, path.resolve(cwd, file))) {
        done.push({ file, language, output, outcome: "skipped" });
        continue;
      }
      const upload = { name: path.basename(file), content: fs.readFileSync(path.resolve(cwd, file)) };
      try {
        const input = { target: language, ...(source ? { source } : {}) };
        const { download } = await dragoman.translateDocument(upload, input, {
          onProgress: ({ progress: { segmentsDone, segmentsTotal } }) =>
            progress(`${bar(segmentsDone, segmentsTotal)} ${output}`),
        });
        fs.mkdirSync(path.dirname(full), { recursive: true });
        // Renamed when complete, so that an interrupted run leaves no partial file.
        fs.writeFileSync(`${full}.part`, await download.bytes());
        fs.renameSync(`${full}.part`, full);
        done.push({ file, language, output, outcome: "translated" });
      } catch (error) {
        done.push({ file, language, output, outcome: "failed", error: (error as Error).message });
      }
    }
  const lines = done.map((one) => `${one.outcome.padEnd(12)}${one.output}${one.error ? `: ${one.error}` : ""}`);
  const failed = done.some(({ outcome }) => outcome === "failed");
  return { data: { files: done }, text: lines.join("\n"), code: failed ? EXIT.failed : EXIT.done };
}

function outputPath(file: string, language: string, out: string | undefined): string {
  if (out !== undefined) return path.join(out, language, path.isAbsolute(file) ? path.basename(file) : file);
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.${language}${ext}`);
}

function isNewer(output: string, source: string): boolean {
  const made = fs.statSync(output, { throwIfNoEntry: false });
  return made !== undefined && made.mtimeMs >= fs.statSync(source).mtimeMs;
}

function bar(done: number, total: number | null): string {
  const share = total ? done / total : 0;
  const filled = Math.round(share * 20);
  return `${"█".repeat(filled)}${"░".repeat(20 - filled)} ${String(Math.round(share * 100)).padStart(3)} %`;
}
