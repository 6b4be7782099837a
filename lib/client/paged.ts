import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "./fetch";

type Paged = z.ZodType<{ nextCursor: string | null }>;

/**
 * A list that is read page by page: `usePaged<typeof ApiKeyList>(["keys"], "/account/keys")`. `initial` is the first page where
 * the server has already read it.
 */
export function usePaged<Schema extends Paged>(
  queryKey: QueryKey,
  path: string,
  options: {
    readonly query?: Readonly<Record<string, string | number | null | undefined>>;
    readonly initial?: z.output<Schema> | undefined;
    readonly enabled?: boolean;
  } = {},
) {
  const { query, initial, enabled } = options;
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      (await api<Schema>("GET", path, { query: { ...query, cursor: pageParam }, signal })) as z.output<Schema>,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    ...(initial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    enabled: enabled ?? true,
  });
}
