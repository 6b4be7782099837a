import fs from "node:fs";
import path from "node:path";
import { type Context, list, type Outcome, RefusedError, text, UsageError } from "./command";
import { detectLocaleFiles } from "./frameworks";
import { filesBelow, PROJECT_FILE, type ProjectFile, writeProjectFile } from "./project-file";

/** Finds the locale files below the folder and writes `dragoman.json`. */
export async function init({ cwd, values }: Context): Promise<Outcome> {
  if (fs.existsSync(path.join(cwd, PROJECT_FILE)) && !values.force)
    throw new RefusedError(`${PROJECT_FILE} is here already. Overwrite it with --force.`);
  const sourceLanguage = text(values, "source") ?? "en";
  const found = detectLocaleFiles(filesBelow(cwd), sourceLanguage);
  const languages = new Set([...found.flatMap((one) => one.languages), ...list(values, "to")]);
  languages.delete(sourceLanguage);
  if (found.length === 0)
    throw new UsageError(`No locale files in ${sourceLanguage} found. Name their language: dragoman init --source de`);
  if (languages.size === 0) throw new UsageError("Which languages? Name them: dragoman init --to de,fr");
  const names = Object.assign({}, ...found.map((one) => one.names)) as Record<string, string>;
  const project: ProjectFile = {
    ...(text(values, "url") ? { url: text(values, "url")! } : {}),
    ...(text(values, "project") ? { project: text(values, "project")! } : {}),
    sourceLanguage,
    targetLanguages: [...languages].sort(),
    ...(Object.keys(names).length > 0 ? { languageNames: names } : {}),
    minState: "draft",
    files: found.map(({ rule }) => rule),
  };
  writeProjectFile(cwd, project);
  const lines = found.map(({ framework, rule }) => `  ${rule.source} → ${rule.target} (${framework})`);
  return {
    data: { project, found },
    text: `Wrote ${PROJECT_FILE}: ${project.targetLanguages.join(", ")}\n${lines.join("\n")}`,
  };
}
