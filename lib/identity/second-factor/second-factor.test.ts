import { createHash, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { accounts, authenticators, recoveryCodes, signInThrottles } from "@/db/schema";
import { newPerson, personOfToken, type TestPerson } from "@/e2e/people";
import { SignInError } from "@/lib/identity/auth/sign-in";
import { passkeysWork } from "./passkeys";
import {
  finishAuthenticator,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
  startAuthenticator,
} from "./second-factors";
import { requireSecondFactor } from "./sign-in";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

const PASSWORD = "larch-otter-42-vellum";
const HERE = "http://localhost:3000";

describe("authenticator apps", () => {
  test("an authenticator app is required at sign-in once its first code was entered, and each code works once", async () => {
    const person = await newPerson({ password: PASSWORD });
    const { secret } = await startAuthenticator(person, PASSWORD);
    expect(await signIn(person)).toBe("in");
    const codes = codesOf(secret);
    expect((await finishAuthenticator(person, codes[0]!)).recoveryCodes).toHaveLength(10);
    expect(await signIn(person)).toBe("second_factor:code");
    expect(await signIn(person, codes[0])).toBe("second_factor_wrong");
    expect(await signIn(person, ` ${codes[1]!.slice(0, 3)} ${codes[1]!.slice(3)}`)).toBe("in");
    expect(await signIn(person, codes[1])).toBe("second_factor_wrong");
  });

  test("adding or removing an authenticator app requires the password, and the app's secret is stored encrypted", async () => {
    const person = await newPerson({ password: PASSWORD });
    await expect(startAuthenticator(person, "wrong")).rejects.toMatchObject({ status: 400 });
    const { secret } = await startAuthenticator(person, PASSWORD);
    const [row] = await db().select().from(authenticators).where(eq(authenticators.userId, person.userId));
    expect(row!.secret.toString("latin1")).not.toContain(secret);
    await expect(finishAuthenticator(person, "000000")).rejects.toMatchObject({ status: 400 });
    await finishAuthenticator(person, codesOf(secret)[0]!);
    await expect(startAuthenticator(person, PASSWORD)).rejects.toMatchObject({ status: 409 });
    await expect(removeAuthenticator(person, "wrong")).rejects.toMatchObject({ status: 400 });
    await removeAuthenticator(person, PASSWORD);
    expect(await signIn(person)).toBe("in");
    expect(await getSecondFactor(person, HERE)).toMatchObject({ authenticator: false, recoveryCodesLeft: 0 });
  });

  test("five wrong codes block an authenticator app, even if more are sent concurrently, and each further block lasts longer", async () => {
    const { person } = await withApp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(person, "000000")));
    expect(answers.filter((answer) => answer === "second_factor_wrong")).toHaveLength(5);
    expect(answers.filter((answer) => answer.startsWith("throttled:"))).toHaveLength(15);
    const subject = createHash("sha256").update(`second factor ${person.userId}`).digest("base64url");
    await db()
      .update(signInThrottles)
      .set({ blockedUntil: sql`now()`, windowStart: sql`now() - interval '1 hour'` })
      .where(eq(signInThrottles.subject, subject));
    for (let i = 0; i < 5; i++) await signIn(person, "000000");
    expect(Number((await signIn(person, "000000")).split(":")[1])).toBeGreaterThan(1_700);
  });
});

describe("recovery codes", () => {
  test("each recovery code works once, with any spacing and case, and is stored as a hash", async () => {
    const { person, codes } = await withApp();
    const rows = await db().select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.userId));
    expect(rows.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32));
    expect(await signIn(person, codes[0])).toBe("in");
    expect(await signIn(person, codes[0])).toBe("second_factor_wrong");
    expect(await signIn(person, codes[1]!.replaceAll("-", " ").toUpperCase())).toBe("in");
    expect((await getSecondFactor(person, HERE)).recoveryCodesLeft).toBe(8);
  });

  test("new recovery codes replace all existing codes", async () => {
    const { person, codes } = await withApp();
    const { recoveryCodes: fresh } = await renewRecoveryCodes(person, PASSWORD);
    expect(await signIn(person, codes[0])).toBe("second_factor_wrong");
    expect(await signIn(person, fresh![0])).toBe("in");
  });

  test("one person's recovery codes don't work for another", async () => {
    const [one, other] = [await withApp(), await withApp()];
    expect(await signIn(one.person, other.codes[0])).toBe("second_factor_wrong");
  });
});

describe("requiring a second factor", () => {
  test("a member with a password must add a second factor before entering a workspace that requires one", async () => {
    const person = await newPerson({ password: PASSWORD });
    const withoutPassword = await newPerson({ accountId: person.accountId });
    await db().update(accounts).set({ requireSecondFactor: true }).where(eq(accounts.id, person.accountId));
    expect((await personOfToken(person.token))?.mustEnrol).toBe(true);
    expect((await personOfToken(withoutPassword.token))?.mustEnrol).toBe(false);
    const { secret } = await startAuthenticator(person, PASSWORD);
    expect((await personOfToken(person.token))?.mustEnrol).toBe(true);
    await finishAuthenticator(person, codesOf(secret)[0]!);
    expect((await personOfToken(person.token))?.mustEnrol).toBe(false);
  });
});

test("an administrator's reset removes a person's second factor and keeps the password", async () => {
  const { person } = await withApp();
  await resetSecondFactor(person.userId);
  expect(await signIn(person)).toBe("in");
  await expect(resetSecondFactor(`usr_${"0".repeat(26)}`)).rejects.toMatchObject({ status: 404 });
});

test.each([
  ["https://translate.example.org", true],
  ["http://localhost:3000", true],
  ["http://translate.example.org", false],
  ["https://192.0.2.1", false],
  ["https://[2001:db8::1]:8443", false],
])("passkeys can be used at %s: %s", (address, work) => {
  expect(passkeysWork(address)).toBe(work);
});

test("passkey responses without a challenge or with invalid JSON are refused", async () => {
  const { person } = await withApp();
  const answers = ["{", "[]", "{}", JSON.stringify({ challengeId: randomUUID(), response: { id: "x" } })];
  for (const passkey of answers)
    expect(await outcome(requireSecondFactor(person.userId, { code: "", passkey }, HERE))).toBe("second_factor_wrong");
});

async function withApp(): Promise<{ person: TestPerson; codes: readonly string[] }> {
  const person = await newPerson({ password: PASSWORD });
  const { secret } = await startAuthenticator(person, PASSWORD);
  const { recoveryCodes: codes } = await finishAuthenticator(person, codesOf(secret)[0]!);
  return { person, codes: codes! };
}

/** The codes of the current and the next 30 seconds. */
function codesOf(secret: string): string[] {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  return [0, 1].map((step) => totp.generate({ timestamp: Date.now() + step * 30_000 }));
}

function signIn(person: TestPerson, code = ""): Promise<string> {
  return outcome(requireSecondFactor(person.userId, { code, passkey: "" }, HERE));
}

/** `in` if the sign-in succeeded, else the error code. */
function outcome(work: Promise<void>): Promise<string> {
  return work.then(
    () => "in",
    (error) => {
      if (error instanceof SignInError) return error.code;
      throw error;
    },
  );
}
