import type { Languages } from "@/lib/schemas/translate";

export type Language = Languages["languages"][number];

/** Download size in bytes of targets that only models would add; for automatic detection, from any language. */
export function installableTargets(languages: readonly Language[], source: string): ReadonlyMap<string, number> {
  const from = source === "auto" ? languages : languages.filter(({ code }) => code === source);
  return smallest(from.flatMap(({ installable = [] }) => installable.map((one) => [one.target, one.downloadBytes])));
}

/** Download size in bytes of source languages that only models would add. */
export function installableSources(languages: readonly Language[]): ReadonlyMap<string, number> {
  const without = languages.filter(({ targets }) => targets.length === 0);
  return smallest(without.flatMap(({ code, installable = [] }) => installable.map((one) => [code, one.downloadBytes])));
}

function smallest(sizes: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const bytesByCode = new Map<string, number>();
  for (const [code, bytes] of sizes) bytesByCode.set(code, Math.min(bytes, bytesByCode.get(code) ?? bytes));
  return bytesByCode;
}

/** The targets of `source`; for automatic detection, all targets of any language. */
export function targetsOf(languages: readonly Language[], source: string): Set<string> {
  if (source !== "auto") return new Set(languages.find(({ code }) => code === source)?.targets ?? []);
  return new Set(languages.flatMap(({ targets }) => targets));
}
