/**
 * Calls `first` when this process is asked to stop, and `again` when it is asked once more while that is under way.
 * npm passes a Ctrl-C on that the terminal has sent us already, so what follows within a second is the same request; and it
 * does not pass SIGTERM on but dies, which shows in our parent becoming another.
 * @param {{ first: () => void, again: () => void }} actions
 */
export function onStopRequest({ first, again }) {
  let requested = 0;
  const request = () => {
    if (requested === 0) {
      requested = Date.now();
      first();
    } else if (Date.now() - requested > 1000) again();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, request);
  // The terminal may be gone: what is still said must not end the stop half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    request();
  }, 500);
  watch.unref();
}
