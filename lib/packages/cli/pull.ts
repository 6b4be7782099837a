import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type Context, list, type Outcome, RefusedError, text, UsageError } from "./command";
import { branchOf, type ProjectFile, readProjectFile, sourceFiles } from "./project-file";
import { type Document, documentsOf, inParallel, send, withNames } from "./push";

type Pulled = { path: string; language: string; outcome: "created" | "updated" | "unchanged" };

/** A translated file from the project, with its document and content. */
type Target = Pulled & { readonly document: Document; readonly bytes: Uint8Array };

/** Writes the translations into their files. First fetches and checks all files, so that a refusal changes no file. */
export async function pull(context: Context): Promise<Outcome> {
  const { cwd, values } = context;
  const branch = branchOf(values);
  const targets = await fetchTargets(context);
  const updated = targets.filter(({ outcome }) => outcome === "updated").map((one) => one.path);
  if (!values.force) refuseLosses(cwd, updated);
  if (!values["dry-run"])
    for (const { path: file, outcome, bytes, document, language } of targets) {
      if (outcome === "unchanged") continue;
      fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      if (file !== document.path) fs.writeFileSync(path.join(cwd, file), bytes);
      else await writeIntoSource(context, document, language, branch);
    }
  const pulled = targets.map(({ path: file, language, outcome }): Pulled => ({ path: file, language, outcome }));
  const lines = pulled.map((one) => `${one.outcome.padEnd(10)}${one.path}`);
  return { data: { files: pulled }, text: lines.join("\n") || "No translations to pull. Try --min-state draft." };
}

/** The translations of all sources and languages, and how writing them would change the files. */
export async function fetchTargets(context: Context): Promise<Target[]> {
  const { cwd, values } = context;
  const local = readProjectFile(cwd);
  if (!local.project) throw new UsageError("Nothing has been pushed yet. Run dragoman push.");
  const dragoman = context.connect();
  const only = list(values, "to");
  const documents = await documentsOf(dragoman, local.project, branchOf(values));
  const all = sourceFiles(cwd, await withNames(dragoman, local)).flatMap((source) => {
    const document = documents.get(source.path);
    return document ? source.targets.map((target) => ({ ...target, document })) : [];
  });
  const wanted = all.filter(({ language, path: file, document }) => {
    if (document.currentVersion === 0 || (only.length > 0 && !only.includes(language))) return false;
    return file === document.path || hasTexts(document, language, minStateOf(context));
  });
  return inParallel(wanted, async ({ language, path: file, document }): Promise<Target> => {
    context.progress(`Fetching ${file}`);
    const bytes = await fetchTarget(context, document, language);
    const full = path.join(cwd, file);
    const before = fs.existsSync(full) ? fs.readFileSync(full) : null;
    const outcome = before === null ? "created" : before.equals(bytes) ? "unchanged" : "updated";
    return { path: file, language, outcome, document, bytes };
  });
}

async function fetchTarget(context: Context, { id }: Document, language: string): Promise<Uint8Array> {
  const options = { documentId: id, language, minState: minStateOf(context) };
  return (await context.connect().downloadDocumentTarget(options)).bytes();
}

/** The default minimum state: confirmed by people, in every workflow. Machine translations only on request. */
function minStateOf({ cwd, values }: Context): NonNullable<ProjectFile["minState"]> {
  return (text(values, "min-state") ?? readProjectFile(cwd).minState ?? "translated") as "translated";
}

/** Whether the project has a translation for a file. Without one, such as for an unreadable file, the local file stays. */
function hasTexts({ languages }: Document, language: string, minState: string): boolean {
  const counts = languages.find((one) => one.language === language)?.progress.segments;
  const left = (counts?.untranslated ?? 0) + (minState === "draft" ? 0 : (counts?.draft ?? 0));
  return counts !== undefined && counts.total > left;
}

/** A file with all languages is written once per language, each time into the result of the previous. */
async function writeIntoSource(
  context: Context,
  document: Document,
  language: string,
  branch: string | undefined,
): Promise<void> {
  const dragoman = context.connect();
  const full = path.join(context.cwd, document.path);
  const bytes = await fetchTarget(context, document, language);
  if (fs.readFileSync(full).equals(bytes)) return;
  fs.writeFileSync(full, bytes);
  const file = { name: path.basename(full), content: bytes };
  const address = { projectId: document.projectId, path: document.path, file, ...(branch ? { branch } : {}) };
  const { document: sent } = await send(dragoman, address);
  if (sent.version.jobId) await dragoman.waitForJob(sent.version.jobId);
}

/** Throws {@link RefusedError} if a file to overwrite has uncommitted changes. */
function refuseLosses(cwd: string, files: readonly string[]): void {
  const unsaved = uncommitted(cwd, files);
  if (unsaved.length === 0) return;
  throw new RefusedError(
    `These files have changes that are not committed:\n${unsaved.map((file) => `  ${file}`).join("\n")}\nCommit them, or overwrite them with --force. To send them first: dragoman push --translations`,
  );
}

/** Files with uncommitted changes. Outside a git repository all files, because none could be recovered. */
function uncommitted(cwd: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  try {
    const args = ["status", "--porcelain", "-z", "--untracked-files=all", "--ignored=matching", "--", ...files];
    const changed = execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const prefix = execFileSync("git", ["rev-parse", "--show-prefix"], { cwd, encoding: "utf8" }).trim();
    const paths = new Set(changed.split("\0").map((line) => line.slice(3)));
    return files.filter((file) => paths.has(prefix + file));
  } catch {
    return files;
  }
}
