import type { Reading } from "./readings";
import type { TaggerData } from "./tagger-data";

/** A word of the analyser's output, or a part of it that is tagged separately (TaggerWord of apertium-tagger 3.8.3). */
export class Word {
  surface = "";
  /** True if the next part of the word follows in the same unit. */
  isCut = false;
  /** In ascending order. */
  tags: number[] = [];
  /** Reading by coarse tag. */
  readonly #forms = new Map<number, string>();

  constructor(private readonly isContinued = false) {}

  add(tag: number, form: string, { preferred }: TaggerData): void {
    if (!this.tags.includes(tag)) {
      this.tags = [...this.tags, tag].sort((a, b) => a - b);
      this.#forms.set(tag, form);
    } else if (preferred.some((pattern) => pattern.test(form))) this.#forms.set(tag, form);
  }

  remove(tag: number): void {
    this.tags = this.tags.filter((one) => one !== tag);
  }

  /** Drops discardable readings in the same order, and with the same omissions, as the original. */
  discard({ discarded }: TaggerData): void {
    for (const pattern of this.tags.length > 1 ? discarded : []) {
      if (this.tags.length > 1) this.#discard(pattern);
    }
  }

  #discard(pattern: RegExp): void {
    const kept = new Set<number>();
    let tags = this.#formTags();
    for (let at = 0; at < tags.length; at++) {
      const tag = tags[at]!;
      if (pattern.test(this.#forms.get(tag)!)) {
        this.#forms.delete(tag);
        tags = this.#formTags();
        at = 0;
      } else kept.add(tag);
      if (this.#forms.size === 1) {
        kept.add(tags[0]!);
        break;
      }
    }
    this.tags = [...kept].sort((a, b) => a - b);
  }

  /** The word in stream format, with the reading of the tag; `withSurface` adds the surface form. */
  write(tag: number, withSurface: boolean): string {
    const start = (this.isContinued ? "" : "^") + (this.isContinued || !withSurface ? "" : `${this.surface}/`);
    const [first] = this.#formTags();
    const isUnknown = first === undefined || this.#forms.get(first)!.startsWith("*");
    const form = isUnknown ? `*${this.surface}` : (this.#forms.get(this.#forms.size > 1 ? tag : first) ?? "");
    const text = start + form;
    return text + (text === "" ? "" : this.isCut ? "+" : "$");
  }

  #formTags(): number[] {
    return [...this.#forms.keys()].sort((a, b) => a - b);
  }
}

/** Adds a reading to the words that represent one word of the analyser. */
export function addReading(words: Word[], { steps, whole }: Reading, data: TaggerData): void {
  let at = 0;
  for (const { tag, form, endsWord } of steps) {
    words[at]!.add(tag, form, data);
    if (!endsWord) continue;
    words[at]!.isCut = true;
    if (words.length <= at + 1) words.push(new Word(true));
    at += 1;
  }
  if (!whole) return;
  words.length = Math.max(1, words.length - at);
  const [word] = words;
  word!.isCut = false;
  word!.remove(whole.tag);
  word!.add(whole.tag, whole.form, data);
}
