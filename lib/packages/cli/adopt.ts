import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Context, EXIT, type Outcome } from "./command";
import { init, localeFiles, MAX_LANGUAGES } from "./init";
import { PROJECT_FILE, readProjectFile, sourceFiles } from "./project-file";
import { fetchTargets } from "./pull";
import { type Imported, push } from "./push";

type PushReport = {
  readonly project: string;
  readonly documents: readonly {
    readonly path: string;
    readonly outcome: string;
    readonly error?: string;
    readonly receipts?: readonly Imported[];
  }[];
};

/**
 * Imports a repository into a project: finds its files, sends the sources and people's translations, and proves that a
 * pull would change nothing. Translates nothing by machine.
 */
export async function adopt(context: Context): Promise<Outcome> {
  const { cwd } = context;
  if (!fs.existsSync(path.join(cwd, PROJECT_FILE))) await init(context);
  const sent = await push({
    ...context,
    values: { ...context.values, adopt: true, explain: true, translations: true },
  });
  const { project, documents } = sent.data as PushReport;
  const receipts = documents.flatMap((one) => one.receipts ?? []);
  const sum = (name: string) => receipts.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  const values = { found: sum("values"), read: sum("values") - sum("notFound") - sum("notUnderstood") };
  const diff = await diffOf(context);
  const left = receipts.flatMap((one) => one.left.map((value) => ({ path: one.path, ...value })));
  const missing = left.filter(({ outcome }) => outcome === "notFound" || outcome === "notUnderstood");
  const checks = await findingsOf(context, project);
  const unread = unreadFiles(cwd, documents);
  const sources = documents.filter(({ error }) => !error).length;
  const imported = receipts.filter(({ error }) => !error).length;
  const lines = [
    `Sources       ${count(sources, "file")}`,
    `Translations  ${count(imported, "file")}, ${values.read} of ${values.found} values read`,
    ...missingLines(missing),
    `Diff          ${count(diff.lines, "line")}: a pull would change ${count(diff.files.length, "file")}`,
    ...diff.files.map((file) => `              ${file}`),
    `Checks        ${count(checks.errors, "error")}, ${count(checks.warnings, "warning")}`,
    ...checks.misreadings.map((one) => `              Probably misread: ${one}`),
    `Not read      ${count(unread.length, "file")}`,
    ...unread.map(({ path: file, reason }) => `              ${file}: ${reason}`),
  ];
  return {
    data: { project, sources, translations: imported, values, missing, diff, checks, unread },
    text: lines.join("\n"),
    code: diff.lines > 0 || sum("notUnderstood") > 0 || sent.code ? EXIT.failed : EXIT.done,
  };
}

type Missing = { readonly path: string; readonly line: number | null; readonly key: string; readonly reason: string };

/** One line per file and reason, with the file's first such text. */
function missingLines(missing: readonly Missing[]): string[] {
  const groups = new Map<string, Missing[]>();
  for (const one of missing)
    groups.set(`${one.path}\0${one.reason}`, [...(groups.get(`${one.path}\0${one.reason}`) ?? []), one]);
  return [...groups.values()].map((group) => {
    const { path: file, line, key, reason } = group[0]!;
    const first = key.replace(/\s+/g, " ").slice(0, 60);
    return `              ${file}: ${group.length} not read, first ${first}${line ? ` (line ${line})` : ""}: ${reason}`;
  });
}

/** The changes that a pull would make to existing files. */
async function diffOf(context: Context): Promise<{ lines: number; files: string[] }> {
  const changed = (await fetchTargets(context)).filter(({ outcome }) => outcome === "updated");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-"));
  try {
    const counts = changed.map(({ path: file, bytes }) => {
      const other = path.join(folder, "pulled");
      fs.writeFileSync(other, bytes);
      return changedLines(path.join(context.cwd, file), other);
    });
    return { lines: counts.reduce((sum, count) => sum + count, 0), files: changed.map(({ path: file }) => file) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Number of lines that git counts as added and removed; at least one for files that differ. */
function changedLines(before: string, after: string): number {
  try {
    execFileSync("git", ["diff", "--no-index", "--numstat", "--", before, after], { stdio: "pipe" });
    return 1;
  } catch (error) {
    const [added = "1", removed = "0"] = String((error as { stdout?: unknown }).stdout ?? "").split("\t");
    return Math.max(1, (Number(added) || 0) + (Number(removed) || 0));
  }
}

async function findingsOf({ connect }: Context, projectId: string) {
  const counts = new Map<string, number>();
  const misreadings: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await connect().listQaIssues({ projectId, limit: 100, ...(cursor ? { cursor } : {}) });
    for (const { severity } of page.issues) counts.set(severity, (counts.get(severity) ?? 0) + 1);
    if (!cursor) misreadings.push(...page.misreadings.map(({ check, language }) => `${check} in ${language}`));
    if (page.nextCursor === null)
      return { errors: counts.get("error") ?? 0, warnings: counts.get("warning") ?? 0, misreadings };
    cursor = page.nextCursor;
  }
}

/** All locale files and values that no document contains, each with the reason. */
function unreadFiles(cwd: string, documents: PushReport["documents"]): { path: string; reason: string }[] {
  const local = readProjectFile(cwd);
  const known = new Set(
    sourceFiles(cwd, local).flatMap((one) => [one.path, ...one.targets.map((target) => target.path)]),
  );
  const found = localeFiles(cwd, local.sourceLanguage);
  const failed = new Set(documents.flatMap((one) => (one.error ? [one.path] : [])));
  const left = found.sources.flatMap(({ path: file, translations }) => [
    ...(known.has(file) ? [] : [{ path: file, reason: `${PROJECT_FILE} does not name it.` }]),
    ...translations
      .filter((one) => one.path !== file && (failed.has(file) || !known.has(one.path)))
      .map(({ path: own, language }) => ({
        path: own,
        reason: known.has(own)
          ? `Its source ${file} was not read.`
          : `${language} is not a language of the project${local.targetLanguages.length < MAX_LANGUAGES ? "" : `, which has at most ${MAX_LANGUAGES}`}.`,
      })),
  ]);
  const refused = documents.flatMap((one) => [one, ...(one.receipts ?? [])]);
  return [
    ...refused.flatMap(({ path: file, error }) => (error ? [{ path: file, reason: error }] : [])),
    ...left,
    ...found.unread,
  ];
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
