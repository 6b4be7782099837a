import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Job } from "@/lib/schemas/jobs";
import type {
  CreateMemoryBody,
  CreateUnitBody,
  MemoryList,
  Memory as MemorySchema,
  PatchMemoryBody,
  PatchUnitBody,
  UnitList,
  Unit as UnitSchema,
} from "@/lib/schemas/memories";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { isUnfinished } from "./jobs";
import { readAll, usePaged } from "./paged";
import { randomId } from "./random-id";
import { sendForm } from "./send-form";

export type Memory = z.output<typeof MemorySchema>;
export type MemoryPage = z.output<typeof MemoryList>;
export type Unit = z.output<typeof UnitSchema>;
export type UnitPage = z.output<typeof UnitList>;
/** The import job of a file. */
export type ImportJob = Job;

/** Query key of all memory queries, invalidated by each change. */
const ALL = ["memories"];
const LIST = [...ALL, "list"];
/** Keys of memories, and of queries whose results depend on them. */
const CHANGED = [ALL, ["translation"], ["dictionary"]] as const;

/** The workspace's translation memories whose name contains `q`, newest first. */
export function useMemories(q: string, initial?: MemoryPage) {
  return usePaged<typeof MemoryList>([...LIST, q], "/translation-memories", { query: { q }, initial });
}

/** All memories of the workspace. */
export function useAllMemories() {
  return useQuery({
    queryKey: [...ALL, "all"],
    queryFn: async ({ signal }) =>
      (await readAll<typeof MemoryList>("/translation-memories", signal)).flatMap((page) => page.translationMemories),
  });
}

/** One memory. */
export function useMemory(initial: Memory) {
  return useQuery({
    queryKey: [...ALL, initial.id],
    queryFn: ({ signal }) => api<typeof MemorySchema>("GET", at`/translation-memories/${initial.id}`, { signal }),
    initialData: initial,
  });
}

/** The matching units, newest first. */
export function useUnits(
  memoryId: string,
  filters: { readonly q: string; readonly language: string },
  initial?: UnitPage,
) {
  const path = at`/translation-memories/${memoryId}/units`;
  return usePaged<typeof UnitList>([...ALL, memoryId, "units", filters], path, { query: filters, initial });
}

export function useCreateMemory() {
  return useChange([ALL], (body: z.input<typeof CreateMemoryBody>) =>
    api<typeof MemorySchema>("POST", "/translation-memories", { body, headers: { "Idempotency-Key": randomId() } }),
  );
}

export function useUpdateMemory(id: string) {
  return useChange(CHANGED, (body: z.input<typeof PatchMemoryBody>) =>
    api<typeof MemorySchema>("PATCH", at`/translation-memories/${id}`, { body }),
  );
}

export function useDeleteMemory(id: string) {
  return useChange([LIST, ...CHANGED.slice(1)], () => api("DELETE", at`/translation-memories/${id}`));
}

/** Adds a translation to a memory. */
export function useCreateUnit() {
  return useChange(CHANGED, ({ memoryId, unit }: { memoryId: string; unit: z.input<typeof CreateUnitBody> }) =>
    api<typeof UnitSchema>("POST", at`/translation-memories/${memoryId}/units`, {
      body: unit,
      headers: { "Idempotency-Key": randomId() },
    }),
  );
}

export function useChangeUnit(memoryId: string, id: string) {
  return useChange(CHANGED, (body: z.input<typeof PatchUnitBody>) =>
    api<typeof UnitSchema>("PATCH", at`/translation-memories/${memoryId}/units/${id}`, { body }),
  );
}

export function useDeleteUnit(memoryId: string, id: string) {
  return useChange(CHANGED, () => api("DELETE", at`/translation-memories/${memoryId}/units/${id}`));
}

/** Uploads a TMX file; returns the import job. */
export function useImportMemory(memoryId: string) {
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (percent: number) => void }) => {
      const body = new FormData();
      body.set("file", file);
      const path = at`/translation-memories/${memoryId}/import`;
      return sendForm<Job>("POST", path, body, { key: randomId(), onProgress }).done;
    },
  });
}

const LOOK_MS = 700;

/** An import job; refreshed until it has ended, after which the memory is refetched. */
export function useImportJob(initial: Job) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ["job", initial.id],
    queryFn: async ({ signal }) => {
      const job = await api<typeof Job>("GET", at`/jobs/${initial.id}`, { signal });
      if (!isUnfinished(job)) void client.invalidateQueries({ queryKey: ALL });
      return job;
    },
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && !isUnfinished(state.data) ? false : LOOK_MS),
  });
}

/** Download address of the memory as TMX. */
export function exportMemoryAddress(id: string): string {
  return `/api/v1${at`/translation-memories/${id}/export`}`;
}
