import { describe, expect, it } from "vitest";
import { filterAddress, queryOf, readFilters } from "./filters";

describe("the filters of the project list", () => {
  it("filters of the project list are unchanged after they are written to an address and read back", () => {
    const filters = { q: "Handbuch & mehr", view: "mine", status: "in_review", targetLanguage: "pt-BR", sort: "dueAt" };
    const query = Object.fromEntries(new URL(filterAddress(filters), "http://localhost").searchParams);
    expect(readFilters(query)).toEqual(filters);
  });

  it("the project list's address has no parameters if no filter is set", () => {
    expect(filterAddress(readFilters({}))).toBe("/projects");
  });

  it("a view of the project list sends the same API query at any time of a day", () => {
    const filters = { ...readFilters({ view: "due", status: "in_review" }) };
    const morning = queryOf(filters, new Date("2026-11-21T06:00:00Z"));
    expect(morning).toEqual({ status: "in_review", dueBefore: "2026-11-25T00:00:00.000Z" });
    expect(queryOf(filters, new Date("2026-11-21T22:00:00Z"))).toEqual(morning);
    expect(queryOf(readFilters({ view: "mine" }))).toEqual({ assigneeId: "me" });
    expect(queryOf(readFilters({ view: "drafts" }))).toEqual({ machineDrafts: "true" });
  });

  it("filters of the project list ignore unknown values, and use the first value of a repeated parameter", () => {
    expect(readFilters({ status: "lost", targetLanguage: "!!", sort: "random", q: ["a", "b"] })).toEqual({
      q: "a",
      view: "",
      status: "",
      targetLanguage: "",
      sort: "",
    });
  });
});
