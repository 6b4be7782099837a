import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { z } from "zod";
import type { EditedTranslation, PatchTranslationBody, Segment, SegmentTranslation } from "@/lib/schemas/segments";
import { atRest } from "./at-rest";
import { api, at } from "./fetch";
import { Listeners } from "./store";

export type TranslationEdit = z.input<typeof PatchTranslationBody>;

/** Milliseconds after which the stream's report of this tab's own edit counts as missed. */
const OWN_MS = 5_000;

const segmentKey = (id: string, language: string) => ["segment", id, language];

/**
 * The segments loaded in this tab, by id and language. One store per query client, so all editors of a tab share them.
 */
export class SegmentStore extends Listeners {
  /** Times of this tab's edits that the stream has not reported yet, by segment and language. */
  private readonly ownEdits = new Map<string, number>();
  private cancelRefresh = () => {};

  constructor(private readonly client: QueryClient) {
    super();
    // Segments have no observers, so the cache would delete them.
    client.setQueryDefaults(["segment"], { gcTime: Number.POSITIVE_INFINITY });
  }

  get(id: string, language: string): Segment | undefined {
    return this.client.getQueryData<Segment>(segmentKey(id, language));
  }

  put(segments: readonly Segment[], language: string): void {
    for (const segment of segments) this.client.setQueryData(segmentKey(segment.id, language), segment);
    if (segments.length > 0) this.notify();
  }

  /** Adds segments that are not loaded yet. Notifies no listener, because it is called during rendering. */
  putUnknown(segments: readonly Segment[], language: string): void {
    for (const segment of segments)
      this.client.setQueryData<Segment>(segmentKey(segment.id, language), (known) => known ?? segment);
  }

  /** Adds segments with translations into several languages, as if each had been read for its language. */
  putAll(segments: readonly Segment[], isWanted: (id: string, language: string) => boolean = () => true): void {
    for (const { translations, ...segment } of segments)
      for (const [into, translation] of Object.entries(translations ?? {}))
        if (isWanted(segment.id, into))
          this.client.setQueryData(segmentKey(segment.id, into), { ...segment, translation });
    if (segments.length > 0) this.notify();
  }

  setTranslation(id: string, language: string, translation: SegmentTranslation): void {
    this.client.setQueryData<Segment>(segmentKey(id, language), (known) => known && { ...known, translation });
    this.notify();
  }

  /** Refetches a segment, for example after someone else changed it. */
  async read(id: string, language: string): Promise<Segment> {
    const segment = await readSegment(id, language);
    this.put([segment], language);
    return segment;
  }

  /** Saves an edit based on a revision. Waits for a connection; never retried. */
  edit(id: string, language: string, revision: number, edit: TranslationEdit): Promise<SegmentTranslation> {
    const name = `${id} ${language}`;
    const mutation = this.client.getMutationCache().build(this.client, {
      mutationFn: () =>
        api<typeof EditedTranslation>("PATCH", at`/segments/${id}/translations/${language}`, {
          body: edit,
          headers: { "If-Match": `"${revision}"` },
          outlivesPage: true,
        }),
      onMutate: () => void this.ownEdits.set(name, Date.now()),
      onError: () => void this.ownEdits.delete(name),
      onSuccess: ({ propagated, ...translation }) => this.onEdited(id, language, translation, propagated),
    });
    return mutation.execute(undefined);
  }

  /** Restores an earlier revision. Throws 412 if `now` is no longer the current revision. */
  async revert(id: string, language: string, revision: number, now: number): Promise<SegmentTranslation> {
    const path = at`/segments/${id}/translations/${language}/revert`;
    const options = { body: { revision }, headers: { "If-Match": `"${now}"` } };
    const translation = await api<typeof SegmentTranslation>("POST", path, options);
    this.setTranslation(id, language, translation);
    void this.client.invalidateQueries({ queryKey: ["history", id, language] });
    this.refreshProgress();
    return translation;
  }

  /** True if a reported change is this tab's own edit, whose response has already arrived. */
  takeOwnEdit(id: string, language: string): boolean {
    const name = `${id} ${language}`;
    const at = this.ownEdits.get(name);
    this.ownEdits.delete(name);
    return at !== undefined && Date.now() - at < OWN_MS;
  }

  /** Refetches the progress once the person stops typing, so that several quick saves cause one request. */
  refreshProgress(): void {
    this.cancelRefresh();
    this.cancelRefresh = atRest(() => void this.client.invalidateQueries({ queryKey: ["editor-progress"] }));
  }

  private async onEdited(
    id: string,
    language: string,
    translation: SegmentTranslation,
    propagated: readonly string[],
  ): Promise<void> {
    this.setTranslation(id, language, translation);
    void this.client.invalidateQueries({ queryKey: ["history", id, language] });
    void this.client.invalidateQueries({ queryKey: ["project"] });
    this.refreshProgress();
    const known = propagated.filter((one) => this.get(one, language));
    this.put(await Promise.all(known.map((one) => readSegment(one, language))), language);
  }
}

function readSegment(id: string, language: string): Promise<Segment> {
  return api<typeof Segment>("GET", at`/segments/${id}`, { query: { language } });
}

const stores = new WeakMap<QueryClient, SegmentStore>();

export function segmentStoreOf(client: QueryClient): SegmentStore {
  const store = stores.get(client) ?? new SegmentStore(client);
  stores.set(client, store);
  return store;
}

export function useSegmentStore(): SegmentStore {
  return segmentStoreOf(useQueryClient());
}

/** A segment; undefined until it is loaded. Rerenders only when it changes. */
export function useSegment(id: string | null, language: string): Segment | undefined {
  return useOfSegment(id, language, (segment) => segment);
}

/** The document of a segment; undefined until that is loaded. */
export function useDocumentOfSegment(id: string | null, language: string): string | undefined {
  return useOfSegment(id, language, (segment) => segment?.documentId);
}

function useOfSegment<Part>(id: string | null, language: string, partOf: (segment: Segment | undefined) => Part): Part {
  const store = useSegmentStore();
  const read = () => partOf(id === null ? undefined : store.get(id, language));
  return useSyncExternalStore(store.subscribe, read, read);
}
