import { type Context, EXIT, type Outcome, text, UsageError } from "./command";
import { branchOf, readProjectFile } from "./project-file";

const MEASURES = { drafted: "draftedPercent", translated: "translatedPercent", reviewed: "reviewedPercent" } as const;

/** Prints the progress of each language. With `--fail-below`, exits with code 3 if a language is below. */
export async function status({ cwd, values, connect }: Context): Promise<Outcome> {
  const local = readProjectFile(cwd);
  if (!local.project) throw new UsageError("Nothing has been pushed yet. Run dragoman push.");
  const of = (text(values, "of") ?? "translated") as keyof typeof MEASURES;
  if (!MEASURES[of]) throw new UsageError("--of takes drafted, translated or reviewed.");
  const threshold = text(values, "fail-below") === undefined ? null : Number(text(values, "fail-below"));
  if (threshold !== null && !(threshold >= 0 && threshold <= 100))
    throw new UsageError("--fail-below takes a number of percent, 0 to 100.");
  const branch = branchOf(values);
  const [project, { progress: rows }] = await Promise.all([
    connect().getProject({ projectId: local.project }),
    connect().getProjectProgress({ projectId: local.project, ...(branch ? { branch } : {}) }),
  ]);
  const languages = rows.map(({ language, progress }) => ({
    language: language!,
    drafted: progress.draftedPercent,
    translated: progress.translatedPercent,
    reviewed: progress.reviewedPercent,
  }));
  const behind = threshold === null ? [] : languages.filter((one) => (one[of] ?? 100) < threshold);
  const percent = (value: number | null) => (value === null ? "–" : `${value} %`).padStart(8);
  const lines = languages.map(
    (one) => `${one.language.padEnd(10)}${percent(one.drafted)}${percent(one.translated)}${percent(one.reviewed)}`,
  );
  return {
    data: {
      project: project.id,
      branch: branch ?? null,
      status: project.status,
      languages,
      below: behind.map(({ language }) => language),
    },
    text: [`${"".padEnd(10)} drafted  transl.  reviewed`, ...lines].join("\n"),
    code: behind.length > 0 ? EXIT.belowThreshold : EXIT.done,
  };
}
