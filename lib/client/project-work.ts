import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import type { DocumentAnswer, DocumentList, ProjectDocument } from "@/lib/schemas/documents";
import type { CreateExportBody, Export, ExportList } from "@/lib/schemas/exports";
import type { Job, JobList } from "@/lib/schemas/jobs";
import type { PretranslateAnswer, PretranslateBody } from "@/lib/schemas/pretranslate";
import type {
  AddLanguageBody,
  PatchLanguageBody,
  PatchProjectBody,
  Project,
  ProjectLanguage,
  TransitionBody,
} from "@/lib/schemas/projects";
import type { ApiError } from "./api-error";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { pathOfFile } from "./import-target";
import { isUnfinished } from "./jobs";
import { readAll, usePaged } from "./paged";
import { randomId } from "./random-id";
import { sendForm } from "./send-form";

export type ExportPage = z.output<typeof ExportList>;

const WORKING_MS = 1_500;

/** A mutation after which everything shown of a project is refetched. */
function useProjectChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  return useChange([["project", projectId], ["projects"]], change);
}

/** The documents of a project: `first` until all are loaded; refreshed while one is being imported. */
export function useDocuments(projectId: string, first: readonly ProjectDocument[], isWorking: boolean) {
  return useQuery({
    queryKey: ["project", projectId, "documents"],
    queryFn: async ({ signal }) =>
      (await readAll<typeof DocumentList>(at`/projects/${projectId}/documents`, signal)).flatMap(
        (page) => page.documents,
      ),
    placeholderData: first as ProjectDocument[],
    refetchInterval: ({ state }) =>
      isWorking || state.data?.some(({ status }) => status === "queued" || status === "parsing") ? WORKING_MS : false,
  });
}

/** The latest jobs of a project; refreshed while one is running. Initially as the server rendered them. */
export function useProjectJobs(projectId: string, last: readonly Job[], isWorking: boolean) {
  return useQuery({
    queryKey: ["project", projectId, "jobs"],
    queryFn: async ({ signal }) =>
      (await api<typeof JobList>("GET", at`/projects/${projectId}/jobs`, { query: { limit: 100 }, signal })).jobs,
    placeholderData: last as Job[],
    refetchInterval: ({ state }) => (isWorking || state.data?.some(isUnfinished) ? WORKING_MS : false),
  });
}

/** Retries or undoes a job. */
export function useJobAction(projectId: string) {
  return useProjectChange(projectId, ({ id, deed }: { id: string; deed: "retry" | "undo" }) =>
    api<typeof Job>("POST", `${at`/jobs/${id}`}/${deed}`),
  );
}

/** Changes a project's status: starts, forces, cancels or archives it, or reverts one of these. */
export function useTransition(projectId: string) {
  return useProjectChange(projectId, (body: z.input<typeof TransitionBody>) =>
    api<typeof Project>("POST", at`/projects/${projectId}/transitions`, { body }),
  );
}

/** Changes a project's name, due date and settings. */
export function usePatchProject(projectId: string) {
  return useProjectChange(projectId, (body: z.input<typeof PatchProjectBody>) =>
    api<typeof Project>("PATCH", at`/projects/${projectId}`, { body }),
  );
}

/** Deletes a project, or restores it. */
export function useDeleteProject(projectId: string) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey: ["project", projectId] });
      return api("DELETE", at`/projects/${projectId}`);
    },
    onSuccess: async () => {
      // The data of a deleted project must not be requested again.
      await client.invalidateQueries({ queryKey: ["project", projectId], refetchType: "none" });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
  const restore = useProjectChange(projectId, () => api<typeof Project>("POST", at`/projects/${projectId}/restore`));
  return { remove, restore };
}

/** Adds, changes or removes a target language. */
export function useLanguageChanges(projectId: string) {
  const add = useProjectChange(projectId, (body: z.input<typeof AddLanguageBody>) =>
    api<typeof ProjectLanguage>("POST", at`/projects/${projectId}/languages`, { body }),
  );
  const patch = useProjectChange(
    projectId,
    ({ language, ...body }: z.input<typeof PatchLanguageBody> & { language: string }) =>
      api<typeof ProjectLanguage>("PATCH", at`/projects/${projectId}/languages/${language}`, { body }),
  );
  const remove = useProjectChange(projectId, (language: string) =>
    api("DELETE", at`/projects/${projectId}/languages/${language}`),
  );
  return { add, patch, remove };
}

