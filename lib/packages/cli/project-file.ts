import fs from "node:fs";
import path from "node:path";
import { localePath } from "@/lib/text/locale-files";
import { text, UsageError, type Values } from "./command";

export const PROJECT_FILE = "dragoman.json";

/** Files of one kind: a glob of the source files, and the path of each translation. */
export type FileRule = {
  readonly source: string;
  /** With `{language}`, `{underscore}` (`pt_BR`) or `{android}` (`pt-rBR`), and `{path}`: what wildcards matched. */
  readonly target: string;
  /** Like `languageNames` of the project, but for the paths of this rule. */
  readonly names?: Readonly<Record<string, string>>;
};

export type ProjectFile = {
  readonly url?: string;
  readonly project?: string;
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly files: readonly FileRule[];
  /** Names of languages in paths, where they differ from the code: `{"zh-Hans": "zh-CN"}`. */
  readonly languageNames?: Readonly<Record<string, string>>;
  /** Minimum state of the texts that `pull` writes; other texts stay in the source language. Default: `translated`. */
  readonly minState?: "draft" | "translated" | "reviewed";
};

export type SourceFile = { readonly path: string; readonly targets: readonly { language: string; path: string }[] };

/** Reads the project file. Throws {@link UsageError} if it is missing or unreadable. */
export function readProjectFile(cwd: string): ProjectFile {
  const file = path.join(cwd, PROJECT_FILE);
  if (!fs.existsSync(file)) throw new UsageError(`This folder has no ${PROJECT_FILE}. Run dragoman init.`);
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as ProjectFile;
  } catch (error) {
    throw new UsageError(`${PROJECT_FILE} is not valid JSON: ${(error as Error).message}`);
  }
}

export function writeProjectFile(cwd: string, project: ProjectFile): void {
  fs.writeFileSync(path.join(cwd, PROJECT_FILE), `${JSON.stringify(project, null, 2)}\n`);
}

/** The source files of a project with the paths of their translations, in order of their paths. */
export function sourceFiles(cwd: string, project: ProjectFile): SourceFile[] {
  const all = filesBelow(cwd);
  const found = project.files.flatMap(({ source, target, names }) => {
    const pattern = globPattern(source);
    return all
      .filter((file) => pattern.test(file))
      .map((file) => ({
        path: file,
        targets: project.targetLanguages.map((language) => ({
          language,
          path: localePath(target, names?.[language] ?? project.languageNames?.[language] ?? language).replaceAll(
            "{path}",
            file.slice(fixedPart(source).length),
          ),
        })),
      }));
  });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folder part of a glob before the first wildcard. */
function fixedPart(glob: string): string {
  const wildcard = glob.search(/[*?]/);
  return wildcard < 0 ? glob : glob.slice(0, glob.lastIndexOf("/", wildcard) + 1);
}

/** `*` and `?` match within a folder, `**` across folders. */
export function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) =>
      wildcard === "**/" ? "(?:.*/)?" : wildcard === "**" ? ".*" : wildcard === "*" ? "[^/]*" : "[^/]",
    );
  return new RegExp(`^${source}$`);
}

const IGNORED = new Set(["node_modules", "vendor", "dist", "build", "target", "Pods", "DerivedData"]);

/** Paths of files below `folder`, with `/`; omits hidden folders and generated files. */
export function filesBelow(folder: string, prefix = ""): string[] {
  return fs
    .readdirSync(path.join(folder, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${prefix}${entry.name}`;
      if (!entry.isDirectory()) return entry.isFile() ? [file] : [];
      return entry.name.startsWith(".") || IGNORED.has(entry.name) ? [] : filesBelow(folder, `${file}/`);
    });
}

/** The branch to work in: `--branch`, else that of the pull request for which a CI job runs. Undefined: main. */
export function branchOf(values: Values, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = text(values, "branch");
  if (named !== undefined) return named;
  const isPullRequest = env.GITHUB_EVENT_NAME?.startsWith("pull_request");
  return (isPullRequest ? env.GITHUB_HEAD_REF : env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME) || undefined;
}
