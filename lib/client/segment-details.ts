import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { Screenshot } from "@/lib/schemas/screenshots";
import type { PatchSegmentBody, SegmentDetails } from "@/lib/schemas/segments";
import { api, at } from "./fetch";
import { useSegmentStore } from "./segment-store";
import { sendForm } from "./send-form";

/** Changes a segment's labels, description, maximum length, and screenshots (by id). */
export function usePatchSegment(segmentId: string, language: string) {
  const store = useSegmentStore();
  return useMutation({
    mutationFn: (body: z.input<typeof PatchSegmentBody>) =>
      api<typeof SegmentDetails>("PATCH", at`/segments/${segmentId}`, { body }),
    onSuccess: ({ labels, flags, description, maxLength, screenshots }) => {
      const known = store.get(segmentId, language);
      if (known) store.put([{ ...known, labels, flags, description, maxLength, screenshots }], language);
    },
  });
}

/** Adds a screenshot to a project and links it to a segment. */
export function useAddScreenshot(projectId: string, segmentId: string, language: string) {
  const store = useSegmentStore();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set("segmentIds", segmentId);
      body.set("file", file);
      return sendForm<Screenshot>("POST", at`/projects/${projectId}/screenshots`, body).done;
    },
    onSuccess: () => store.read(segmentId, language),
  });
}
