import { createHash, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { signInThrottles, users } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { deviceCookie, knownDevice } from "./known-device";
import { SignInError, signInWithPassword } from "./sign-in";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

const PASSWORD = "larch-otter-42-vellum";

describe("signing in with a password", () => {
  test("sign-in ignores the case of the e-mail address", async () => {
    const person = await newPerson({ password: PASSWORD });
    expect(await tryIt(person.email.toUpperCase(), PASSWORD)).toBe(person.userId);
  });

  test("sign-in gives the same answer for an unknown e-mail address, a wrong password and a person without a password", async () => {
    const withPassword = await newPerson({ password: PASSWORD });
    const without = await newPerson();
    const answers = [
      await tryIt(`${randomUUID()}@example.org`, PASSWORD),
      await tryIt(withPassword.email, `${PASSWORD}!`),
      await tryIt(without.email, PASSWORD),
    ];
    expect(answers).toEqual(["CredentialsSignin", "CredentialsSignin", "CredentialsSignin"]);
  });

  test("sign-in rehashes a password that was hashed with other parameters", async () => {
    const person = await newPerson();
    const cheap = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await db().update(users).set({ passwordHash: cheap }).where(eq(users.id, person.userId));
    expect(await tryIt(person.email, PASSWORD)).toBe(person.userId);
    const [row] = await db().select().from(users).where(eq(users.id, person.userId));
    expect(row?.passwordHash).toContain("m=19456,t=2,p=1");
    expect(await tryIt(person.email, PASSWORD)).toBe(person.userId);
  });
});

describe("throttling of failed sign-ins", () => {
  test.each([["an address with an account"], ["an address without an account"]])(
    "sign-in allows five failed attempts for %s, even if all are concurrent",
    async (which) => {
      const email = which.includes("with an account")
        ? (await newPerson({ password: PASSWORD })).email
        : `${randomUUID()}@example.org`;
      const answers = await Promise.all(Array.from({ length: 30 }, () => tryIt(email, "wrong password", randomUUID())));
      expect(answers.filter((answer) => answer === "CredentialsSignin")).toHaveLength(5);
      for (const answer of answers.filter((one) => one !== "CredentialsSignin"))
        expect(seconds(answer)).toBeGreaterThan(890);
    },
  );

  test("a throttled sign-in refuses even the correct password, and accepts it after the delay", async () => {
    const person = await newPerson({ password: PASSWORD });
    await fail(person.email, 5);
    expect(seconds(await tryIt(person.email, PASSWORD))).toBeGreaterThan(0);
    await passTime(person.email, 900);
    expect(await tryIt(person.email, PASSWORD)).toBe(person.userId);
  });

  test("the delay of a throttled sign-in doubles each time, up to an hour", async () => {
    const email = `${randomUUID()}@example.org`;
    const waits: number[] = [];
    for (let block = 0; block < 4; block++) {
      await fail(email, 5);
      waits.push(seconds(await tryIt(email, PASSWORD)));
      await passTime(email, 3600);
    }
    expect(waits.map((wait) => Math.round(wait / 60))).toEqual([15, 30, 60, 60]);
  });

  test("a successful sign-in resets the count of failed attempts", async () => {
    const person = await newPerson({ password: PASSWORD });
    await fail(person.email, 4);
    expect(await tryIt(person.email, PASSWORD)).toBe(person.userId);
    await fail(person.email, 4);
    expect(await tryIt(person.email, PASSWORD)).toBe(person.userId);
  });

  test("a network is throttled after thirty failed sign-ins to any e-mail addresses; successful ones don't count", async () => {
    const network = randomUUID();
    const person = await newPerson({ password: PASSWORD });
    for (let i = 0; i < 3; i++) expect(await tryIt(person.email, PASSWORD, network)).toBe(person.userId);
    const stranger = () => tryIt(`${randomUUID()}@example.org`, "wrong password", network);
    const answers = await Promise.all(Array.from({ length: 40 }, stranger));
    expect(answers.filter((answer) => answer === "CredentialsSignin")).toHaveLength(30);
    expect(seconds(await tryIt(person.email, PASSWORD, network))).toBeGreaterThan(0);
  });
});

describe("sign-in from known devices", () => {
  const asked = (cookie: string | null) => ({
    method: "POST",
    url: "http://localhost/api/auth/callback/credentials",
    headers: new Headers(cookie === null ? {} : { cookie: cookie.split(";")[0]! }),
  });

  test("a known device can sign in while failed attempts from other devices throttle the e-mail address and the network", async () => {
    const person = await newPerson({ password: PASSWORD });
    const network = randomUUID();
    const device = knownDevice(asked(deviceCookie(asked(null), person.email)), person.email);
    expect(device).not.toBeNull();
    await fail(person.email, 5);
    for (let i = 0; i < 30; i++) await tryIt(`${randomUUID()}@example.org`, "wrong password", network);
    expect(seconds(await tryIt(person.email, PASSWORD, network))).toBeGreaterThan(0);
    expect(await tryIt(person.email, PASSWORD, network, device)).toBe(person.userId);
    // The address stays blocked for everyone else.
    expect(seconds(await tryIt(person.email, PASSWORD))).toBeGreaterThan(0);
  });

  test("a known device is also limited to five failed attempts per e-mail address", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const answers: string[] = [];
    for (let i = 0; i < 6; i++) answers.push(await tryIt(email, "wrong password", randomUUID(), "browser"));
    expect(answers.filter((answer) => answer === "CredentialsSignin")).toHaveLength(5);
    expect(seconds(answers[5]!)).toBeGreaterThan(0);
  });

  test("a device is known only for e-mail addresses that signed in on it, and a forged cookie makes no device known", () => {
    const first = deviceCookie(asked(null), "ada@example.org");
    const both = deviceCookie(asked(first), "Grace@example.org");
    expect(knownDevice(asked(both), "ADA@example.org")).toBe(knownDevice(asked(first), "ada@example.org"));
    expect(knownDevice(asked(both), "grace@example.org")).not.toBeNull();
    expect(knownDevice(asked(both), "eve@example.org")).toBeNull();
    expect(knownDevice(asked(`${first.split(";")[0]!.slice(0, -4)}AAAA`), "ada@example.org")).toBeNull();
    expect(both).toMatch(/; HttpOnly; SameSite=Lax/);
  });
});

/** The person's id, or the error code of the refused sign-in. */
function tryIt(
  email: string,
  password: string,
  network: string = randomUUID(),
  device: string | null = null,
): Promise<string> {
  return signInWithPassword(email, password, { network, device }).catch((error) => {
    if (error instanceof SignInError) return error.code;
    throw error;
  });
}

async function fail(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect(await tryIt(email, "wrong password")).toBe("CredentialsSignin");
}

function seconds(answer: string): number {
  expect(answer).toMatch(/^throttled:\d+$/);
  return Number(answer.split(":")[1]);
}

/** Simulates that `by` seconds have passed. Changes only the rows of this test's address. */
async function passTime(email: string, by: number): Promise<void> {
  const subject = createHash("sha256").update(email).digest("base64url");
  await db()
    .update(signInThrottles)
    .set({
      windowStart: sql`${signInThrottles.windowStart} - make_interval(secs => ${by})`,
      blockedUntil: sql`${signInThrottles.blockedUntil} - make_interval(secs => ${by})`,
    })
    .where(eq(signInThrottles.subject, subject));
}
