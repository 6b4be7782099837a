import { expect, test } from "vitest";
import { countKeyFailure, KEY_FAILURES } from "./failures";

/** Each test uses other networks, because tests in the same process share the counts. */
const fail = (network: string, now: number, times: number = KEY_FAILURES.most) =>
  Array.from({ length: times }, () => countKeyFailure(network, now)).at(-1);

test("a network is throttled after 20 invalid keys, until the first failure is a minute old", () => {
  const start = 1_000_000;
  expect(fail("a", start, KEY_FAILURES.most)).toBe(0);
  expect(countKeyFailure("a", start)).toBe(60);
  expect(countKeyFailure("a", start + 59_500)).toBe(1);
  expect(countKeyFailure("b", start)).toBe(0);
  expect(countKeyFailure("a", start + 60_000)).toBe(0);
});

test("invalid keys sent while a network is throttled don't prolong the throttling", () => {
  const start = 2_000_000;
  fail("c", start);
  for (let second = 1; second < 60; second++) expect(countKeyFailure("c", start + second * 1_000)).toBe(60 - second);
  expect(countKeyFailure("c", start + 60_000)).toBe(0);
});

test("throttling of invalid keys keeps the ten thousand networks with the most recent failures", () => {
  const start = 3_000_000;
  fail("old", start);
  fail("kept", start);
  for (let i = 0; i < 9_998; i++) countKeyFailure(`other ${i}`, start);
  expect(countKeyFailure("kept", start)).toBe(60);
  for (let i = 0; i < 10; i++) countKeyFailure(`new ${i}`, start);
  expect(countKeyFailure("old", start)).toBe(0);
  expect(countKeyFailure("kept", start)).toBe(60);
});
