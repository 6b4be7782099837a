import { expect, test } from "vitest";
import { AUDIT_ACTION_GROUPS, AUDIT_ACTIONS } from "./audit-actions";

test("every action of the audit log is in one group", () => {
  expect(Object.values(AUDIT_ACTION_GROUPS).flat().sort()).toEqual([...AUDIT_ACTIONS].sort());
});
