import path from "node:path";
import { describe, expect, test } from "vitest";
import { type WordList, wordLists } from "@/e2e/doubles/word-lists";
import { ROOT, readFile, sourcesBelow } from "@/e2e/sources";

/** A closed list of lib/vocabulary: its constant, the type of its members, and the members. */
type ClosedList = { readonly name: string; readonly type: string; readonly members: readonly string[] };

const closedLists = await readVocabulary();

describe("lists of fixed values in lib/vocabulary", () => {
  test("each list of fixed values is written once, and other code derives its values from it", () => {
    // Includes the SDK's types, which are generated from the OpenAPI document, because it uses these lists.
    const files = sourcesBelow("app", "components", "lib", "db").filter(
      (file) => !file.startsWith("lib/vocabulary/") && file !== "lib/packages/sdk/schema.ts",
    );
    expect(files.length).toBeGreaterThan(1000);
    const copies = files.flatMap((file) => copiesIn(readFile(file)).map((copy) => `${file}:${copy}`));
    expect(copies).toEqual([]);
  });

  test("no two lists of fixed values have the same members", () => {
    const sets = closedLists.map(({ members }) => [...members].sort().join());
    expect(sets.filter((set, i) => sets.indexOf(set) !== i)).toEqual([]);
  });
});

describe("searching for copies of lists of fixed values", () => {
  test.each(closedLists)(
    "the search for copied lists finds a copy of $name in any notation and order",
    ({ name, type, members }) => {
      const words = members.toReversed().map((word) => JSON.stringify(word));
      const forms = {
        array: `const OWN = [${words.join(", ")}] as const;`,
        enum: `const Own = z.enum([\n  ${words.join(",\n  ")},\n]);`,
        longer: `const OWN = ["something else", ${words.join(", ")}];`,
        arguments: `text("column", ${words.join(", ")});`,
        union: `export type Own = ${words.join(" | ")} | null;`,
        lines: `type Own =\n  | ${words.join("\n  | ")};`,
        "single quotes": `type Own = ${members.map((word) => `'${word}'`).join(" | ")};`,
        keys: `const labels = { ${words.map((word) => `${word}: 1`).join(", ")} };`,
        "keys of a type": `type Counts = { ${words.map((word) => `readonly ${word}?: number;`).join(" ")} };`,
      };
      const missed = Object.entries(forms).filter(
        ([, source]) => !copiesIn(source).some((copy) => copy.includes(name)),
      );
      expect(missed.map(([form]) => form)).toEqual([]);
      const keyed = words.map((word) => `${word}: 1`).join(", ");
      expect(copiesIn(`const PRICES: Readonly<Record<${type}, number>> = { ${keyed} };`)).toEqual([]);
      expect(copiesIn(`const PRICES = { ${keyed} } satisfies Record<${type}, number>;`)).toEqual([]);
    },
  );

  test("the search for copied lists ignores lists in comments and lists that lack a member", () => {
    expect(copiesIn(`// "free" | "pro" | "enterprise"\n/* ["free", "pro", "enterprise"] */`)).toEqual([]);
    expect(copiesIn(`const PAID = ["pro", "enterprise"];`)).toEqual([]);
  });
});

/** `line: LIST` for each list of words in a source that contains all members of a closed list. */
function copiesIn(source: string): string[] {
  return wordLists(source).flatMap((list) =>
    closedLists
      .filter(({ members }) => members.every((member) => list.words.includes(member)))
      .filter(({ members }) => list.kind !== "keys" || new Set(list.words).size === members.length)
      .filter(({ type }) => !isKeyedByType(source, list, type))
      .map(({ name }) => `${source.slice(0, list.start).split("\n").length}: ${name} (${list.kind})`),
  );
}

/** An object whose keys the compiler checks, as in `Record<Tier, Limits>`, so that it cannot lack a new member. */
function isKeyedByType(source: string, { kind, start, end }: WordList, type: string): boolean {
  if (kind !== "keys") return false;
  const isKeyed = new RegExp(`\\bRecord<\\s*${type}\\b`);
  const declaration =
    source
      .slice(0, start)
      .split(/;\s*\n|\n\n|\}\n/)
      .at(-1) ?? "";
  const rest = source.slice(end, end + 120).split(";")[0] ?? "";
  return isKeyed.test(declaration) || (/^\s*(?:as const )?\s*satisfies/.test(rest) && isKeyed.test(rest));
}

async function readVocabulary(): Promise<ClosedList[]> {
  const lists = sourcesBelow("lib/vocabulary").map(async (file) => {
    const source = readFile(file);
    const exported: Record<string, unknown> = await import(path.join(ROOT, file));
    return Object.entries(exported).flatMap(([constant, members]) => {
      if (!Array.isArray(members)) return [];
      const type = new RegExp(`export type (\\w+) = \\(typeof ${constant}\\)\\[number\\]`).exec(source)?.[1];
      if (type === undefined) throw new Error(`${file} exports no type of the members of ${constant}`);
      return [{ name: constant, type, members: members.map(String) }];
    });
  });
  return (await Promise.all(lists)).flat();
}
