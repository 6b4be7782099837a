import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import type { FileComparison, FileEstimate, FileList, FileProof, FileTranslation, Formats } from "@/lib/schemas/files";
import { errorOfAnswer, errorOfSilence } from "./api-error";
import { useChangeAtOnce } from "./change";
import { isTemporary } from "./error-record";
import { api, at } from "./fetch";
import { sendForm } from "./send-form";

export type FileFormat = z.output<typeof Formats>["formats"][number];

export type FilesPage = z.output<typeof FileList>;

type Pages = InfiniteData<FilesPage, string | undefined>;

const FILES = ["files"];
const PAGE = 50;
const POLL_MS = 1000;

/** Whether a file translation is queued or running. */
export function isActive(file: FileTranslation): boolean {
  return file.status === "queued" || file.status === "translating";
}

/** The tone of a message about ended files. A damaged file is not an error of the server. */
export function toneOfEnded(
  files: readonly Pick<FileTranslation, "status" | "error">[],
): "success" | "warning" | "danger" {
  const failed = files.filter(({ status }) => status === "failed");
  if (failed.length === 0) return "success";
  return failed.some(({ error }) => !error || isTemporary(error)) ? "danger" : "warning";
}

/** Whether a translated file can be downloaded; its documents are deleted when it expires. `now` null: time unknown. */
export function isReady({ status, expiresAt }: FileTranslation, now: number | null): boolean {
  return status === "completed" && (now === null || Date.parse(expiresAt) > now);
}

/**
 * All file translations, newest first, loaded page by page; refreshed every second while one is running. `initial` is
 * the first page, as read by the server.
 */
export function useFiles(initial?: FilesPage) {
  return useInfiniteQuery({
    queryKey: FILES,
    queryFn: async ({ pageParam, signal }) =>
      api<typeof FileList>("GET", "/files", { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ files }) => files.some(isActive)) ? POLL_MS : false),
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ files }) => files),
  });
}

/** A function that adds a new file translation to the top of the list. */
export function useAddFile(): (file: FileTranslation) => void {
  const client = useQueryClient();
  return (file) => {
    client.setQueryData<Pages>(FILES, (data) => {
      const [first, ...rest] = data?.pages ?? [];
      if (!data || !first) return data;
      const others = first.files.filter(({ id }) => id !== file.id);
      return { ...data, pages: [{ ...first, files: [file, ...others] }, ...rest] };
    });
    void client.invalidateQueries({ queryKey: FILES });
  };
}

/** Cancels a running file translation, or deletes a finished one. Removes it from the list at once. */
export function useDeleteFile() {
  return useChangeAtOnce(
    FILES,
    (id: string) => api("DELETE", at`/files/${id}`),
    (pages: Pages, id) => replaced(pages, (files) => files.filter((file) => file.id !== id)),
  );
}

/** The first 100 differences between a finished file and its original, loaded on demand. */
export function useFileDifferences(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...FILES, id, "proof"],
    queryFn: ({ signal }) => api<typeof FileProof>("GET", at`/files/${id}/proof`, { query: { limit: 100 }, signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The document formats, already read by the server. */
export function useFormats(initial: readonly FileFormat[]) {
  return useQuery({
    queryKey: ["formats"],
    queryFn: async ({ signal }) => api<typeof Formats>("GET", "/formats", { signal }),
    initialData: { formats: [...initial] },
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ formats }) => formats,
  });
}

/** Retries a failed file translation with the stored document. */
export function useRetryFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<typeof FileTranslation>("POST", at`/files/${id}/retry`),
    onSuccess: (queued) =>
      client.setQueryData<Pages>(FILES, (data) =>
        replaced(data, (files) => files.map((file) => (file.id === queued.id ? queued : file))),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: FILES }),
  });
}

/** The two documents of a file translation, by their names in the API. */
export type DocumentSide = "content" | "original";

/** Download address of a document. */
export function documentUrl(file: Pick<FileTranslation, "id">, side: DocumentSide = "content"): string {
  return `/api/v1${at`/files/${file.id}`}/${side}`;
}

/** The bytes of a document. Throws an ApiError, such as `gone` if they have expired. */
export async function fetchDocument(
  file: Pick<FileTranslation, "id">,
  side: DocumentSide = "content",
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(documentUrl(file, side), { credentials: "same-origin" }).catch(() => null);
  if (!response) throw errorOfSilence();
  if (!response.ok)
    throw errorOfAnswer(response.status, await response.json().catch(() => null), response.headers.get("x-request-id"));
  return new Uint8Array(await response.arrayBuffer());
}

/** The texts of both documents, loaded while the preview is open. */
export function useFileComparison({ id }: Pick<FileTranslation, "id">) {
  return useQuery({
    queryKey: ["file-comparison", id],
    queryFn: ({ signal }) => api<typeof FileComparison>("GET", at`/files/${id}/comparison`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

function replaced(data: Pages | undefined, change: (files: FileTranslation[]) => FileTranslation[]): Pages | undefined {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, files: change(page.files) })) };
}

/** Maximum files whose words are counted before the upload; counting more would delay the upload. */
const MAX_ESTIMATED = 20;

type Estimate = z.output<typeof FileEstimate>;

/** The number of words of each chosen file, in order; undefined while counting and for files that cannot be counted. */
export function useFileEstimates(
  chosen: readonly { readonly file: File; readonly format: string | null }[],
  /** Target language; the file may already contain some translations into it. */
  target: string | undefined,
): readonly (Estimate | undefined)[] {
  const results = useQueries({
    queries: chosen.slice(0, MAX_ESTIMATED).map(({ file, format }) => ({
      queryKey: ["file-estimate", file.name, file.size, file.lastModified, format, target],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const body = new FormData();
        if (format) body.set("format", format);
        if (target) body.set("target", target);
        body.set("file", file);
        const sending = sendForm<Estimate>("POST", "/account/file-estimate", body);
        signal.addEventListener("abort", sending.abort);
        return sending.done;
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  return chosen.map((_, index) => results[index]?.data);
}
