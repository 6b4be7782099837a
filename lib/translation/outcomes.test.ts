import { expect, test } from "vitest";
import { AppError, unavailable } from "@/lib/base/errors";
import { byTarget } from "./outcomes";

const done = { characters: 3, target: "es" };
const timeout = new AppError("timeout", "slow");
const down = unavailable("engine_unavailable", "down", 5);

test("an error in one target language is returned with that language, and the request fails only if all targets fail", () => {
  expect(byTarget(["es", "ca"], [done, down])).toEqual({
    results: {
      es: done,
      ca: { error: { code: "engine_unavailable", message: "down", details: { retryAfterSeconds: 5 } } },
    },
    characters: 3,
  });
  expect(() => byTarget(["es", "ca"], [timeout, down])).toThrow(down);
  expect(() => byTarget(["es", "ca"], [timeout, timeout])).toThrow(timeout);
  const unknown = new AppError("language_not_detected", "unknown");
  expect(() => byTarget(["es", "ca"], [unknown, unknown])).toThrow(unknown);
  const unserved = new AppError("invalid_request", "no pair");
  expect(byTarget(["es", "ca"], [unserved, down]).characters).toBe(0);
});
