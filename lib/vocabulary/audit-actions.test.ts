import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "./audit-actions";

test("each action of the audit log belongs to exactly one group", () => {
  expect([...AUDIT_ACTIONS].sort()).toEqual([...new Set(AUDIT_ACTIONS)].sort());
});
