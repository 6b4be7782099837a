import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET = "a secret of the server, for tests only";
});

import { open, SealBroken, seal } from "./secret-box";

describe("encrypting secrets for the database", () => {
  test("an encrypted secret decrypts to its content, and encrypting the same secret twice gives different bytes", () => {
    const secret = "whsec_ключ 🔑";
    expect(open("webhook", seal("webhook", secret))).toBe(secret);
    expect(seal("webhook", secret).equals(seal("webhook", secret))).toBe(false);
    expect(seal("webhook", secret).includes(secret)).toBe(false);
  });

  test("a secret encrypted for one purpose doesn't decrypt for another", () => {
    expect(() => open("engine", seal("webhook", "secret"))).toThrow(SealBroken);
  });

  test("a secret with a changed bit or missing bytes doesn't decrypt", () => {
    const sealed = seal("webhook", "secret");
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => open("webhook", changed)).toThrow(SealBroken);
    }
    for (let length = 0; length < sealed.length; length++)
      expect(() => open("webhook", sealed.subarray(0, length))).toThrow(SealBroken);
  });
});

test("encrypting, signing and decrypting fail without a server secret", async () => {
  vi.stubEnv("DRAGOMAN_SECRET", undefined);
  vi.resetModules();
  const [box, cursor, session] = [
    await import("./secret-box"),
    await import("./cursor"),
    await import("@/lib/identity/auth/session"),
  ];
  expect(() => box.seal("webhook", "secret")).toThrow("DRAGOMAN_SECRET is not set");
  expect(() => cursor.encodeCursor("list", ["a"])).toThrow("DRAGOMAN_SECRET is not set");
  await expect(session.tokenOfCookie("cookie")).rejects.toThrow("DRAGOMAN_SECRET is not set");
  vi.unstubAllEnvs();
});
