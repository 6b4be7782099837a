/** Path of a value in nested data: key names, and numbers of list items. */
export type KeyPath = readonly (string | number)[];

/** A path as shown to callers, without item numbers: `features[].title`. */
export function spellPath(path: KeyPath): string {
  return path.reduce<string>(
    (spelled, step) => (typeof step === "number" ? `${spelled}[]` : spelled ? `${spelled}.${step}` : step),
    "",
  );
}

/**
 * A function that matches paths with requested ones, ignoring case. `features[].title` means the titles of all items,
 * `*` any single key, and a final `*` everything below. With `anywhere`, a single name matches at any depth.
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

/** Splits `features[].title` into `features`, `[]`, `title`. */
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
