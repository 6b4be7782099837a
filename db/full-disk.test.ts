// Needs a process of its own: the state of the disk is shared within a process.
import { afterEach, expect, test, vi } from "vitest";
import { toAppError } from "@/lib/http/api/responses";
import { isDiskFull } from "./full-disk";

afterEach(() => vi.useRealTimers());

test("a write refused for lack of space marks the disk as full until a later probe succeeds", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(await isDiskFull()).toBe(false);
  toAppError(new Error("Failed query", { cause: Object.assign(new Error("no space"), { code: "53100" }) }));
  expect(await isDiskFull()).toBe(true);
  vi.advanceTimersByTime(4_900);
  expect(await isDiskFull()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(await isDiskFull()).toBe(false);
});
