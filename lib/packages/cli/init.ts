import fs from "node:fs";
import path from "node:path";
import { findLocaleFiles, type LocaleFiles, languageNamesOf, localePath } from "@/lib/text/locale-files";
import { type Context, list, type Outcome, RefusedError, text, UsageError } from "./command";
import { filesBelow, PROJECT_FILE, type ProjectFile, writeProjectFile } from "./project-file";

/** Maximum target languages of a project. */
export const MAX_LANGUAGES = 50;

/** Finds the locale files below the folder and writes `dragoman.json`. */
export async function init({ cwd, values }: Context): Promise<Outcome> {
  if (fs.existsSync(path.join(cwd, PROJECT_FILE)) && !values.force)
    throw new RefusedError(`${PROJECT_FILE} already exists. Overwrite it with --force.`);
  const sourceLanguage = text(values, "source") ?? "en";
  const found = localeFiles(cwd, sourceLanguage);
  const bytes = new Map<string, number>();
  for (const { language, path: file } of found.sources.flatMap(({ translations }) => translations))
    bytes.set(language, (bytes.get(language) ?? 0) + fs.statSync(path.join(cwd, file)).size);
  const fullest = [...bytes].sort((a, b) => b[1] - a[1]).map(([language]) => language);
  const languages = [...new Set([...list(values, "to"), ...fullest])];
  if (found.sources.length === 0) throw new UsageError(nothingFound(found, sourceLanguage));
  if (languages.length === 0) throw new UsageError("Which languages? Name them: dragoman init --to de,fr");
  const names = languageNamesOf(found.sources);
  const project: ProjectFile = {
    ...(text(values, "url") ? { url: text(values, "url")! } : {}),
    ...(text(values, "project") ? { project: text(values, "project")! } : {}),
    sourceLanguage,
    targetLanguages: languages.slice(0, MAX_LANGUAGES).sort(),
    ...(Object.keys(names).length > 0 ? { languageNames: names } : {}),
    minState: "translated",
    files: found.sources.map(({ path: source, target, translations, names: own }) => {
      const other = translations
        .map(({ language }) => [language, own[language] ?? language] as const)
        .filter(([language, name]) => localePath(target, name) !== localePath(target, names[language] ?? language));
      return { source, target, ...(other.length > 0 ? { names: Object.fromEntries(other) } : {}) };
    }),
  };
  writeProjectFile(cwd, project);
  const lines = [
    ...found.sources.map((one) => `  ${one.path} → ${one.target}`),
    ...leftLanguages(languages),
    ...found.unread.map((one) => `  Not read: ${one.path}: ${one.reason}`),
  ];
  return {
    data: { project, found },
    text: `Wrote ${PROJECT_FILE}: ${project.targetLanguages.join(", ")}\n${lines.join("\n")}`,
  };
}

/** The locale files below a folder. */
export function localeFiles(cwd: string, source: string): LocaleFiles {
  const contents = new Map<string, string>();
  const read = (file: string) => {
    if (!contents.has(file)) contents.set(file, fs.readFileSync(path.join(cwd, file), "utf8"));
    return contents.get(file)!;
  };
  return findLocaleFiles(filesBelow(cwd), { source, read });
}

function leftLanguages(languages: readonly string[]): string[] {
  const left = languages.slice(MAX_LANGUAGES);
  return left.length > 0
    ? [
        `  A project has at most ${MAX_LANGUAGES} languages: those with the most text. Not read: ${left.sort().join(", ")}`,
      ]
    : [];
}

function nothingFound({ unread }: LocaleFiles, source: string): string {
  const [first] = unread;
  const hint = `Name the language of the sources: dragoman init --source de`;
  return first
    ? `No sources in ${source} found. ${first.path}: ${first.reason} ${hint}`
    : `No locale files found. ${hint}, or write ${PROJECT_FILE} yourself.`;
}
