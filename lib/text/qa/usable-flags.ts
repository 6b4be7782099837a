import {
  canonicalFlag,
  FLAG,
  MAX_FLAG_LENGTH,
  MAX_FLAGS,
  patternOf,
  readFlags,
  type SegmentFlags,
} from "@/lib/text/flags";
import { compilePattern, type Pattern } from "@/lib/text/pattern";
import { CHECKS } from "./checks";

/** Why a flag is invalid; null if it is valid. */
export function faultOfFlag(flag: string): string | null {
  if (!FLAG.test(flag)) return "it isn't one of ignore-<check>, max-length:<number>, placeholders:<pattern>, safe-html";
  if (flag.startsWith("ignore-") && !isOfChecks(flag)) return "there is no such check";
  const pattern = patternOf(flag);
  const compiled = pattern === null ? null : compilePattern(pattern);
  return typeof compiled === "string" ? compiled : null;
}

/** True if a flag names a check, a family of checks, all checks, or a check of the project. */
function isOfChecks(flag: string): boolean {
  const own = /^custom(?:\.|$)/;
  return [...readFlags([flag]).ignored].some(
    (name) =>
      name === "all-checks" || own.test(name) || CHECKS.some(({ id }) => id === name || id.startsWith(`${name}.`)),
  );
}

/** Beginnings of flags. */
const BEGIN = "ignore-|max-length:|placeholders:|safe-html";
const BEGINS = new RegExp(`^(?:${BEGIN})`);
/** The comma before another flag; patterns may contain commas, too. */
const COMMA = new RegExp(`,\\s*(?=${BEGIN})`);
/** Flags on a separate line of a note: `flags: ignore-number, max-length:20`. */
const LINE = /^[\s*]*flags?\s?[:=](.+)$/gimu;

/** The QA flags among a file's other flags (`c-format`), valid or not. */
export function statedFlags(flags: Iterable<string>): string[] {
  return [...new Set(Array.from(flags, canonicalFlag))].filter((flag) => BEGINS.test(flag));
}

/** Flags on separate lines of a file's note for translators, and the invalid ones among them. */
export function flagsInNote(note: string | undefined): { usable: readonly string[]; unusable: readonly string[] } {
  const lists = [...(note ?? "").matchAll(LINE)].map(([, list = ""]) => list.trim().split(COMMA));
  const stated = statedFlags(lists.flat().map((flag) => flag.trim()));
  const isUsable = (flag: string) => flag.length <= MAX_FLAG_LENGTH && faultOfFlag(flag) === null;
  const usable = stated.filter(isUsable).slice(0, MAX_FLAGS);
  return { usable, unusable: stated.filter((flag) => !usable.includes(flag)) };
}

/** Finds text that a translation must contain unchanged. */
export function findersOf({ placeholders }: SegmentFlags): Pattern["find"][] {
  return placeholders
    .map((pattern) => compilePattern(pattern))
    .flatMap((one) => (typeof one === "string" ? [] : one.find));
}
