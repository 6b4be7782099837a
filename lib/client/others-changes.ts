import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SegmentList } from "@/lib/schemas/segments";
import type { StreamEvents } from "@/lib/schemas/streams";
import { api, at } from "./fetch";
import { listenLive } from "./live";
import { topicOf } from "./live-stream";
import { useSegmentStore } from "./segment-store";
import type { ProjectBranch } from "./segments";

/** Minimum milliseconds between requests for changed segments; the first is sent at once. */
const PAUSE_MS = 1_000;
/** Milliseconds between requests for changes if there is no stream. */
const POLL_MS = 10_000;
/** Segments per request. */
const CHUNK = 100;

type Options = {
  /** The visible segments, which are refetched if the changed segments are unknown. */
  readonly shownIds: () => readonly string[];
  /** True for a segment with unsaved input, which must not be replaced. */
  readonly isHeld: (id: string, language: string) => boolean;
};

/** Shows changes by other people as they happen; without a stream, every ten seconds while the page is visible. */
export function useOthersChanges(
  { projectId, branch }: ProjectBranch,
  languages: readonly string[],
  options: Options,
): void {
  const store = useSegmentStore();
  const watched = languages.join(",");
  const client = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const changed = new Set<string>();
    const end = new AbortController();
    let since = new Date().toISOString();
    let isConnected = false;
    let pause: ReturnType<typeof setTimeout> | undefined;

    const read = async (query: Record<string, string>) => {
      const { segments } = await api<typeof SegmentList>("GET", at`/projects/${projectId}/segments`, {
        query: { branch, languages: watched, limit: CHUNK, ...query },
        signal: end.signal,
      });
      store.putAll(segments, (id, language) => isKnown(id, language) && !latest.current.isHeld(id, language));
    };
    const isKnown = (id: string, language: string) => store.get(id, language) !== undefined;
    const isShown = (id: string) => watched.split(",").some((language) => isKnown(id, language));
    const flush = async () => {
      const ids = [...changed].filter(isShown).slice(0, CHUNK);
      for (const id of ids) changed.delete(id);
      store.refreshProgress();
      for (const id of ids)
        for (const part of ["comments", "history"]) void client.invalidateQueries({ queryKey: [part, id] });
      if (ids.length > 0) await read({ ids: ids.join(",") });
    };
    const work = () => {
      if (pause !== undefined) return;
      pause = setTimeout(() => {
        pause = undefined;
        if (changed.size > 0) work();
      }, PAUSE_MS);
      void flush().catch(() => {});
    };
    const onChanges = ({ shown }: StreamEvents["changes"]) => {
      const mine = shown.filter(({ language }) => language === null || watched.split(",").includes(language));
      for (const { language, segmentIds } of mine)
        for (const id of segmentIds ?? latest.current.shownIds())
          if (language === null || !store.takeOwnEdit(id, language)) changed.add(id);
      // Edits of this tab need no refetch: their responses contained the result.
      if (changed.size > 0) work();
    };
    const poll = async () => {
      if (document.visibilityState !== "visible") return;
      const asked = new Date(Date.now() - 2_000).toISOString();
      for (const language of watched.split(",")) await read({ language, updatedSince: since, sort: "-updatedAt" });
      since = asked;
    };
    const catchUp = () => void poll().catch(() => {});
    const polling = setInterval(() => !isConnected && catchUp(), POLL_MS);
    const stop = listenLive(topicOf(projectId, branch), ({ event, data }) => {
      if (event === "changes") onChanges(data);
      if (event === "reset") onChanges({ ...data, shown: [{ language: null, segmentIds: null }] });
      if (event === "connection") isConnected = data;
      // Fetches changes made before the stream began.
      if (event === "ready") catchUp();
    });
    return () => {
      end.abort();
      clearTimeout(pause);
      clearInterval(polling);
      stop();
    };
  }, [projectId, branch, watched, store, client]);
}
