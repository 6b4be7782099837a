import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import type { ModelOfferList } from "@/lib/schemas/engines";
import { api } from "./fetch";

/** Cache key of all queries about models. */
export const MODELS = ["admin", "models"];

/** Milliseconds between updates of a running download. */
export const PROGRESS_MS = 1_000;

export type ModelOffers = z.output<typeof ModelOfferList>;

/**
 * Models that would enable or improve translations from a language; null: source language not known yet. Refreshed
 * every second during an installation; afterwards all translations are requested again.
 */
export function useModelOffers(source: string | null, isAdmin: boolean) {
  const changed = useEnginesChanged();
  const offered = useRef<{ readonly source: string | null; readonly targets: readonly string[] }>(null);
  const query = useQuery({
    queryKey: [...MODELS, "offers", source],
    queryFn: ({ signal }) => api<typeof ModelOfferList>("GET", "/admin/models/offers", { query: { source }, signal }),
    enabled: isAdmin,
    refetchInterval: ({ state }) => (state.data?.offers.some(({ isComing }) => isComing) ? PROGRESS_MS : false),
  });
  const offers = query.data?.offers;
  useEffect(() => {
    if (!offers) return;
    const before = offered.current?.source === source ? offered.current.targets : [];
    // A model that is no longer offered was installed, perhaps so fast that its installation was never shown.
    const arrived = before.some((known) => !offers.some(({ target }) => target === known));
    offered.current = { source, targets: offers.map(({ target }) => target) };
    // The service caches its table of languages for a second.
    if (arrived) setTimeout(changed, 1_500);
  });
  return query.data;
}

/** Queries that show the engines, or what they can translate. */
export const ENGINES = [["admin", "engines"], MODELS, ["languages"], ["translation"]] as const;

/** Invalidates the cached engines and languages. */
export function useEnginesChanged() {
  const client = useQueryClient();
  return () => Promise.all(ENGINES.map((queryKey) => client.invalidateQueries({ queryKey })));
}
