import fs from "node:fs";
import path from "node:path";
import type { DocumentSegment, Format } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { CHECKS, checkTranslation } from "@/lib/text/qa/check";
import { type Context, EXIT, type Outcome } from "./command";
import { readProjectFile, sourceFiles } from "./project-file";

type Finding = {
  file: string;
  line: number;
  language: string;
  key: string | null;
  check: string;
  severity: string;
  message: string;
};

/** Checks the local translations against their sources, without a server. Exit code 1 if there are errors. */
export async function lint({ cwd, values }: Context): Promise<Outcome> {
  const project = readProjectFile(cwd);
  const findings: Finding[] = [];
  let checked = 0;
  for (const { path: file, targets } of sourceFiles(cwd, project)) {
    const source = await open(cwd, file, { source: project.sourceLanguage });
    for (const { language, path: target } of targets) {
      if (!fs.existsSync(path.join(cwd, target))) continue;
      const content = fs.readFileSync(path.join(cwd, target), "utf8");
      const translated = await open(cwd, target, { source: language, target: language });
      for (const [i, segment] of source.segments.entries()) {
        const found = counterpart(segment, i, source.segments, translated.segments);
        const words = found?.target?.text ?? found?.text;
        if (!found || words === undefined) continue;
        checked++;
        const context = { source: project.sourceLanguage, target: language, format: source.format.id };
        for (const issue of checkTranslation(segment, words, context)) {
          if (issue.severity === "info") continue;
          const description = CHECKS.find(({ id }) => id === issue.check)?.description ?? issue.check;
          const line = lineOf(content, segment.key, found.text);
          const key = segment.key ?? null;
          findings.push({
            file: target,
            line,
            language,
            key,
            check: issue.check,
            severity: issue.severity,
            message: description,
          });
        }
      }
    }
  }
  const isGitHub = Boolean(values.github) || process.env.GITHUB_ACTIONS === "true";
  const lines = findings.map((one) => (isGitHub ? annotation(one) : plain(one)));
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return {
    data: { checked, findings },
    text: [...lines, `${checked} translations checked, ${errors} errors, ${findings.length - errors} warnings`].join(
      "\n",
    ),
    code: errors > 0 ? EXIT.failed : EXIT.done,
  };
}

type Opened = { format: Format; segments: readonly DocumentSegment[] };

async function open(cwd: string, file: string, options: { source: string; target?: string }): Promise<Opened> {
  const bytes = fs.readFileSync(path.join(cwd, file));
  const format = chooseFormat(bytes, file);
  return { format, segments: (await format.open(bytes, options)).segments };
}

/** The translation of a segment: by key, else by position if both files have the same number of segments. */
function counterpart(
  { key }: DocumentSegment,
  i: number,
  sources: readonly DocumentSegment[],
  translated: readonly DocumentSegment[],
): DocumentSegment | undefined {
  if (key !== undefined) return translated.find((one) => one.key === key);
  return sources.length === translated.length ? translated[i] : undefined;
}

/** Line of a translation in the file, found by the last part of its key, else by its text; 1 if neither is found. */
function lineOf(content: string, key: string | undefined, words: string): number {
  const name = key?.split(/[./]/).at(-1);
  const byText = content.indexOf(words);
  const at = byText >= 0 ? byText : name ? content.indexOf(name) : -1;
  return at < 0 ? 1 : content.slice(0, at).split("\n").length;
}

function plain({ file, line, severity, check, message, key }: Finding): string {
  return `${file}:${line}: ${severity}: ${message} (${check}${key ? `, ${key}` : ""})`;
}

/** A workflow command of GitHub Actions that shows the finding in the diff. */
function annotation({ file, line, severity, check, message, key }: Finding): string {
  const level = severity === "error" ? "error" : "warning";
  return `::${level} file=${file},line=${line},title=${check}::${message}${key ? ` (${key})` : ""}`;
}
