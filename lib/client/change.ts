import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A mutation that invalidates everything below `queryKey`. */
export function useChange<Input, Output>(queryKey: QueryKey, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey }) });
}
