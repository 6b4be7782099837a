import { describe, expect, it } from "vitest";
import { grantableRoles } from "./rights";

describe("the roles that a member may give", () => {
  it("an owner may give all roles, and a manager all but owner", () => {
    expect(grantableRoles("owner", "viewer")).toContain("owner");
    expect(grantableRoles("manager", "viewer")).not.toContain("owner");
    expect(grantableRoles("manager", "manager")).toContain("viewer");
  });

  it("a manager may give no role to an owner, and those below a manager none at all", () => {
    expect(grantableRoles("manager", "owner")).toEqual([]);
    expect(grantableRoles("reviewer", "viewer")).toEqual([]);
    expect(grantableRoles("viewer")).toEqual([]);
  });
});
