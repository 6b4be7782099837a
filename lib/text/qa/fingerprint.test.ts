import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fnv1a64 } from "./fingerprint";

describe("fnv1a64", () => {
  it.each([
    ["", "cbf29ce484222325"],
    ["a", "af63dc4c8601ec8c"],
    ["foobar", "85944171f73967e8"],
  ])("fnv1a64 returns the published hash of %j", (text, hash) => {
    expect(fnv1a64(text)).toBe(hash);
  });

  it("fnv1a64 returns the same hash as a calculation with 64-bit integers, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fnv1a64(text)).toBe(reference(text));
      }),
    );
  });
});

function reference(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce((value, byte) => BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
  return hash.toString(16).padStart(16, "0");
}
