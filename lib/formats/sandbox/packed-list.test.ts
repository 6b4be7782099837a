import { expect, test } from "vitest";
import { packInTurns, packList, unpackInTurns, unpackList } from "./packed-list";

const TEXTS = [
  ...Array.from({ length: 5_000 }, (_, i) => ({ text: i % 7 === 0 ? null : `Line ${i}`, codes: [{ id: 1 }] })),
  { text: "\ud83d lone, and whole 😀\u2028".repeat(30_000), codes: [] },
  { text: "", codes: [] },
];

test("a list packed in several pieces is unchanged after unpacking, whether synchronously or in asynchronous steps", async () => {
  for (const packed of [packList(TEXTS), await packInTurns(TEXTS)]) {
    expect(packed.pieces.length).toBeGreaterThan(3);
    expect(unpackList(packed)).toEqual(TEXTS);
    expect(await unpackInTurns(packed)).toEqual(TEXTS);
  }
  expect(unpackList(packList([]))).toEqual([]);
});

test("unpacking a long list in asynchronous steps lets other work run between the steps", async () => {
  const packed = packList(Array.from({ length: 400_000 }, (_, i) => ({ text: `Line number ${i} of many` })));
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  await unpackInTurns(packed);
  clearInterval(other);
  expect(turns).toBeGreaterThan(3);
});
