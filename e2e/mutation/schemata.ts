import path from "node:path";
import type { Mutant } from "./sample";

/**
 * Compiles the sampled mutants of a file into it at once. Each is activated by its number, so that nothing is
 * transformed again between mutants.
 */
export function schemata(root: string, mutants: readonly Mutant[]) {
  const byFile = new Map(mutants.map(({ file }) => [file, mutants.filter((one) => one.file === file)]));
  return {
    name: "mutants",
    enforce: "pre" as const,
    transform(code: string, id: string) {
      const own = byFile.get(path.relative(root, id.replace(/\?.*$/, "")));
      return own ? { code: withMutants(code, own), map: null } : undefined;
    },
  };
}

/** @param mutants sorted by start, outer before inner */
export function withMutants(code: string, mutants: readonly Mutant[]): string {
  const render = (start: number, end: number, within: readonly Mutant[]): string => {
    let text = "";
    let at = start;
    let rest = within;
    while (rest[0]) {
      const outer = rest[0];
      const same = rest.filter((one) => one.start === outer.start && one.end === outer.end);
      const inner = rest.filter((one) => one.start < outer.end && !same.includes(one));
      text += code.slice(at, outer.start) + switched(same, render(outer.start, outer.end, inner));
      at = outer.end;
      rest = rest.filter((one) => one.start >= outer.end);
    }
    return text + code.slice(at, end);
  };
  return render(0, code.length, mutants);
}

function switched(mutants: readonly Mutant[], original: string): string {
  const isOn = ({ id }: Mutant) => `globalThis.__mutant?.(${id})`;
  const block = mutants.find((one) => one.block);
  if (block) return `{ if (${isOn(block)}) {} else ${original} }`;
  return `(${mutants.map((one) => `${isOn(one)} ? (${one.replacement}) : `).join("")}(${original}))`;
}
