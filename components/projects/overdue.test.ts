import { expect, test } from "vitest";
import { isOverdue } from "./overdue";

const past = "2020-01-01T00:00:00.000Z";
const ahead = "9999-01-01T00:00:00.000Z";

test("a language is overdue after its due date until its work is completed", () => {
  expect(isOverdue({ status: "in_progress" }, { dueAt: past, status: "translating" })).toBe(true);
  expect(isOverdue({ status: "in_progress" }, { dueAt: ahead, status: "translating" })).toBe(false);
  expect(isOverdue({ status: "in_progress" }, { dueAt: null, status: "translating" })).toBe(false);
  expect(isOverdue({ status: "in_progress" }, { dueAt: past, status: "completed" })).toBe(false);
});

test.each(["completed", "cancelled", "archived"] as const)(
  "no language is overdue in a project that is %s",
  (status) => {
    expect(isOverdue({ status }, { dueAt: past, status: "translating" })).toBe(false);
  },
);
