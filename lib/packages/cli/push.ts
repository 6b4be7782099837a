import fs from "node:fs";
import path from "node:path";
import { ApiError, isDragomanError } from "@/lib/packages/sdk/errors";
import type { Dragoman } from "@/lib/packages/sdk/sdk";
import { type Context, EXIT, type Outcome } from "./command";
import { branchOf, type ProjectFile, readProjectFile, sourceFiles, writeProjectFile } from "./project-file";

export type Document = Awaited<ReturnType<Dragoman["getDocument"]>>;
type Changes = { readonly added: number; readonly changed: number; readonly removed: number };
type Receipt = Awaited<ReturnType<Dragoman["getJobReceipt"]>>["values"];
export type Imported = {
  readonly path: string;
  /** Empty for translations that the source file itself contains. */
  readonly language: string;
  /** Number of its texts by outcome of the import. */
  readonly counts: Readonly<Record<string, number>>;
  /** The texts that were not imported and the reasons, with `--explain`. */
  readonly left: Receipt;
  readonly error?: string;
};
type Pushed = {
  readonly path: string;
  readonly outcome: "created" | "updated" | "unchanged" | "failed";
  readonly imported: readonly Imported[];
  /** Number of texts by kind of change; null for a new file. */
  readonly changes: Changes | null;
  readonly error?: string;
};

/** Maximum concurrent imports of translations. */
const CONCURRENCY = 4;

/**
 * Uploads the source files as documents of the project, which the first push creates. Existing translation files are
 * imported for new documents, or with `--translations`. For a pull request all changes go into a branch.
 */
export async function push(context: Context): Promise<Outcome> {
  const { cwd, values } = context;
  const dragoman = context.connect();
  const local = readProjectFile(cwd);
  const branch = branchOf(values);
  const isDryRun = Boolean(values["dry-run"]);
  const isNew = !local.project && !isDryRun;
  const project = isNew ? await createProject(dragoman, cwd, local) : local.project;
  const pushed = await sendFiles(context, { ...local, ...(project ? { project } : {}) }).finally(async () => {
    // Machine translation starts after people's translations have been imported.
    if (isNew) await dragoman.updateProject({ projectId: project!, settings: { autoStart: null } });
  });
  if (isNew && !values.adopt) await dragoman.pretranslateProject({ projectId: project! });
  if (project && values.wait && !isDryRun) await waitUntilIdle(dragoman, project, branch);
  const lines = pushed.map(lineOf);
  if (branch) summarize(branch, lines);
  const isFailed = pushed.some(({ error, imported }) => error || imported.some((one) => one.error));
  return {
    data: { project: project ?? null, branch: branch ?? null, documents: pushed.map(asData) },
    text: lines.join("\n") || "No source files match.",
    code: isFailed ? EXIT.failed : EXIT.done,
  };
}

/** Uploads each source with its translations. A file that the server rejects does not stop the others. */
async function sendFiles(context: Context, local: ProjectFile): Promise<Pushed[]> {
  const { cwd, values } = context;
  const dragoman = context.connect();
  const { project } = local;
  const branch = branchOf(values);
  const pushed: Pushed[] = [];
  for (const { path: file, targets } of sourceFiles(cwd, project ? await withNames(dragoman, local) : local)) {
    context.progress(`Sending ${file}`);
    const upload = { name: path.basename(file), content: fs.readFileSync(path.join(cwd, file)) };
    const address = project ? { projectId: project, path: file, file: upload, ...(branch ? { branch } : {}) } : null;
    try {
      const preview = address && (values["dry-run"] || branch) ? await previewOf(dragoman, address) : null;
      if (!address || values["dry-run"]) {
        pushed.push({ path: file, ...(preview ?? { outcome: "created", changes: null }), imported: [] });
        continue;
      }
      const sent = await send(dragoman, address);
      const { jobId } = sent.document.version;
      const own = sent.outcome !== "unchanged" && jobId ? await ownReceipt(context, dragoman, file, jobId) : [];
      const isImported = sent.outcome === "created" || values.translations;
      const there = targets.filter((one) => one.path !== file && fs.existsSync(path.join(cwd, one.path)));
      const imported = await inParallel(isImported ? there : [], (target) => {
        context.progress(`Importing ${target.path}`);
        return importTarget(context, dragoman, sent.document.id, target);
      });
      pushed.push({
        path: file,
        outcome: sent.outcome,
        imported: [...own, ...imported],
        changes: preview?.changes ?? null,
      });
    } catch (error) {
      pushed.push({ path: file, outcome: "failed", imported: [], changes: null, error: faultOf(file, error) });
    }
  }
  return pushed;
}

