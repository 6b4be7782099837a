import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { PatchAccountBody, UsageQuery } from "./account";
import { AdminListQuery } from "./admin";
import { CreateKeyBody } from "./keys";
import { InviteBody } from "./members";
import { PatchProfileBody, SwitchWorkspaceBody } from "./profile";
import { PasswordResetBody, SignUpBody } from "./sign-in";
import { UsageDetailQuery } from "./usage";
import { ReplayBody } from "./webhooks";

const NUL = "a\0b";
const HALF = "a\ud83d";
const person = { email: "ada@example.org", name: "Ada", password: "larch-otter-42-vellum" };

describe("refusing values that the database can't store", () => {
  test.each<[string, z.ZodType, Record<string, unknown>]>([
    ["the name of a person", SignUpBody, { ...person, name: NUL }],
    ["the address of a person", SignUpBody, { ...person, email: `${NUL}@example.org` }],
    ["the name of a new workspace", SignUpBody, { ...person, accountName: HALF }],
    ["the address of a password reset", PasswordResetBody, { email: `${NUL}@example.org` }],
    ["an address to invite", InviteBody, { email: `${NUL}@example.org`, role: "viewer" }],
    ["a changed name", PatchProfileBody, { name: NUL }],
    ["a language of the interface", PatchProfileBody, { locale: NUL }],
    ["a preference", PatchProfileBody, { preferences: { theme: NUL } }],
    ["half a surrogate pair in a preference", PatchProfileBody, { preferences: { theme: HALF } }],
    ["the name of a preference", PatchProfileBody, { preferences: { [NUL]: 1 } }],
    ["the name of a workspace", PatchAccountBody, { name: NUL }],
    ["a workspace to switch to", SwitchWorkspaceBody, { accountId: NUL }],
    ["the name of a key", CreateKeyBody, { name: NUL }],
    ["an administrator's search", AdminListQuery, { q: NUL }],
    ["a day in the year 0", UsageQuery, { from: "0000-01-01", to: "0000-01-02" }],
    ["a last day whose month before is out of range", UsageDetailQuery, { to: "0001-01-05" }],
    ["a time in the year 0", ReplayBody, { since: "0000-01-01T00:00:00Z" }],
  ])("a value that the database can't store is refused: %s", (_, schema, input) =>
    expect(schema.safeParse(input).success).toBe(false),
  );

  test("text that the database can store isn't refused", () => {
    expect(SignUpBody.safeParse({ ...person, name: "Zoë 🧵", accountName: "Ünïcode" }).success).toBe(true);
    expect(PatchProfileBody.safeParse({ locale: "de", preferences: { theme: "dark" } }).success).toBe(true);
    expect(UsageQuery.safeParse({ from: "1970-01-01", to: "1970-02-01" }).success).toBe(true);
    expect(UsageQuery.safeParse({ from: "soon" }).error?.issues).toHaveLength(1);
    expect(ReplayBody.parse({ since: "2026-01-01T01:00:00+01:00" }).since).toEqual(new Date("2026-01-01T00:00:00Z"));
  });
});
