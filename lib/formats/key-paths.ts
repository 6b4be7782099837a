/** Where a value stands in nested data: names of keys, and numbers of items of a list. */
export type KeyPath = readonly (string | number)[];

/** As callers write and read it: `features[].title`; the number of an item is not said. */
export function spellPath(path: KeyPath): string {
  return path.reduce<string>(
    (spelled, step) => (typeof step === "number" ? `${spelled}[]` : spelled ? `${spelled}.${step}` : step),
    "",
  );
}

/**
 * Whether a path is one of those asked for, whatever the case. `features[].title` names the titles of all items, `*` any one
 * key, and a last `*` all that is below it: `hero.*`. A single name without dots is that key at any depth where `anywhere`.
 */
export function pathMatcher(patterns: readonly string[], anywhere = false): (path: KeyPath) => boolean {
  const compiled = patterns.map((pattern) => ({
    steps: stepsOf(pattern.trim().toLowerCase()),
    isName: anywhere && !/[.[*]/.test(pattern),
  }));
  return (path) => {
    const steps = stepsOf(spellPath(path).toLowerCase());
    return compiled.some(
      (pattern) =>
        matches(pattern.steps, steps) ||
        (pattern.isName && steps.findLast((step) => step !== "[]") === pattern.steps[0]),
    );
  };
}

/** `features[].title` in steps: `features`, `[]`, `title`. */
function stepsOf(path: string): string[] {
  return path.split(".").flatMap((part) => {
    const name = part.replace(/(?:\[\])+$/, "");
    const lists = Array<string>((part.length - name.length) / 2).fill("[]");
    return name === "" ? lists : [name, ...lists];
  });
}

function matches(pattern: readonly string[], steps: readonly string[]): boolean {
  if (pattern.at(-1) === "*" && steps.length >= pattern.length)
    return pattern.slice(0, -1).every((step, i) => isStep(step, steps[i]!));
  return pattern.length === steps.length && pattern.every((step, i) => isStep(step, steps[i]!));
}

function isStep(pattern: string, step: string): boolean {
  return pattern === step || (pattern === "*" && step !== "[]");
}
