/**
 * Calls `first` when this process is asked to stop, and `again` when it is asked once more during the stop. npm
 * forwards a Ctrl-C that the terminal has already sent us, so a repetition within a second is ignored; npm does not
 * forward SIGTERM but dies, which is noticed by a new parent process.
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
  // The terminal may be gone: output errors must not interrupt the stop.
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
