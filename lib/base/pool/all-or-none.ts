/**
 * Waits until lanes that share one piece of work have ended. If one fails, `failure` is aborted, by which the others
 * know that they should end; the first error is thrown once all have, so that nothing continues in the background.
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
