import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "./fetch";

type Paged = z.ZodType<{ nextCursor: string | null }>;

type Query = Readonly<Record<string, string | number | null | undefined>>;

/** All pages of a short list, joined. */
export async function readAll<Schema extends Paged>(path: string, signal: AbortSignal): Promise<z.output<Schema>[]> {
  const pages: z.output<Schema>[] = [];
  let cursor: string | null = null;
  do {
    const page = (await api<Schema>("GET", path, { query: { limit: 100, cursor }, signal })) as z.output<Schema>;
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/**
 * A list loaded page by page: `usePaged<typeof ApiKeyList>(["keys"], "/account/keys")`. `initial` is the first page, as
 * read by the server.
 */
export function usePaged<Schema extends Paged>(
  queryKey: QueryKey,
  path: string,
  options: {
    readonly query?: Query;
    readonly initial?: z.output<Schema> | undefined;
    readonly enabled?: boolean;
    /** Milliseconds until the list is refreshed, depending on its content; false: never. */
    readonly refetchAfter?: (pages: readonly z.output<Schema>[]) => number | false;
  } = {},
) {
  const { query, initial, enabled, refetchAfter } = options;
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      (await api<Schema>("GET", path, { query: { ...query, cursor: pageParam }, signal })) as z.output<Schema>,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    ...(initial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    enabled: enabled ?? true,
    refetchInterval: ({ state }) => (refetchAfter && state.data ? refetchAfter(state.data.pages) : false),
  });
}
