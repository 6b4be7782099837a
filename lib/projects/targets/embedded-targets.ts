import type { DocumentSegment } from "@/lib/formats/format";
import { canHoldTargets, type DocumentSource } from "@/lib/projects/documents/open-document";
import type { SegmentKey } from "@/lib/projects/documents/segment-keys";
import { SEGMENTS_FORMAT } from "@/lib/projects/documents/segments-document";
import type { Warning } from "@/lib/translation/warnings";
import { type EmbeddedTarget, namedValues, readNamed, repeated } from "./imported-translations";
import type { ImportedValue } from "./receipt";

/** The tag for content without a language (ISO 639). */
const NO_LANGUAGE = "zxx";

type Held = {
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, EmbeddedTarget>>;
  /** Every translation into these languages that the document contains. Segments are named by {@link targetKey}. */
  readonly values: readonly ImportedValue[];
  readonly warnings: readonly Warning[];
};

const AMBIGUOUS: Warning = {
  code: "targets_ignored",
  message:
    "The document contains translations but does not name their language, so they were skipped. Set `language` to keep them.",
};

/**
 * The translations that a document contains, in the project's languages. If the document declares no language, its
 * translations could be in any: with several candidates, and none named, none is used.
 *
 * @param open returns the same segments with the targets of a language.
 */
export async function embeddedTargets(
  document: DocumentSource,
  segments: readonly DocumentSegment[],
  keys: readonly (SegmentKey | null)[],
  open: (language: string) => Promise<{ readonly segments: readonly DocumentSegment[] }>,
): Promise<Held> {
  const none = { targets: new Map(), values: [], warnings: [] };
  if (!canHoldTargets(document.format)) return none;
  const { language } = document.options;
  // In a source file, a column called "target" may be in any language, including the source's.
  const isTable = document.format === "csv" || document.format === "tsv";
  if (isTable && !language && targetsOf((await open(NO_LANGUAGE)).segments, keys).size > 0)
    return { ...none, warnings: [AMBIGUOUS] };
  const asked = language ? [language] : document.languages;
  const targets = new Map<string, ReadonlyMap<string, EmbeddedTarget>>();
  for (const one of asked) {
    const opened = one === document.languages[0] ? segments : (await open(one)).segments;
    const held = targetsOf(opened, keys);
    if (held.size > 0) targets.set(one, held);
  }
  const [first, ...others] = [...targets.values()].map((held) => JSON.stringify([...held]));
  if (others.some((other) => other === first)) return { ...none, warnings: [AMBIGUOUS] };
  const values: ImportedValue[] = [];
  const hasFormat = document.format !== SEGMENTS_FORMAT;
  for (const [one, held] of targets) {
    const named = hasFormat ? await readNamed(document, segments, document.bytes, one) : undefined;
    const own = named
      ? namedValues(named.values ?? [], keys)
      : [...held].flatMap(([key, target]) => repeated(key, target.forms));
    const name = (key: string) => (targets.size > 1 ? `${one}: ${key}` : key);
    values.push(
      ...own.map((value) => ({
        ...value,
        key: name(value.key),
        segments: value.segments.map((key) => targetKey(one, key)),
      })),
    );
  }
  return { targets, values, warnings: [] };
}

/** Identifies a translation among those of several languages. */
export function targetKey(language: string, key: string): string {
  return `${language} ${key}`;
}

function targetsOf(
  segments: readonly DocumentSegment[],
  keys: readonly (SegmentKey | null)[],
): ReadonlyMap<string, EmbeddedTarget> {
  const held = new Map<string, EmbeddedTarget>();
  for (const [i, segment] of segments.entries()) {
    const [keyed, target] = [keys[i], segment.target];
    const texts = target ? [target.text, ...Object.values(target.forms ?? {})] : [];
    if (!keyed || !target || texts.some((text) => text.includes("\0") || !text.isWellFormed())) continue;
    held.set(keyed.key, target);
  }
  return held;
}
