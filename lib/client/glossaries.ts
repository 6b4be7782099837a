import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CreateGlossaryBody,
  CreateTermBody,
  GlossaryImport,
  GlossaryList,
  Glossary as GlossarySchema,
  PatchGlossaryBody,
  TermList,
  Term as TermSchema,
} from "@/lib/schemas/glossaries";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { readAll, usePaged } from "./paged";
import { randomId } from "./random-id";
import { sendForm } from "./send-form";

export type Glossary = z.output<typeof GlossarySchema>;
export type GlossaryPage = z.output<typeof GlossaryList>;
export type Term = z.output<typeof TermSchema>;
export type TermPage = z.output<typeof TermList>;
export type ImportReport = z.output<typeof GlossaryImport>;

/** Query key of all glossary queries, invalidated by each change. */
const ALL = ["glossaries"];
const LIST = [...ALL, "list"];

/** The workspace's glossaries whose name contains `q`, newest first. */
export function useGlossaries(q: string, initial?: GlossaryPage) {
  return usePaged<typeof GlossaryList>([...LIST, q], "/glossaries", { query: { q }, initial });
}

/** All glossaries of the workspace. */
export function useAllGlossaries() {
  return useQuery({
    queryKey: [...ALL, "all"],
    queryFn: async ({ signal }) =>
      (await readAll<typeof GlossaryList>("/glossaries", signal)).flatMap((page) => page.glossaries),
  });
}

/** One glossary. */
export function useGlossary(initial: Glossary) {
  return useQuery({
    queryKey: [...ALL, initial.id],
    queryFn: ({ signal }) => api<typeof GlossarySchema>("GET", at`/glossaries/${initial.id}`, { signal }),
    initialData: initial,
  });
}

/** The matching terms, by name. */
export function useTerms(
  glossaryId: string,
  filters: { readonly q: string; readonly language: string },
  initial?: TermPage,
) {
  return usePaged<typeof TermList>([...ALL, glossaryId, "terms", filters], at`/glossaries/${glossaryId}/terms`, {
    query: { ...filters, sort: "source" },
    initial,
  });
}

export function useCreateGlossary() {
  return useChange([ALL], (body: z.input<typeof CreateGlossaryBody>) =>
    api<typeof GlossarySchema>("POST", "/glossaries", { body, headers: { "Idempotency-Key": randomId() } }),
  );
}

export function useRenameGlossary(id: string) {
  return useChange([ALL], (body: z.input<typeof PatchGlossaryBody>) =>
    api<typeof GlossarySchema>("PATCH", at`/glossaries/${id}`, { body }),
  );
}

export function useDeleteGlossary(id: string) {
  return useChange([LIST], () => api("DELETE", at`/glossaries/${id}`));
}

/** Adds or changes a term. */
export function useSaveTerm(glossaryId: string) {
  return useChange([ALL], ({ id, term }: { id: string | null; term: z.input<typeof CreateTermBody> }) =>
    id === null
      ? api<typeof TermSchema>("POST", at`/glossaries/${glossaryId}/terms`, {
          body: term,
          headers: { "Idempotency-Key": randomId() },
        })
      : api<typeof TermSchema>("PATCH", at`/glossaries/${glossaryId}/terms/${id}`, { body: term }),
  );
}

export function useDeleteTerm(glossaryId: string, id: string) {
  return useChange([ALL], () => api("DELETE", at`/glossaries/${glossaryId}/terms/${id}`));
}

export type GlossaryUpload = {
  readonly file: File;
  /** Language of the second column, if the file does not name it; "" for none. */
  readonly targetLanguage: string;
  readonly replace: boolean;
  readonly onProgress: (percent: number) => void;
};

/** Uploads a table or a TBX file. */
export function useImportGlossary(glossaryId: string) {
  return useChange([ALL], ({ file, targetLanguage, replace, onProgress }: GlossaryUpload) => {
    const body = new FormData();
    if (targetLanguage) body.set("targetLanguage", targetLanguage);
    if (replace) body.set("replace", "true");
    body.set("file", file);
    const path = at`/glossaries/${glossaryId}/import`;
    return sendForm<ImportReport>("POST", path, body, { key: randomId(), onProgress }).done;
  });
}

/** Download address of the glossary. */
export function exportGlossaryAddress(id: string, format: "csv" | "tbx"): string {
  return `/api/v1${at`/glossaries/${id}/export`}?format=${format}`;
}
