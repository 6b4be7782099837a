import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "./audit-actions";

test("each audit log action belongs to exactly one group", () => {
  expect([...AUDIT_ACTIONS].sort()).toEqual([...new Set(AUDIT_ACTIONS)].sort());
});
