import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_LONG } from "@/e2e/long";
import { closeSandbox, readGlossaryFile, readMemoryFile } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";

beforeAll(() => bundleWorkers());
afterAll(() => closeSandbox());

const tu = (n: number) =>
  `<tu tuid="${n}"><tuv xml:lang="en"><seg>The <bpt i="1" x="1"/>red house<ept i="1"/> number ${n} is old.</seg></tuv><tuv xml:lang="es"><seg>La <bpt i="1" x="1"/>casa roja<ept i="1"/> número ${n} es vieja.</seg></tuv></tu>`;
const tmx = (body: string) => Buffer.from(`<tmx version="1.4"><header srclang="en"/><body>${body}</body></tmx>`);

test("a large translation memory is read in batches small enough for one transaction", async () => {
  const units = IS_LONG ? 100_000 : 10_000;
  const file = await readMemoryFile(tmx(Array.from({ length: units }, (_, n) => tu(n)).join("\n")), "en");
  expect(file).toMatchObject({ units, skipped: { count: 0 } });
  expect(file.batches).toHaveLength(units / 500);
  expect(JSON.parse(file.batches[7]!)[3]).toMatchObject({
    tuid: "3503",
    source: "The <g1>red house</g1> number 3503 is old.",
  });
});

test("an attribute of several megabytes is truncated, and a file with excessive nesting is refused", async () => {
  const attribute = "a".repeat(IS_LONG ? 50_000_000 : 5_000_000);
  expect((await readMemoryFile(tmx(`<tu tuid="${attribute}">${tu(1).slice(13)}`), "en")).units).toBe(1);
  await expect(
    readMemoryFile(Buffer.from("<tmx>".repeat(IS_LONG ? 10_000_000 : 1_000_000)), "en"),
  ).rejects.toMatchObject({
    code: "unreadable_file",
    details: { reason: "too_complex" },
  });
});

test("a glossary with too many terms is refused, and at most a thousand skipped rows are listed", async () => {
  const rows = (count: number, target: string) =>
    Buffer.from(`source,es\n${Array.from({ length: count }, (_, n) => `term ${n},${target}\n`).join("")}`);
  await expect(readGlossaryFile(rows(20_001, "x"), "en")).rejects.toMatchObject({ details: { reason: "too_complex" } });
  const { terms, skipped } = await readGlossaryFile(rows(30_000, ""), "en");
  expect(terms).toEqual([]);
  expect(skipped.count).toBe(30_000);
  expect(skipped.first).toHaveLength(1_000);
});
