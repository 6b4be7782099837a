/** Path that redirects to a person's first page, which depends on their role. */
export const START_PATH = "/start";

/** Where to continue after signing in: always a path of this service, never another site. */
export function returnPath(wanted: string | readonly string[] | undefined): string {
  if (typeof wanted !== "string") return START_PATH;
  try {
    // Parsed as in a browser: `//host`, `/\host` and tabs in it refer to other hosts, not to paths.
    const url = new URL(wanted, "http://localhost");
    return url.origin === "http://localhost" && wanted.startsWith("/")
      ? url.pathname + url.search + url.hash
      : START_PATH;
  } catch {
    return START_PATH;
  }
}
