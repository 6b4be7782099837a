import fs from "node:fs";
import path from "node:path";
import type { Dragoman } from "@/lib/packages/sdk/sdk";
import { isKnownLanguage, parseLanguage } from "@/lib/text/languages";
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
  const shown = answers.map((one) => (answers[1] ? `${one.target}: ` : "") + one.translation.replace(/[\r\n]+$/, ""));
  return { data: { translations: answers }, text: shown.join("\n") };
}

/**
 * The files that the arguments name as paths and globs, without output files of earlier runs; none if the arguments are
 * a text. Throws {@link UsageError} for a file that does not exist.
 */
function matchFiles({ cwd, values, positionals }: Context, targets: readonly string[]): string[] {
  if (positionals.join("").trim() === "") return [];
  const statOf = (one: string) => fs.statSync(path.resolve(cwd, one), { throwIfNoEntry: false });
  const out = text(values, "out");
  // In the name of a template, the language precedes the type of the output: `index.es.html.erb`.
  const nameOf = (file: string) => path.parse(file.replace(/\.(?:html?|te?xt|md|xml)(?=\.(?:erb|ejs|hbs)$)/i, "")).name;
  const isOutput = (file: string) =>
    targets.some((target) => nameOf(file).endsWith(`.${target}`) || (out && foldersTo(file, out)[0] === target));
  const globs = positionals.filter((one) => /[*?]/.test(one) && !/\s/.test(one));
  const found = globs.length > 0 ? filesBelow(cwd).filter((file) => !isOutput(file)) : [];
  const files = new Set<string>();
  const missing: string[] = [];
  for (const one of positionals) {
    const pattern = globs.includes(one) ? globPattern(path.posix.normalize(one)) : null;
    const matching = pattern ? found.filter((file) => pattern.test(file)) : statOf(one)?.isFile() ? [one] : [];
    for (const file of matching) files.add(file);
    if (matching.length === 0) missing.push(one);
  }
  // `docs/notes` is a file if there is a folder `docs`, but `and/or` is a text.
  const exists = (one: string) => statOf(/^\S+\/\S/.test(one) ? path.dirname(one) : one) !== undefined;
  const folder = missing.find((one) => statOf(one)?.isDirectory());
  if (folder !== undefined)
    throw new UsageError(`${folder} is a folder. Name its files, as in '${path.join(folder, "**/*.md")}'.`);
  if (missing.some((one) => files.size > 0 || globs.includes(one) || PATH.test(one) || exists(one)))
    throw new UsageError(`No such file: ${missing.join(", ")}. Send a text that looks like a file to standard input.`);
  // After a run, the shell's `*.txt` and our globs also match output files, which have a language in their name.
  const tags = [...files].flatMap((file) => [path.extname(nameOf(file)).slice(1), foldersTo(file, out ?? "")[0]!]);
  const languages = [...targets, ...new Set(tags.filter((tag) => parseLanguage(tag) === tag && isKnownLanguage(tag)))];
  const written = (file: string) => languages.flatMap((one) => [out, undefined].map((to) => outputPath(file, one, to)));
  const outputs = new Set([...files].flatMap(written));
  return [...files].filter((file) => !outputs.has(path.normalize(file)));
}

/** Paths such as `notes.txt` or `./docs/a`: no white space, and an extension or a leading folder. */
const PATH = /^(?:\.{0,2}\/[^\s<>"|]+|[^\s<>"|]*[\p{L}\p{N}_-]\.[A-Za-z][A-Za-z0-9]{1,9})$/u;

const foldersTo = (file: string, from: string) => path.relative(from, file).split(path.sep);

/**
 * Writes each file next to the source as `name.es.ext`, or with its folders below `--out/es/`. Skips translations that
 * are newer than their source, so that an interrupted run can be repeated.
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
  const code = done.some(({ outcome }) => outcome === "failed") ? EXIT.failed : EXIT.done;
  return { data: { files: done }, text: lines.join("\n"), code };
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
  return `${"█".repeat(Math.round(share * 20)).padEnd(20, "░")} ${String(Math.round(share * 100)).padStart(3)} %`;
}
