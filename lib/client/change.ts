import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A mutation that invalidates the queries below `queryKey` and below other keys that show parts of the same data. */
export function useChange<Input, Output>(
  queryKey: QueryKey,
  change: (input: Input) => Promise<Output>,
  others: readonly QueryKey[] = [],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      for (const other of others) void client.invalidateQueries({ queryKey: other });
      return client.invalidateQueries({ queryKey });
    },
  });
}

/** A mutation whose result `apply` shows immediately in the cached data. Undone on failure; refetched at the end. */
export function useChangeAtOnce<Shown, Input>(
  queryKey: QueryKey,
  change: (input: Input) => Promise<unknown>,
  apply: (shown: Shown, input: Input) => Shown | undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Shown>(queryKey);
      client.setQueryData<Shown>(queryKey, (shown) => shown && apply(shown, input));
      return before;
    },
    onError: (_error, _input, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
