import { expect, test } from "vitest";
import { packInTurns, packList, unpackInTurns, unpackList } from "./packed-list";

const TEXTS = [
  ...Array.from({ length: 5_000 }, (_, i) => ({ text: i % 7 === 0 ? null : `Line ${i}`, codes: [{ id: 1 }] })),
  { text: "\ud83d lone, and whole 😀\u2028".repeat(30_000), codes: [] },
  { text: "", codes: [] },
];

test("a list comes back as it was, packed and unpacked at once or in turns, in pieces of bounded size", async () => {
  for (const packed of [packList(TEXTS), await packInTurns(TEXTS)]) {
    expect(packed.pieces.length).toBeGreaterThan(3);
    expect(unpackList(packed)).toEqual(TEXTS);
    expect(await unpackInTurns(packed)).toEqual(TEXTS);
  }
  expect(unpackList(packList([]))).toEqual([]);
});

test("other work runs while a long list is unpacked", async () => {
  const packed = packList(Array.from({ length: 400_000 }, (_, i) => ({ text: `Line number ${i} of many` })));
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  await unpackInTurns(packed);
  clearInterval(other);
  expect(turns).toBeGreaterThan(3);
});
