import type { QaTerm } from "@/lib/qa/check";

type Entry = { readonly terms: Promise<readonly QaTerm[]>; size: number };

/** Terms held at most, of all glossaries together: some tens of megabytes. */
const MOST_TERMS = 100_000;

/** Lists of terms by what they were made of. The one that was asked for longest ago goes first. */
class TermCache {
  readonly #entries = new Map<string, Entry>();

  get(key: string, load: () => Promise<readonly QaTerm[]>): Promise<readonly QaTerm[]> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.terms;
    }
    const entry: Entry = { terms: load(), size: 1 };
    this.#entries.set(key, entry);
    entry.terms.then(
      (terms) => {
        entry.size += terms.length;
        this.#shrink();
      },
      () => this.#entries.delete(key),
    );
    return entry.terms;
  }

  #shrink(): void {
    let held = [...this.#entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.#entries) {
      if (held <= MOST_TERMS) return;
      this.#entries.delete(key);
      held -= size;
    }
  }
}

export const termCache = new TermCache();
