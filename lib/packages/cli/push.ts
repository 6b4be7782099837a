import fs from "node:fs";
import path from "node:path";
import { type Dragoman, isDragomanError } from "@/lib/packages/sdk/sdk";
import type { Context, Outcome } from "./command";
import { branchOf, type ProjectFile, readProjectFile, sourceFiles, writeProjectFile } from "./project-file";

type Document = Awaited<ReturnType<Dragoman["getDocument"]>>;
type Changes = { readonly added: number; readonly changed: number; readonly removed: number };
type Receipt = Awaited<ReturnType<Dragoman["getJobReceipt"]>>["values"];
type Imported = {
  readonly path: string;
  /** Numbers of its texts by outcome. */
  readonly counts: Readonly<Record<string, number>>;
  /** What was not imported and why, with `--explain`. */
  readonly left: Receipt;
};
type Pushed = {
  readonly path: string;
  readonly outcome: "created" | "updated" | "unchanged";
  readonly imported: readonly Imported[];
  /** Texts by what happens to them; null for a new file. */
  readonly changes: Changes | null;
};

/**
 * Uploads the source files as documents of the project, which the first push creates. Existing translation files are
 * imported for new documents, or with `--translations`. On a pull request everything stays in a branch of the documents.
 */
export async function push(context: Context): Promise<Outcome> {
  const { cwd, values } = context;
  const dragoman = context.connect();
  const local = readProjectFile(cwd);
  const branch = branchOf(values);
  const isDryRun = Boolean(values["dry-run"]);
  const projectId = local.project ?? (await createProject(dragoman, cwd, local, isDryRun));
  const pushed: Pushed[] = [];
  const named = projectId ? await withNames(dragoman, { ...local, project: projectId }) : local;
  for (const { path: file, targets } of sourceFiles(cwd, named)) {
    context.progress(`Sending ${file}`);
    const upload = { name: path.basename(file), content: fs.readFileSync(path.join(cwd, file)) };
    const address = projectId ? { projectId, path: file, file: upload, ...(branch ? { branch } : {}) } : null;
    const preview = address && (isDryRun || branch) ? await previewOf(dragoman, address) : null;
    if (!address || isDryRun) {
      pushed.push({ path: file, ...(preview ?? { outcome: "created", changes: null }), imported: [] });
      continue;
    }
    const sent = await send(dragoman, address);
    if (sent.outcome !== "unchanged" && sent.document.version.jobId)
      await dragoman.waitForJob(sent.document.version.jobId);
    const imported: Imported[] = [];
    if (sent.outcome === "created" || values.translations)
      for (const target of targets.filter((one) => fs.existsSync(path.join(cwd, one.path)))) {
        context.progress(`Importing ${target.path}`);
        const made = await importTarget(
          dragoman,
          sent.document.id,
          target.language,
          path.join(cwd, target.path),
          values,
        );
        imported.push({ path: target.path, ...made });
      }
    pushed.push({ path: file, outcome: sent.outcome, imported, changes: preview?.changes ?? null });
  }
  if (projectId && values.wait && !isDryRun) await waitUntilIdle(dragoman, projectId, branch);
  const lines = pushed.map(lineOf);
  if (branch) summarize(branch, lines);
  return {
    data: { project: projectId ?? null, branch: branch ?? null, documents: pushed.map(asData) },
    text: lines.join("\n") || "No source files match.",
  };
}

type Address = Parameters<Dragoman["putDocument"]>[0] & { readonly projectId: string };

async function send(dragoman: Dragoman, address: Address) {
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

function lineOf({ path: file, outcome, imported, changes }: Pushed): string {
  const counts = Object.entries(changes ?? {}).filter(([, count]) => count > 0);
  const shown = counts.length > 0 ? ` (${counts.map(([name, count]) => `${count} ${name}`).join(", ")})` : "";
  return `${outcome.padEnd(10)}${file}${shown}${imported.map(importLines).join("")}`;
}

/** As `--json` prints it: receipts only where files were imported. */
function asData({ imported, ...document }: Pushed) {
  const receipts = imported.length > 0 ? { receipts: imported } : {};
  return { ...document, imported: imported.map(({ path: file }) => file), ...receipts };
}

/** A line per translation file: what of it was not read or kept out, and with `--explain` each text of these. */
function importLines({ path: file, counts, left }: Imported): string {
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

/** Shows on a pull request of GitHub what merging it would change in the project. */
function summarize(branch: string, lines: readonly string[]): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file) fs.appendFileSync(file, `### Texts of ${branch}\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n`);
}

/** The documents of a project by path; with a branch, its versions of them. */
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

async function createProject(dragoman: Dragoman, cwd: string, local: ProjectFile, isDryRun: boolean) {
  if (isDryRun) return undefined;
  const { sourceLanguage, targetLanguages } = local;
  const made = await dragoman.createProject({
    name: path.basename(path.resolve(cwd)),
    sourceLanguage,
    targetLanguages: [...targetLanguages],
    ...(local.languageNames ? { languageNames: local.languageNames } : {}),
  });
  writeProjectFile(cwd, { ...local, project: made.id });
  return made.id;
}

/** The project file with the names of languages that the project has and the file lacks. */
export async function withNames(dragoman: Dragoman, local: ProjectFile & { project: string }): Promise<ProjectFile> {
  const { languageNames } = await dragoman.getProject({ projectId: local.project });
  return { ...local, languageNames: { ...languageNames, ...local.languageNames } };
}

/** Imports the translations of one file as confirmed texts. What was edited in the project stays, unless `--replace`. */
async function importTarget(
  dragoman: Dragoman,
  documentId: string,
  language: string,
  file: string,
  { replace, explain }: Context["values"],
): Promise<Omit<Imported, "path">> {
  const upload = { name: path.basename(file), content: fs.readFileSync(file) };
  const existing = replace ? "replace" : "keep";
  const { id: jobId } = await dragoman.importDocumentTarget({ documentId, language, existing, file: upload });
  const job = await dragoman.waitForJob(jobId);
  const left: Receipt = [];
  const outcome = "replaced,kept,conflict,notFound,notUnderstood";
  for (let cursor: string | undefined; explain; ) {
    const page = await dragoman.getJobReceipt({ jobId, outcome, limit: 100, ...(cursor ? { cursor } : {}) });
    left.push(...page.values);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return { counts: (job.result ?? {}) as Record<string, number>, left };
}

/** Waits for the pretranslation. */
async function waitUntilIdle(dragoman: Dragoman, projectId: string, branch?: string): Promise<void> {
  for (;;) {
    const { activity } = await (branch ? branchState(dragoman, projectId, branch) : dragoman.getProject({ projectId }));
    if (activity === null) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A branch without documents of its own does not exist. */
async function branchState(dragoman: Dragoman, projectId: string, branch: string) {
  return dragoman.getBranch({ projectId, branch }).catch((error: unknown) => {
    if (isDragomanError(error) && error.code === "not_found") return { activity: null };
    throw error;
  });
}
