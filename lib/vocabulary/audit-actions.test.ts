import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "./audit-actions";

test("every action of the audit log is in one group", () => {
  expect([...AUDIT_ACTIONS].sort()).toEqual([...new Set(AUDIT_ACTIONS)].sort());
});