export async function inParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await run(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

/** The error of a file. Errors that concern more than this file are thrown, with the file's name. */
function faultOf(file: string, error: unknown): string {
  const isFiles = error instanceof ApiError && [0, 400, 409, 413, 415, 422].includes(error.status);
  if (isFiles) return error.message;
  if (isDragomanError(error)) error.message = `${file}: ${error.message}`;
  throw error;
}

type Address = Parameters<Dragoman["putDocument"]>[0] & { readonly projectId: string };

export async function send(dragoman: Dragoman, address: Address) {
  let status = 0;
  const sent = await dragoman.putDocument(address, {
    onResponse: (response) => {
      status = response.status;
    },
  });
  const document = sent as Document & { changed: boolean };
  const outcome: Pushed["outcome"] = status === 201 ? "created" : document.changed ? "updated" : "unchanged";
  return { document, outcome };
}

async function previewOf(dragoman: Dragoman, address: Address): Promise<Pick<Pushed, "outcome" | "changes">> {
  const { added, changed, removed, unchanged } = (await dragoman.putDocument({
    ...address,
    dryRun: "true",
  })) as Changes & {
    readonly unchanged: number;
  };
  const isNew = unchanged + changed + removed === 0;
  const outcome = isNew ? "created" : added + changed + removed > 0 ? "updated" : "unchanged";
  return { outcome, changes: isNew ? null : { added, changed, removed } };
}

function lineOf({ path: file, outcome, imported, changes, error }: Pushed): string {
  if (error) return `${outcome.padEnd(10)}${file}: ${error}`;
  const counts = Object.entries(changes ?? {}).filter(([, count]) => count > 0);
  const shown = counts.length > 0 ? ` (${counts.map(([name, count]) => `${count} ${name}`).join(", ")})` : "";
  return `${outcome.padEnd(10)}${file}${shown}${imported.map(importLines).join("")}`;
}

/** The output of `--json`. Only imported files have receipts. */
function asData({ imported, ...document }: Pushed) {
  const receipts = imported.length > 0 ? { receipts: imported } : {};
  return { ...document, imported: imported.map(({ path: file }) => file), ...receipts };
}

/** One line per translation file: how many texts were unreadable or kept out; with `--explain` also each text. */
function importLines({ path: file, counts, left, error }: Imported): string {
  if (error) return `\n          ! ${file}: ${error}`;
  const { values = 0, kept = 0, replaced = 0, conflicts = 0, notFound = 0, notUnderstood = 0 } = counts;
  const read = values - notFound - notUnderstood;
  const notes = [
    ...(read < values ? [`${read} of ${values} read`] : []),
    ...(kept > 0 ? [`${kept} kept: edited here`] : []),
    ...(conflicts > 0 ? [`${conflicts} conflicts: kept`] : []),
    ...(replaced > 0 ? [`${replaced} replaced`] : []),
  ];
  const lines = left.map(({ key, outcome, reason, line }) => {
    return `\n              ${file}${line === null ? "" : `:${line}`} ${key}: ${outcome}. ${reason}`;
  });
  return `\n          + ${file}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}${lines.join("")}`;
}

/** Shows on a GitHub pull request what merging it would change in the project. */
function summarize(branch: string, lines: readonly string[]): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file) fs.appendFileSync(file, `### Texts of ${branch}\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n`);
}

