/** Leads to the first page of a person, which depends on their role. */
export const START_PATH = "/start";

/** Where to go after signing in: a path of this service, never another site. */
export function returnPath(wanted: string | readonly string[] | undefined): string {
  if (typeof wanted !== "string") return START_PATH;
  try {
    // Parsed like a browser: `//host`, `/\host` and tabs inside denote other hosts, not paths.
    const url = new URL(wanted, "http://localhost");
    return url.origin === "http://localhost" && wanted.startsWith("/")
      ? url.pathname + url.search + url.hash
      : START_PATH;
  } catch {
    return START_PATH;
  }
}
