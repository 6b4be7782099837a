import { describe, expect, it } from "vitest";
import { grantableRoles } from "./rights";

describe("grantableRoles", () => {
  it("an owner can assign all roles, and a manager all except owner", () => {
    expect(grantableRoles("owner", "viewer")).toContain("owner");
    expect(grantableRoles("manager", "viewer")).not.toContain("owner");
    expect(grantableRoles("manager", "manager")).toContain("viewer");
  });

  it("a manager can't change an owner's role, and lower roles can't assign any", () => {
    expect(grantableRoles("manager", "owner")).toEqual([]);
    expect(grantableRoles("reviewer", "viewer")).toEqual([]);
    expect(grantableRoles("viewer")).toEqual([]);
  });
});
