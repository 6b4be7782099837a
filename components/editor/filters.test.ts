import { describe, expect, test } from "vitest";
import { addressOf, filterOf, isNarrowed, NO_FILTER } from "./filters";

describe("the filter of the editor", () => {
  test("goes into an address and comes back the same", () => {
    const filter = { ...NO_FILTER, state: "draft,needs_work", qa: "error", sort: "risk" };
    const address = addressOf(filter, "seg_1");
    expect(filterOf(Object.fromEntries(new URLSearchParams(address)))).toEqual(filter);
    expect(new URLSearchParams(address).get("segment")).toBe("seg_1");
  });

  test("never puts what was typed to search into an address", () => {
    expect(addressOf({ ...NO_FILTER, q: "secret plan" }, null)).toBe("");
  });

  test("leaves out what an address says wrongly", () => {
    expect(filterOf({ state: "<script>", qa: "error" })).toEqual({ ...NO_FILTER, qa: "error" });
    expect(isNarrowed(filterOf({ sort: "risk" }))).toBe(false);
    expect(isNarrowed(filterOf({ qa: "error" }))).toBe(true);
  });
});
