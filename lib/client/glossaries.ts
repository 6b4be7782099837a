import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { api, at } from "./fetch";
import { usePaged } from "./paged";
import { randomId } from "./random-id";
import { sendForm } from "./send-form";

export type Glossary = z.output<typeof GlossarySchema>;
export type GlossaryPage = z.output<typeof GlossaryList>;
export type NewGlossary = z.input<typeof CreateGlossaryBody>;
export type Term = z.output<typeof TermSchema>;
export type TermPage = z.output<typeof TermList>;
export type TermInput = z.input<typeof CreateTermBody>;
export type ImportReport = z.output<typeof GlossaryImport>;
export type TermFilters = { readonly q: string; readonly language: string };

/** The workspace's glossaries, newest first. */
export function useGlossaries(initial?: GlossaryPage) {
  return usePaged<typeof GlossaryList>(["glossaries"], "/glossaries", { initial });
}

/** One glossary. */
export function useGlossary(initial: Glossary) {
  return useQuery({
    queryKey: ["glossary", initial.id],
    queryFn: ({ signal }) => api<typeof GlossarySchema>("GET", at`/glossaries/${initial.id}`, { signal }),
    initialData: initial,
  });
}

/** The terms that fit, by name. */
export function useTerms(glossaryId: string, filters: TermFilters, initial?: TermPage) {
  return usePaged<typeof TermList>(["glossary", glossaryId, "terms", filters], at`/glossaries/${glossaryId}/terms`, {
    query: { ...filters, sort: "source" },
    initial,
  });
}

export function useCreateGlossary() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewGlossary) =>
      api<typeof GlossarySchema>("POST", "/glossaries", { body, headers: { "Idempotency-Key": randomId() } }),
    onSuccess: () => refresh(),
  });
}

export function useRenameGlossary(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (body: z.input<typeof PatchGlossaryBody>) =>
      api<typeof GlossarySchema>("PATCH", at`/glossaries/${id}`, { body }),
    onSuccess: () => refresh(),
  });
}

export function useDeleteGlossary(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE", at`/glossaries/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["glossaries"] }),
  });
}

/** Adds a term, or changes one. */
export function useSaveTerm(glossaryId: string) {
  const refresh = useRefresh(glossaryId);
  return useMutation({
    mutationFn: ({ id, term }: { id: string | null; term: TermInput }) =>
      id === null
        ? api<typeof TermSchema>("POST", at`/glossaries/${glossaryId}/terms`, {
            body: term,
            headers: { "Idempotency-Key": randomId() },
          })
        : api<typeof TermSchema>("PATCH", at`/glossaries/${glossaryId}/terms/${id}`, { body: term }),
    onSuccess: () => refresh(),
  });
}

export function useDeleteTerm(glossaryId: string, id: string) {
  const refresh = useRefresh(glossaryId);
  return useMutation({
    mutationFn: () => api("DELETE", at`/glossaries/${glossaryId}/terms/${id}`),
    onSuccess: () => refresh(),
  });
}

export type GlossaryUpload = {
  readonly file: File;
  /** Of the second column, where the file does not say it; "" for none. */
  readonly targetLanguage: string;
  readonly replace: boolean;
  readonly onProgress: (percent: number) => void;
};

/** Sends a table or a TBX file. */
export function useImportGlossary(glossaryId: string) {
  const refresh = useRefresh(glossaryId);
  return useMutation({
    mutationFn: ({ file, targetLanguage, replace, onProgress }: GlossaryUpload) => {
      const body = new FormData();
      if (targetLanguage) body.set("targetLanguage", targetLanguage);
      if (replace) body.set("replace", "true");
      body.set("file", file);
      return sendForm<ImportReport>("POST", at`/glossaries/${glossaryId}/import`, body, {
        key: randomId(),
        onProgress,
      }).done;
    },
    onSuccess: () => refresh(),
  });
}

/** Where the glossary can be downloaded. */
export function exportGlossaryAddress(id: string, format: "csv" | "tbx"): string {
  return `/api/v1${at`/glossaries/${id}/export`}?format=${format}`;
}

function useRefresh(id?: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["glossaries"] }),
      ...(id ? [client.invalidateQueries({ queryKey: ["glossary", id] })] : []),
    ]);
}
