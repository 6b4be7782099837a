import { expect, test } from "vitest";
import { isId, newId } from "./ids";

test("ids sort by creation time, even within one millisecond", () => {
  const made = Array.from({ length: 20_000 }, () => newId("job"));
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
  expect(made.every((id) => isId("job", id))).toBe(true);
});
