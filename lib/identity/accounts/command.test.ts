import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hashApiKey } from "@/lib/identity/auth/api-key";
import { admitKey } from "@/lib/identity/quota/limiter";
import { bundlePrograms, programFile } from "@/lib/operate/launch/bundle.mjs";
import { resetPassword } from "./password-reset";

beforeAll(() => bundlePrograms(["account"]));

describe("npm run account", () => {
  test("an operator can create an account, set its tier and limit, and create, list and revoke a key", async () => {
    const account = (await npmRunAccount("create", "--name", "Bot")).out;
    expect(account).toMatch(/^acc_/);
    await npmRunAccount("set-tier", account, "pro");
    await npmRunAccount("set-limit", account, "requestsPerHour", "7");
    const secret = (await npmRunAccount("create-key", account, "--scopes", "translate,files", "--limit", "3")).out;
    expect(await admitKey(hashApiKey(secret), true)).toMatchObject({
      state: "active",
      tier: "pro",
      scopes: ["translate", "files"],
      account: { limit: 7 },
      key: { limit: 3 },
    });
    const listed = (await npmRunAccount("list-keys", account)).out;
    expect(listed).toContain(secret.slice(-4));
    expect(listed).not.toContain(secret);
    await npmRunAccount("revoke-key", account, listed.split("\t")[0]!);
    expect((await admitKey(hashApiKey(secret), true)).state).toBe("revoked");
  });

  test("an operator can create a person, who sets a password with the printed link", async () => {
    const email = `${randomUUID()}@example.org`;
    const { out } = await npmRunAccount("create", "--name", "Team", "--owner", email);
    expect(out).toMatch(/^acc_\S+\nhttp\S+#\S+$/);
    const { out: link } = await npmRunAccount("reset-password", email);
    await resetPassword({ token: link.split("#")[1]!, password: "larch-otter-42-vellum" });
  });

  test("an invalid command prints an explanation and exits with code 1", async () => {
    const mistakes: [string[], RegExp][] = [
      [["frobnicate"], /no command frobnicate/],
      [["create"], /--name NAME is missing/],
      [["create", "--nmae", "x"], /nmae/],
      [["set-tier", "acc_0", "gold"], /no tier gold/],
      [["set-tier", "acc_0", "pro"], /No such account/],
      [["reset-password", "nobody@example.org"], /Nobody/],
    ];
    for (const [args, message] of mistakes) {
      const { code, out, err } = await npmRunAccount(...args);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(message);
      expect(err, "no stack").not.toMatch(/^ {4}at /m);
    }
  });

  test("the accounts command without arguments prints its help", async () => {
    expect(await npmRunAccount()).toMatchObject({ code: 0, out: expect.stringContaining("create-key") });
  });
});

function npmRunAccount(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [programFile("account"), ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err }),
    );
  });
}
