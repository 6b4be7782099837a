import { describe, expect, it } from "vitest";
import { filterAddress, queryOf, readFilters } from "./filters";

describe("the filters of the project list", () => {
  it("filters come back from their own address unchanged", () => {
    const filters = { q: "Handbuch & mehr", view: "mine", status: "in_review", targetLanguage: "pt-BR", sort: "dueAt" };
    const query = Object.fromEntries(new URL(filterAddress(filters), "http://localhost").searchParams);
    expect(readFilters(query)).toEqual(filters);
  });

  it("filters leave the address plain when nothing is filtered", () => {
    expect(filterAddress(readFilters({}))).toBe("/projects");
  });

  it("filters ask the API for what a view means, the same all day long", () => {
    const filters = { ...readFilters({ view: "due", status: "in_review" }) };
    const morning = queryOf(filters, new Date("2026-11-21T06:00:00Z"));
    expect(morning).toEqual({ status: "in_review", dueBefore: "2026-11-25T00:00:00.000Z" });
    expect(queryOf(filters, new Date("2026-11-21T22:00:00Z"))).toEqual(morning);
    expect(queryOf(readFilters({ view: "mine" }))).toEqual({ assigneeId: "me" });
    expect(queryOf(readFilters({ view: "drafts" }))).toEqual({ machineDrafts: "true" });
  });

  it("filters ignore unknown statuses, languages and orders, and use the first of repeated values", () => {
    expect(readFilters({ status: "lost", targetLanguage: "!!", sort: "random", q: ["a", "b"] })).toEqual({
      q: "a",
      view: "",
      status: "",
      targetLanguage: "",
      sort: "",
    });
  });
});
