import { describe, expect, it } from "vitest";
import { grantableRoles } from "./rights";

describe("grantableRoles", () => {
  it("an owner may assign all roles, and a manager all except owner", () => {
    expect(grantableRoles("owner", "viewer")).toContain("owner");
    expect(grantableRoles("manager", "viewer")).not.toContain("owner");
    expect(grantableRoles("manager", "manager")).toContain("viewer");
  });

  it("a manager may not change an owner's role, and lower roles may assign none", () => {
    expect(grantableRoles("manager", "owner")).toEqual([]);
    expect(grantableRoles("reviewer", "viewer")).toEqual([]);
    expect(grantableRoles("viewer")).toEqual([]);
  });
});
