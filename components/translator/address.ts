import type { Pair } from "./pair";

/** The request in an address for the translator, as written by a link or a browser's search engine. */
export type AddressWish = Partial<Pair> & { readonly text?: string };

/**
 * Reads languages and a text from an address: `/?source=en&target=es#q=Hello`. The text may also be in the query. It is
 * removed from the address, so that it is not in the history. A text in the fragment is not sent to servers.
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

/** Writes the languages to the address, so that it can be a bookmark. */
export function writePair({ source, target }: Pair): void {
  const address = `/?source=${source}&target=${target}`;
  if (window.location.pathname === "/" && window.location.search !== address.slice(1))
    window.history.replaceState(null, "", address);
}
