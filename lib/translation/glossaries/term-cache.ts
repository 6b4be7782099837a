import type { QaTerm } from "@/lib/text/qa/check";

/** Maximum cached terms of all glossaries: some tens of megabytes. */
const MAX_TERMS = 100_000;

/** Caches lists of terms by their inputs. Evicts the least recently used. */
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
