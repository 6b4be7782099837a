import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Job } from "@/lib/schemas/jobs";
import type {
  CreateMemoryBody,
  MemoryList,
  Memory as MemorySchema,
  PatchMemoryBody,
  UnitList,
  Unit as UnitSchema,
} from "@/lib/schemas/memories";
import { api, at } from "./fetch";
import { usePaged } from "./paged";
import { randomId } from "./random-id";
import { sendForm } from "./send-form";

export type Memory = z.output<typeof MemorySchema>;
export type MemoryPage = z.output<typeof MemoryList>;
export type NewMemory = z.input<typeof CreateMemoryBody>;
export type MemoryChange = z.input<typeof PatchMemoryBody>;
export type Unit = z.output<typeof UnitSchema>;
export type UnitPage = z.output<typeof UnitList>;
export type UnitFilters = { readonly q: string; readonly language: string };
/** The work of taking a file in. */
export type ImportJob = Job;

/** The workspace's translation memories, newest first. */
export function useMemories(initial?: MemoryPage) {
  return usePaged<typeof MemoryList>(["memories"], "/translation-memories", { initial });
}

/** One memory. */
export function useMemory(initial: Memory) {
  return useQuery({
    queryKey: ["memory", initial.id],
    queryFn: ({ signal }) => api<typeof MemorySchema>("GET", at`/translation-memories/${initial.id}`, { signal }),
    initialData: initial,
  });
}

/** The units that fit, newest first. */
export function useUnits(memoryId: string, filters: UnitFilters, initial?: UnitPage) {
  return usePaged<typeof UnitList>(
    ["memory", memoryId, "units", filters],
    at`/translation-memories/${memoryId}/units`,
    { query: filters, initial },
  );
}

export function useCreateMemory() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewMemory) =>
      api<typeof MemorySchema>("POST", "/translation-memories", { body, headers: { "Idempotency-Key": randomId() } }),
    onSuccess: () => refresh(),
  });
}

export function useUpdateMemory(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (body: MemoryChange) => api<typeof MemorySchema>("PATCH", at`/translation-memories/${id}`, { body }),
    onSuccess: () => refresh(),
  });
}

export function useDeleteMemory(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE", at`/translation-memories/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["memories"] }),
  });
}

export function useDeleteUnit(memoryId: string, id: string) {
  const refresh = useRefresh(memoryId);
  return useMutation({
    mutationFn: () => api("DELETE", at`/translation-memories/${memoryId}/units/${id}`),
    onSuccess: () => refresh(),
  });
}

/** Sends a TMX file; the service answers with the job that takes it in. */
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

/** The job of an import, asked until it has ended. The memory is read anew as it grows. */
export function useImportJob(memoryId: string, initial: Job) {
  const refresh = useRefresh(memoryId);
  return useQuery({
    queryKey: ["job", initial.id],
    queryFn: async ({ signal }) => {
      const job = await api<typeof Job>("GET", at`/jobs/${initial.id}`, { signal });
      if (hasEnded(job)) void refresh();
      return job;
    },
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : LOOK_MS),
  });
}

export function hasEnded({ status }: Job): boolean {
  return status !== "queued" && status !== "running";
}

/** Where the memory can be downloaded as TMX. */
export function exportMemoryAddress(id: string): string {
  return `/api/v1${at`/translation-memories/${id}/export`}`;
}

function useRefresh(id?: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["memories"] }),
      ...(id ? [client.invalidateQueries({ queryKey: ["memory", id] })] : []),
    ]);
}
