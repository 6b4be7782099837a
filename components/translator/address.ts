import type { Pair } from "./pair";

/** What an address asks the translator for, as a link or a browser's search engine does. */
export type AddressWish = Partial<Pair> & { readonly text?: string };

/**
 * `/?source=en&target=es#q=Hello`: languages and a text, which may stand in the query, too. Once read, the text leaves the
 * address, so that it reaches neither the history nor, in the fragment, any server.
 */
export function takeAddress(): AddressWish {
  const { search, hash, pathname } = window.location;
  const query = new URLSearchParams(search);
  const text = new URLSearchParams(hash.slice(1)).get("q") ?? query.get("q");
  const [source, target] = [query.get("source"), query.get("target")];
  if (text !== null) {
    query.delete("q");
    window.history.replaceState(null, "", `${pathname}${query.size > 0 ? `?${query}` : ""}`);
  }
  return { ...(source ? { source } : {}), ...(target ? { target } : {}), ...(text ? { text } : {}) };
}

/** Writes the languages into the address, so that it can be kept as a bookmark. */
export function writePair({ source, target }: Pair): void {
  const address = `/?source=${source}&target=${target}`;
  if (window.location.pathname === "/" && window.location.search !== address.slice(1))
    window.history.replaceState(null, "", address);
}
