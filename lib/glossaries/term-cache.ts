import type { QaTerm } from "@/lib/qa/check";

/** Terms held at most, of all glossaries together: some tens of megabytes. */
const MAX_TERMS = 100_000;

/** Lists of terms by what they were made of. The one that was asked for longest ago goes first. */
class TermCache {
  readonly #lists = new Map<string, readonly QaTerm[]>();

  get(key: string): readonly QaTerm[] | undefined {
    const terms = this.#lists.get(key);
    if (terms) this.set(key, terms);
    return terms;
  }

  set(key: string, terms: readonly QaTerm[]): void {
    this.#lists.delete(key);
    this.#lists.set(key, terms);
    let held = 0;
    for (const list of this.#lists.values()) held += list.length + 1;
    for (const [oldest, list] of this.#lists) {
      if (held <= MAX_TERMS) return;
      this.#lists.delete(oldest);
      held -= list.length + 1;
    }
  }
}

export const termCache = new TermCache();
