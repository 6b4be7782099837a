import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A mutation that invalidates everything below the keys, also after a failure: the cause may be that someone else has
 * changed the same. It lasts until the queries of the first key are refetched.
 * @param options `gcTime: 0` for an input or a response that must not be cached, such as a secret
 */
export function useChange<Input, Output>(
  [first, ...others]: readonly [QueryKey, ...QueryKey[]],
  change: (input: Input) => Promise<Output>,
  options: { readonly gcTime?: 0 } = {},
) {
  const client = useQueryClient();
  const refresh = () => {
    for (const queryKey of others) void client.invalidateQueries({ queryKey });
    return client.invalidateQueries({ queryKey: first });
  };
  return useMutation({
    ...options,
    mutationFn: change,
    onSuccess: refresh,
    // Not awaited: the error is shown at once.
    onError: () => void refresh(),
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
