import { expect, test } from "vitest";
import { catalogue } from "@/lib/i18n/catalogue";
import { CHECKS } from "./checks";

test("each check has a unique id, a description, and a name in the user interface", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, description } of CHECKS) expect(description, id).toMatch(/^[A-Z].+\.$/);
  const names = Object.keys(catalogue("en").editor.checks);
  expect(names.sort()).toEqual(ids.map((id) => id.replaceAll(".", "_")).sort());
});
