import { describe, expect, it } from "vitest";
import { grantableRoles } from "./rights";

describe("the roles that a member may give", () => {
  it("are all for an owner, and all but owner for a manager", () => {
    expect(grantableRoles("owner", "viewer")).toContain("owner");
    expect(grantableRoles("manager", "viewer")).not.toContain("owner");
    expect(grantableRoles("manager", "manager")).toContain("viewer");
  });

  it("are none where a manager meets an owner, and none for those below a manager", () => {
    expect(grantableRoles("manager", "owner")).toEqual([]);
    expect(grantableRoles("reviewer", "viewer")).toEqual([]);
    expect(grantableRoles("viewer")).toEqual([]);
  });
});
