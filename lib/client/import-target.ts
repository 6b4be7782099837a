import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { z } from "zod";
import type { ImportTargetQuery } from "@/lib/schemas/documents";
import type { Job } from "@/lib/schemas/jobs";
import { at } from "./fetch";
import { useJob } from "./jobs";
import { sendForm } from "./send-form";

export type TargetMode = z.output<typeof ImportTargetQuery>["mode"];

type TargetFile = {
  readonly documentId: string;
  readonly language: string;
  readonly mode: TargetMode;
  readonly file: File;
};

/** Uploads a file with translations of a document and follows the import `job` to its end. */
export function useImportTarget(projectId: string) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: ({ documentId, language, mode, file }: TargetFile) => {
      const body = new FormData();
      body.set("file", file);
      const query = new URLSearchParams({ language, mode });
      return sendForm<z.output<typeof Job>>("PUT", `${at`/documents/${documentId}/target`}?${query}`, body).done;
    },
  });
  const { data: followed } = useJob(send.data?.id ?? null);
  const job = followed ?? send.data ?? null;
  const status = job?.status;
  useEffect(() => {
    if (status) void client.invalidateQueries({ queryKey: ["project", projectId] });
  }, [status, client, projectId]);
  return { send, job };
}
