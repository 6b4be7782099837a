import { describe, expect, test } from "vitest";
import { filterOf } from "./filter-of-address";
import { addressOf, hasWord, isNarrowed, NO_FILTER, toggleWord, typedOf, viewOf } from "./filters";

describe("the editor's filter", () => {
  test("a filter is unchanged after it is written to an address and read back", () => {
    const filter = { ...NO_FILTER, state: "draft,needs_work", qa: "error", sort: "risk" };
    const address = addressOf(filter, "seg_1", null);
    expect(filterOf(Object.fromEntries(new URLSearchParams(address)))).toEqual(filter);
    expect(new URLSearchParams(address).get("segment")).toBe("seg_1");
  });

  test("a filter's typed text is written to and read from the URL fragment, which browsers don't send to the server", () => {
    const typed = { q: "secret plan & more", label: "checkout" };
    const [query, fragment = ""] = addressOf({ ...NO_FILTER, ...typed, state: "draft" }, "seg_1", null).split("#");
    expect(query).toBe("?state=draft&segment=seg_1");
    expect(typedOf(`#${fragment}`)).toEqual(typed);
    expect(typedOf("")).toEqual({});
    expect(typedOf("#q=&state=draft")).toEqual({});
  });

  test("a filter adds and removes single values of a comma-separated list", () => {
    const both = toggleWord(toggleWord("", "draft"), "needs_work");
    expect(both).toBe("draft,needs_work");
    expect(hasWord(both, "draft")).toBe(true);
    expect(hasWord("needs_work", "work")).toBe(false);
    expect(toggleWord(both, "draft")).toBe("needs_work");
    expect(toggleWord("draft", "draft")).toBe("");
  });

  test("a filter ignores invalid values in the address", () => {
    const wrong = { state: "rejected", origin: "<script>", documentId: "doc_1", comments: "closed", sort: "fastest" };
    expect(filterOf({ ...wrong, qa: "error" })).toEqual({ ...NO_FILTER, qa: "error" });
    expect(typedOf(`#q=home&label=${"x".repeat(51)}`)).toEqual({ q: "home" });
    expect(typedOf("#label=a,,b")).toEqual({});
    expect(isNarrowed(filterOf({ sort: "risk" }))).toBe(false);
    expect(isNarrowed(filterOf({ qa: "error" }))).toBe(true);
  });
});

test("the editor's address has a branch parameter for every branch except main", () => {
  expect(addressOf(NO_FILTER, null, "feature/checkout")).toBe("?branch=feature%2Fcheckout");
  expect(addressOf(NO_FILTER, null, null)).toBe("");
});

test("the editor's address has parameters for the grid view and its columns, and no view parameters for the list view", () => {
  const view = { isGrid: true, columns: ["es", "ca"] };
  const address = addressOf(NO_FILTER, null, null, view);
  expect(viewOf(Object.fromEntries(new URLSearchParams(address)))).toEqual(view);
  expect(addressOf(NO_FILTER, null, null, { isGrid: false, columns: ["es"] })).toBe("");
});
