import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type Context, list, type Outcome, RefusedError, text, UsageError } from "./command";
import { branchOf, readProjectFile, sourceFiles } from "./project-file";
import { documentsOf, withNames } from "./push";

type Pulled = { path: string; language: string; outcome: "created" | "updated" | "unchanged" };

/**
 * Writes the translations into their files. All files are fetched and checked first, so that a refusal changes nothing.
 */
export async function pull(context: Context): Promise<Outcome> {
  const { cwd, values } = context;
  const local = readProjectFile(cwd);
  if (!local.project) throw new UsageError("Nothing has been pushed yet. Run dragoman push.");
  const dragoman = context.connect();
  const only = list(values, "to");
  const minState = (text(values, "min-state") ?? local.minState) as "draft" | undefined;
  const documents = await documentsOf(dragoman, local.project, branchOf(values));
  const writes: { file: string; bytes: Uint8Array }[] = [];
  const pulled: Pulled[] = [];
  for (const source of sourceFiles(cwd, await withNames(dragoman, { ...local, project: local.project }))) {
    const document = documents.get(source.path);
    if (!document) continue;
    for (const { language, path: file } of source.targets) {
      if (only.length > 0 && !only.includes(language)) continue;
      context.progress(`Fetching ${file}`);
      const download = await dragoman.downloadDocumentTarget({
        documentId: document.id,
        language,
        ...(minState ? { minState } : {}),
      });
      const bytes = await download.bytes();
      const full = path.join(cwd, file);
      const before = fs.existsSync(full) ? fs.readFileSync(full) : null;
      const outcome = before === null ? "created" : before.equals(bytes) ? "unchanged" : "updated";
      pulled.push({ path: file, language, outcome });
      if (outcome !== "unchanged") writes.push({ file, bytes });
    }
  }
  if (!values.force)
    refuseLosses(
      cwd,
      pulled.filter(({ outcome }) => outcome === "updated").map((one) => one.path),
    );
  if (!values["dry-run"])
    for (const { file, bytes } of writes) {
      fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      fs.writeFileSync(path.join(cwd, file), bytes);
    }
  const lines = pulled.map((one) => `${one.outcome.padEnd(10)}${one.path}`);
  return { data: { files: pulled }, text: lines.join("\n") || "No documents to pull. Run dragoman push." };
}

/** Throws {@link RefusedError} if a file to overwrite has uncommitted changes. */
function refuseLosses(cwd: string, files: readonly string[]): void {
  const unsaved = uncommitted(cwd, files);
  if (unsaved.length === 0) return;
  throw new RefusedError(
    `These files have changes that are not committed:\n${unsaved.map((file) => `  ${file}`).join("\n")}\nCommit them, or overwrite them with --force. To send them first: dragoman push --translations`,
  );
}

/** Outside a git repository no file can be recovered, so all count as uncommitted. */
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
