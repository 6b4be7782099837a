import { expect, test } from "vitest";
import type { FileTranslation } from "@/lib/schemas/files";
import { isReady, toneOfEnded } from "./files";

test("a translated file can be downloaded once it is completed and until it expires", () => {
  const file = { status: "completed", expiresAt: "2026-01-02T00:00:00.000Z" } as FileTranslation;
  const expiry = Date.parse(file.expiresAt);
  expect(isReady(file, expiry - 1)).toBe(true);
  expect(isReady(file, null)).toBe(true);
  expect(isReady(file, expiry)).toBe(false);
  expect(isReady({ ...file, status: "translating" }, expiry - 1)).toBe(false);
});

test("the notice about finished files is red only if a file failed because of a server error", () => {
  const done = { status: "completed", error: null } as FileTranslation;
  const damaged = { status: "failed", error: { code: "invalid_document", message: "" } } as FileTranslation;
  const late = { status: "failed", error: { code: "timeout", message: "" } } as FileTranslation;
  expect(toneOfEnded([done])).toBe("success");
  expect(toneOfEnded([done, damaged])).toBe("warning");
  expect(toneOfEnded([damaged, late])).toBe("danger");
});
