import { describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { mutationsOf } from "./mutators";
import { regexMutations } from "./regex";
import { mutantsOf, sampleOf } from "./sample";
import { withMutants } from "./schemata";

const RULE = `import { eq } from "drizzle-orm";
export function isLate(days: number, limits?: { days: number }): string {
  if (days > (limits?.days ?? 3) && /^x+$/u.test("x")) return "late";
  return \`in \${days - 1} days\`;
}`;

const changes = (code: string) => mutationsOf(code).map(({ mutator, replacement }) => `${mutator}: ${replacement}`);

describe("mutants", () => {
  test("of conditions, comparisons, logic, arithmetic, texts and optional chains", () => {
    expect(changes(RULE)).toEqual(
      expect.arrayContaining([
        "Condition: true",
        "Condition: false",
        "Equality: (days) >= (limits?.days ?? 3)",
        "Logical: (limits?.days) && (3)",
        "OptionalChain: limits.days",
        "Arithmetic: (days) + (1)",
        'Text: ""',
        "Regex: /x+$/u",
        "Regex: /^x$/u",
        "Block: ",
      ]),
    );
  });

  test("of conditions of queries", () => {
    expect(changes("const mine = eq(rows.owner, owner);")).toEqual([
      "Query: globalThis.__queries.ne(rows.owner, owner)",
    ]);
  });

  test("none in types, names of modules, keys, log calls and sentences for people", () => {
    const code = `import type { A } from "a"; type B = "b"; log.info({ a: 1 }, "x"); f("The file is too large.");`;
    expect(changes(code)).toEqual([]);
  });

  test("of a call within an optional chain replace the whole chain", () => {
    const [mutant] = mutationsOf("const a = b?.trim().length;").filter(({ mutator }) => mutator === "Call");
    expect(mutant?.replacement).toBe("b?.length");
  });

  test("of a regular expression are regular expressions", () => {
    for (const changed of regexMutations("(?<=a)[b-d]{2,3}\\p{L}*?$", "u"))
      expect(() => parseAst(changed)).not.toThrow();
    expect(regexMutations("(?<=a)", "u")).toEqual(["/(?<!a)/u"]);
  });

  test("compiled into a file leave it as it is until one is switched on", () => {
    expect(() => parseAst(withMutants(RULE, mutantsOf("rule.ts", RULE)), { lang: "ts" })).not.toThrow();
    const body = withMutants("a + b * c", mutantsOf("rule.ts", "a + b * c"));
    const run = new Function("a", "b", "c", `return ${body}`);
    expect(run(2, 3, 4)).toBe(14);
    const seen = new Set<number>();
    for (const { id } of mutantsOf("rule.ts", "a + b * c")) {
      Object.assign(globalThis, { __mutant: (one: number) => one === id });
      seen.add(run(2, 3, 4));
    }
    Object.assign(globalThis, { __mutant: undefined });
    expect(seen).toEqual(new Set([2 - 12, 2 + 3 / 4]));
  });
});

describe("the sample", () => {
  const mutants = mutantsOf("rule.ts", RULE);

  test("is the same for the same seed and another for another", () => {
    expect(sampleOf(mutants, 5, "1")).toEqual(sampleOf([...mutants].reverse(), 5, "1"));
    expect(sampleOf(mutants, 5, "1")).not.toEqual(sampleOf(mutants, 5, "2"));
  });

  test("stays as it is in one file when another changes", () => {
    const other = mutantsOf("other.ts", RULE);
    const sample = sampleOf([...mutants, ...other], 20, "1").filter(({ file }) => file === "rule.ts");
    const smaller = sampleOf([...mutants, ...other.slice(1)], 20, "1").filter(({ file }) => file === "rule.ts");
    expect(smaller).toEqual(expect.arrayContaining(sample));
  });
});
