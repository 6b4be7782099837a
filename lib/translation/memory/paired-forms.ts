import { checkCodes, codesIn } from "@/lib/text/message/codes";
import { type Forms, formFor, formsOf, mainForm } from "@/lib/text/plurals/plural-forms";
import type { InlineCode } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/segments";
import { sourceHash } from "./hash";
import { exactMatches, type MemoryMatch } from "./match";

/** A segment to look up. Only plural messages can be found. */
type Sought = {
  readonly source: string;
  readonly codes: readonly InlineCode[];
  readonly contextHash: string;
  readonly pluralRule: PluralRule | null;
  readonly sourceForms: Forms | null;
  /** The `Plural-Forms` header of its target file, if any. */
  readonly header?: string | undefined;
};

type Languages = { readonly source: string; readonly target: string };

/**
 * Translations of plural messages, composed of units for each of their forms. TMX files contain such units, as do
 * memories written by releases before 0.2. Null if a form is missing, or if two forms of the target language have the
 * same source, so that their units cannot be distinguished.
 */
export async function pairedMatches(
  accountId: string,
  memoryIds: readonly string[],
  sought: readonly Sought[],
  languages: Languages,
): Promise<readonly (MemoryMatch | null)[]> {
  const pairs = sought.map((one) => pairsOf(one, languages));
  const wanted = sought.flatMap(({ contextHash }, i) =>
    (pairs[i] ?? []).map(({ text }) => ({ sourceHash: sourceHash(text), contextHash })),
  );
  const found = await exactMatches(accountId, memoryIds, wanted, languages.target);
  let next = 0;
  return sought.map((one, i) => {
    const own = pairs[i];
    if (!own) return null;
    const units = found.slice(next, next + own.length);
    next += own.length;
    return joined(one, own, units, languages);
  });
}

/** A form of the target language, with the source text for its numbers. */
type Pair = { readonly name: string; readonly text: string };

function pairsOf({ pluralRule: rule, sourceForms: forms, header }: Sought, languages: Languages): Pair[] | null {
  if (!rule || !forms) return null;
  const needed = formsOf(rule, languages.target, forms, header).filter(({ required }) => required);
  const pairs = needed.flatMap(({ name, samples }) => {
    const own = formFor(samples[0] ?? 5, { rule, language: languages.source, forms });
    return own === null ? [] : [{ name, text: forms[own]! }];
  });
  const isClear = pairs.length === needed.length && new Set(pairs.map(({ text }) => text)).size === pairs.length;
  return isClear ? pairs : null;
}

function joined(
  { source, codes, pluralRule, sourceForms, header }: Sought,
  pairs: readonly Pair[],
  units: readonly (MemoryMatch | null)[],
  languages: Languages,
): MemoryMatch | null {
  const known = units.flatMap((unit, i) => {
    const { name, text } = pairs[i]!;
    const hasCodes = unit && checkCodes({ text, codes: codesIn(text, codes) }, unit.target).length === 0;
    return hasCodes ? [{ name, unit }] : [];
  });
  const [first] = known;
  if (!pluralRule || !first || known.length < pairs.length) return null;
  const targetForms = Object.fromEntries(known.map(({ name, unit }) => [name, unit.target]));
  const main = mainForm(pluralRule, languages.target, header);
  return {
    ...first.unit,
    source,
    sourceForms,
    target: targetForms[main] ?? first.unit.target,
    targetForms,
    match: Math.min(100, ...known.map(({ unit }) => unit.match)),
    reviewed: known.every(({ unit }) => unit.reviewed),
  };
}
