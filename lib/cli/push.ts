import fs from "node:fs";
import path from "node:path";
import type { Dragoman } from "@/lib/sdk/sdk";
import type { Context, Outcome } from "./command";
import { type ProjectFile, readProjectFile, sourceFiles, writeProjectFile } from "./project-file";

type Document = Awaited<ReturnType<Dragoman["getDocument"]>>;
type Pushed = { path: string; outcome: "created" | "updated" | "unchanged"; imported: string[] };

/**
 * Uploads the source files as documents of the project, which the first push creates. Existing translation files are
 * imported for new documents, or with `--translations`.
 */
export async function push(context: Context): Promise<Outcome> {
  const { cwd, values } = context;
  const dragoman = context.connect();
  const local = readProjectFile(cwd);
  const project = local.project ?? (await createProject(dragoman, cwd, local, Boolean(values["dry-run"])));
  const known = project ? await documentsOf(dragoman, project) : new Map<string, Document>();
  const pushed: Pushed[] = [];
  for (const { path: file, targets } of sourceFiles(cwd, local)) {
    const document = known.get(file);
    const content = fs.readFileSync(path.join(cwd, file));
    if (values["dry-run"] || !project) {
      pushed.push({ path: file, outcome: await previewOutcome(dragoman, document, file, content), imported: [] });
      continue;
    }
    context.progress(`Sending ${file}`);
    const upload = { name: path.basename(file), content };
    let status = 0;
    const onResponse = (response: Response) => {
      status = response.status;
    };
    const sent = document
      ? await dragoman.replaceDocumentContent({ documentId: document.id, file: upload }, { onResponse })
      : await dragoman.createDocument({ projectId: project, file: upload, path: file }, { onResponse });
    const now = sent as Document;
    const outcome = !document ? "created" : status === 200 ? "unchanged" : "updated";
    if (outcome !== "unchanged" && now.version.jobId) await dragoman.waitForJob(now.version.jobId);
    const imported: string[] = [];
    if (!document || values.translations)
      for (const target of targets.filter((one) => fs.existsSync(path.join(cwd, one.path)))) {
        context.progress(`Importing ${target.path}`);
        await importTarget(dragoman, now.id, target.language, path.join(cwd, target.path));
        imported.push(target.path);
      }
    pushed.push({ path: file, outcome, imported });
  }
  if (project && values.wait) await waitUntilIdle(dragoman, project);
  const lines = pushed.map(
    ({ path: file, outcome, imported }) =>
      `${outcome.padEnd(10)}${file}${imported.map((one) => `\n          + ${one}`).join("")}`,
  );
  return { data: { project: project ?? null, documents: pushed }, text: lines.join("\n") || "No source files match." };
}

/** The documents of a project by path. */
export async function documentsOf(dragoman: Dragoman, projectId: string): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for await (const document of dragoman.listDocuments({ projectId, limit: 100 })) found.set(document.path, document);
  return found;
}

async function createProject(dragoman: Dragoman, cwd: string, local: ProjectFile, isDryRun: boolean) {
  if (isDryRun) return undefined;
  const { sourceLanguage, targetLanguages } = local;
  const made = await dragoman.createProject({
    name: path.basename(path.resolve(cwd)),
    sourceLanguage,
    targetLanguages: [...targetLanguages],
  });
  writeProjectFile(cwd, { ...local, project: made.id });
  return made.id;
}

async function previewOutcome(dragoman: Dragoman, document: Document | undefined, file: string, content: Buffer) {
  if (!document) return "created" as const;
  const upload = { name: path.basename(file), content };
  const preview = await dragoman.replaceDocumentContent({ documentId: document.id, file: upload, dryRun: "true" });
  const { added = 0, changed = 0, removed = 0 } = preview as { added?: number; changed?: number; removed?: number };
  return added + changed + removed > 0 ? ("updated" as const) : ("unchanged" as const);
}

/** Imports the translations of one file as confirmed texts. */
async function importTarget(dragoman: Dragoman, documentId: string, language: string, file: string): Promise<void> {
  const upload = { name: path.basename(file), content: fs.readFileSync(file) };
  const job = await dragoman.importDocumentTarget({ documentId, language, file: upload });
  await dragoman.waitForJob(job.id);
}

/** Waits for the pretranslation. */
async function waitUntilIdle(dragoman: Dragoman, projectId: string): Promise<void> {
  for (;;) {
    const { activity } = await dragoman.getProject({ projectId });
    if (activity === null) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
