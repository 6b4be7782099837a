import { expect, test, vi } from "vitest";
import { EngineError } from "@/lib/engines/engine";
import { asAppError } from "./engine-fault";

test("an engine error becomes an API error even if it was created by another copy of its module", async () => {
  vi.resetModules();
  const other = await import("@/lib/engines/engine");
  expect(other.EngineError).not.toBe(EngineError);
  for (const Fault of [EngineError, other.EngineError]) {
    const reported = (code: EngineError["code"]) => asAppError(new Fault(code, "apertium", "why", 7));
    expect(reported("timeout")).toMatchObject({ code: "timeout", status: 504 });
    expect(reported("overloaded")).toMatchObject({ code: "overloaded", status: 503, headers: { "Retry-After": "7" } });
    expect(reported("unavailable")).toMatchObject({ code: "engine_unavailable", status: 503 });
  }
  const thrown = new Error("no engine's");
  expect(asAppError(thrown)).toBe(thrown);
});
