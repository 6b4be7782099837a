import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A change after which all that stands below `queryKey` is read again. */
export function useChange<Input, Output>(queryKey: QueryKey, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey }) });
}
