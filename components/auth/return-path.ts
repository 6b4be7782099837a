/** Where to go after signing in: a path of this service, whatever the address says; nothing leads to another site. */
export function returnPath(wanted: string | readonly string[] | undefined): string {
  if (typeof wanted !== "string") return "/";
  try {
    // As a browser would read it: `//host`, `/\host` and tabs between are other hosts, not paths.
    const url = new URL(wanted, "http://localhost");
    return url.origin === "http://localhost" && wanted.startsWith("/") ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}