/** The documents of a project by path; with a branch, as they are in the branch. */
export async function documentsOf(
  dragoman: Dragoman,
  projectId: string,
  branch?: string,
): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for (const of of branch ? [{}, { branch }] : [{}])
    for await (const document of dragoman.listDocuments({ projectId, limit: 100, ...of }))
      found.set(document.path, document);
  return found;
}

async function createProject(dragoman: Dragoman, cwd: string, local: ProjectFile): Promise<string> {
  const { sourceLanguage, targetLanguages } = local;
  const made = await dragoman.createProject({
    name: path.basename(path.resolve(cwd)),
    sourceLanguage,
    targetLanguages: [...targetLanguages],
    ...(local.languageNames ? { languageNames: local.languageNames } : {}),
    settings: { autoStart: false },
  });
  writeProjectFile(cwd, { ...local, project: made.id });
  return made.id;
}

/** The project file with those names of languages that the project has and the file lacks. */
export async function withNames(dragoman: Dragoman, local: ProjectFile): Promise<ProjectFile> {
  const { languageNames } = await dragoman.getProject({ projectId: local.project! });
  return { ...local, languageNames: { ...languageNames, ...local.languageNames } };
}

/** Imports a file's translations as confirmed texts. Keeps texts edited in the project, unless with `--replace`. */
async function importTarget(
  { cwd, values }: Context,
  dragoman: Dragoman,
  documentId: string,
  { language, path: file }: { readonly language: string; readonly path: string },
): Promise<Imported> {
  const upload = { name: path.basename(file), content: fs.readFileSync(path.join(cwd, file)) };
  const existing = values.replace ? "replace" : "keep";
  if (upload.content.length === 0) return { path: file, language, counts: { values: 0 }, left: [] };
  try {
    const { id: jobId } = await dragoman.importDocumentTarget({ documentId, language, existing, file: upload });
    const job = await dragoman.waitForJob(jobId);
    const counts = (job.result ?? {}) as Imported["counts"];
    return { path: file, language, counts, left: values.explain ? await leftOf(dragoman, jobId, counts) : [] };
  } catch (error) {
    return { path: file, language, counts: {}, left: [], error: faultOf(file, error) };
  }
}

/** The receipt of the translations that a source file itself contains, if any. */
async function ownReceipt({ values }: Context, dragoman: Dragoman, file: string, jobId: string): Promise<Imported[]> {
  const { result } = await dragoman.waitForJob(jobId);
  const counts = result?.receipt as Imported["counts"] | undefined;
  if (!counts) return [];
  return [{ path: file, language: "", counts, left: values.explain ? await leftOf(dragoman, jobId, counts) : [] }];
}

/** Texts that an import kept or could not read. */
async function leftOf(dragoman: Dragoman, jobId: string, counts: Imported["counts"]): Promise<Receipt> {
  const left: Receipt = [];
  const outcome = "replaced,kept,conflict,notFound,notUnderstood";
  const isWhole = counts.values === (counts.accepted ?? 0) + (counts.unchanged ?? 0);
  for (let cursor: string | undefined; !isWhole; ) {
    const page = await dragoman.getJobReceipt({ jobId, outcome, limit: 100, ...(cursor ? { cursor } : {}) });
    left.push(...page.values);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return left;
}

/** Waits for the pretranslation. */
async function waitUntilIdle(dragoman: Dragoman, projectId: string, branch?: string): Promise<void> {
  for (;;) {
    const { activity } = await (branch ? branchState(dragoman, projectId, branch) : dragoman.getProject({ projectId }));
    if (activity === null) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A branch exists only if it contains documents of its own. */
async function branchState(dragoman: Dragoman, projectId: string, branch: string) {
  return dragoman.getBranch({ projectId, branch }).catch((error: unknown) => {
    if (isDragomanError(error) && error.code === "not_found") return { activity: null };
    throw error;
  });
}