/** Pretranslates languages from memories and engines. */
export function usePretranslate(projectId: string) {
  return useProjectChange(projectId, (body: z.input<typeof PretranslateBody>) =>
    api<typeof PretranslateAnswer>("POST", at`/projects/${projectId}/pretranslate`, { body }),
  );
}

/** Deletes documents with their translations. */
export function useDeleteDocuments(projectId: string) {
  return useProjectChange(projectId, async (ids: readonly string[]) => {
    for (const id of ids) await api("DELETE", at`/documents/${id}`);
  });
}

/** Previews the changes of a new document version. */
export function usePreviewVersion() {
  return useMutation({
    mutationFn: ({ documentId, file }: { documentId: string; file: File }) => {
      const body = new FormData();
      body.set("file", file);
      return sendForm<z.output<typeof DocumentAnswer>>(
        "PUT",
        `${at`/documents/${documentId}/content`}?dryRun=true`,
        body,
      ).done;
    },
  });
}

/** Replaces a document by a new version. */
export function useReplaceDocument(projectId: string) {
  return useProjectChange(projectId, ({ documentId, file }: { documentId: string; file: File }) => {
    const body = new FormData();
    body.set("file", file);
    return sendForm<z.output<typeof DocumentAnswer>>("PUT", at`/documents/${documentId}/content`, body).done;
  });
}

/** The exports of a project; refreshed while one is being created. */
export function useExports(projectId: string, initial: ExportPage) {
  return usePaged<typeof ExportList>(["project", projectId, "exports"], at`/projects/${projectId}/exports`, {
    initial,
    refetchAfter: (pages) => (pages.some((page) => page.exports.some(isUnfinished)) ? WORKING_MS : false),
  });
}

/** Creates an export. */
export function useCreateExport(projectId: string) {
  return useProjectChange(projectId, (body: z.input<typeof CreateExportBody>) =>
    api<typeof Export>("POST", at`/projects/${projectId}/exports`, { body }),
  );
}

/** A document being uploaded to a project. */
export type DocumentUpload = {
  readonly id: string;
  readonly file: File;
  readonly state: "uploading" | "failed";
  /** 0–100 */
  readonly percent: number;
  readonly error: ApiError | null;
};

/** Uploads documents to a project in parallel. Uploaded documents leave the list. */
export function useDocumentUploads(onArrived: () => void) {
  const [uploads, setUploads] = useState<readonly DocumentUpload[]>([]);
  const running = useRef(new Map<string, () => void>());
  const change = useCallback(
    (id: string, next: Partial<DocumentUpload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one))),
    [],
  );
  const drop = useCallback((id: string) => {
    running.current.get(id)?.();
    running.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  }, []);
  const start = useCallback(
    async (projectId: string, { id, file }: DocumentUpload): Promise<boolean> => {
      const body = new FormData();
      body.set("file", file);
      const path = pathOfFile(file);
      if (path.includes("/")) body.set("path", path);
      const { done, abort } = sendForm("POST", at`/projects/${projectId}/documents`, body, {
        key: id,
        onProgress: (percent) => change(id, { percent }),
      });
      running.current.set(id, abort);
      try {
        await done;
        drop(id);
        onArrived();
        return true;
      } catch (error) {
        change(id, { state: "failed", error: error as ApiError });
        return false;
      } finally {
        running.current.delete(id);
      }
    },
    [change, drop, onArrived],
  );
  /** True if all files were uploaded. */
  const send = useCallback(
    async (projectId: string, files: readonly File[]): Promise<boolean> => {
      const orders = files.map(
        (file): DocumentUpload => ({ id: randomId(), file, state: "uploading", percent: 0, error: null }),
      );
      setUploads((all) => [...all, ...orders]);
      const arrived = await Promise.all(orders.map((order) => start(projectId, order)));
      return arrived.every(Boolean);
    },
    [start],
  );
  const retry = useCallback(
    (projectId: string, upload: DocumentUpload) => {
      change(upload.id, { state: "uploading", percent: 0, error: null });
      void start(projectId, upload);
    },
    [change, start],
  );
  return { uploads, send, retry, drop };
}
