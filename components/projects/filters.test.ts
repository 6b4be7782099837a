import { describe, expect, it } from "vitest";
import { filterAddress, readFilters } from "./filters";

describe("the filters of the project list", () => {
  it("come back from their own address as they went in", () => {
    const filters = { q: "Handbuch & mehr", status: "in_review", targetLanguage: "pt-BR", sort: "dueAt" };
    const query = Object.fromEntries(new URL(filterAddress(filters), "http://localhost").searchParams);
    expect(readFilters(query)).toEqual(filters);
  });

  it("leave the address plain when nothing is filtered", () => {
    expect(filterAddress(readFilters({}))).toBe("/projects");
  });

  it("take nothing for a status or an order that there is not, and the first of a value that stands twice", () => {
    expect(readFilters({ status: "lost", sort: "random", q: ["a", "b"] })).toEqual({
      q: "a",
      status: "",
      targetLanguage: "",
      sort: "",
    });
  });
});
