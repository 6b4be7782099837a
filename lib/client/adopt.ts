import type { z } from "zod";
import type { Job } from "@/lib/schemas/jobs";
import { MAX_LANGUAGES, type Project } from "@/lib/schemas/projects";
import { findLocaleFiles, languageNamesOf } from "@/lib/text/locale-files";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { formOf, pathOfFile } from "./import-target";
import { isUnfinished } from "./jobs";
import { sendForm } from "./send-form";
import { unzip } from "./zip";

/** The files of a repository, grouped by purpose. */
export type Repository = {
  readonly sources: readonly File[];
  /** Only in languages that a project can have. */
  readonly translations: readonly { readonly file: File; readonly language: string }[];
  readonly unmatched: readonly string[];
  /** Languages with most text first; `more` are those beyond a project's limit. */
  readonly languages: readonly string[];
  readonly more: readonly string[];
  readonly languageNames: Readonly<Record<string, string>>;
};

/**
 * Finds the sources and translations among files with paths; null if no file is translated. Unpacks a ZIP. A folder
 * that contains all files is the repository's root and not part of the paths.
 */
export async function readRepository(dropped: readonly File[], source: string): Promise<Repository | null> {
  const zips = dropped.filter(({ name }) => /\.zip$/i.test(name));
  const files = [...dropped.filter((file) => !zips.includes(file)), ...(await Promise.all(zips.map(unzip))).flat()];
  const root = files[0] ? /^[^/]+\//.exec(pathOfFile(files[0]))?.[0] : undefined;
  const isBelow = root !== undefined && files.every((file) => pathOfFile(file).startsWith(root));
  const [own, inner] = [await find(files, "", source), isBelow ? await find(files, root, source) : null];
  const { found, byPath } = inner && inner.found.sources.length >= own.found.sources.length ? inner : own;
  const all = found.sources.flatMap((one) => one.translations.map((other) => ({ ...other, of: one.path })));
  const bytes = new Map<string, number>();
  for (const { path, language } of all) bytes.set(language, (bytes.get(language) ?? 0) + byPath.get(path)!.size);
  if (bytes.size === 0) return null;
  const fullest = [...bytes].sort((a, b) => b[1] - a[1]).map(([language]) => language);
  const languages = fullest.slice(0, MAX_LANGUAGES);
  return {
    sources: found.sources.map(({ path }) => byPath.get(path)!),
    translations: all.flatMap(({ path, language, of }) =>
      path !== of && languages.includes(language) ? [{ file: byPath.get(path)!, language }] : [],
    ),
    unmatched: found.unread.map(({ path }) => path),
    languages,
    more: fullest.slice(MAX_LANGUAGES).sort(),
    languageNames: languageNamesOf(found.sources),
  };
}

async function find(files: readonly File[], root: string, source: string) {
  const named = files.map((file) => {
    const path = pathOfFile(file).slice(root.length);
    return [path, path === pathOfFile(file) ? file : new File([file], path)] as const;
  });
  const byPath = new Map(named.filter(([path]) => !/(?:^|\/)(?:node_modules|\.git|vendor)\//.test(path)));
  const unclear = [...byPath].filter(([path]) => /\.(?:xml|m?js|ts|xcstrings)$/i.test(path));
  const contents = new Map(await Promise.all(unclear.map(async ([path, file]) => [path, await file.text()] as const)));
  return { byPath, found: findLocaleFiles([...byPath.keys()], { source, read: (path) => contents.get(path) ?? "" }) };
}

/** Maximum files per request. */
const BATCH_SIZE = 500;
const LOOK_MS = 700;

/** Imports people's translations once the sources are read. Only then starts machine translation of the rest. */
export function useAdopt() {
  return useChange([["project"]], async ({ project, files }: { project: Project; files: readonly File[] }) => {
    const address = at`/projects/${project.id}`;
    await until(
      () => api<typeof Project>("GET", address),
      ({ activity }) => activity === null,
    );
    const jobs: z.output<typeof Job>[] = [];
    for (let from = 0; from < files.length; from += BATCH_SIZE) {
      const body = formOf(files.slice(from, from + BATCH_SIZE));
      const { id } = await sendForm<z.output<typeof Job>>("POST", `${address}/translations`, body).done;
      jobs.push(
        await until(
          () => api<typeof Job>("GET", at`/jobs/${id}`),
          (job) => !isUnfinished(job),
        ),
      );
    }
    await api("PATCH", address, { body: { settings: { autoStart: null } } });
    if (project.workflow !== "human") await api("POST", `${address}/pretranslate`, { body: {} });
    return jobs;
  });
}

async function until<T>(look: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (isDone(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
