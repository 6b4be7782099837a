/**
 * Waits until all parallel parts of one piece of work have ended. If one fails, aborts `failure`, which tells the
 * others to end, and throws the first error after all have ended, so that nothing continues in the background.
 */
export async function allOrNone(lanes: readonly Promise<void>[], failure: AbortController): Promise<void> {
  let first: { readonly thrown: unknown } | undefined;
  await Promise.all(
    lanes.map((lane) =>
      lane.catch((thrown: unknown) => {
        first ??= { thrown };
        failure.abort();
      }),
    ),
  );
  if (first) throw first.thrown;
}
