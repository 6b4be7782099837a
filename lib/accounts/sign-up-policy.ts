import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { serverSettings, users } from "@/db/schema";
import { configuredProviders } from "@/lib/auth/providers";
import { env } from "@/lib/env";
import { canMail } from "@/lib/mail";
import type { SignUpSetting } from "@/lib/schemas/admin";
import { type SignInOptions, SignUpPolicy } from "@/lib/schemas/sign-in";

type Policy = z.output<typeof SignUpPolicy>;
const SETTING = "sign_up";

/** Who may sign up: the administrator's setting, else the environment's. */
export async function signUpPolicy(): Promise<Policy> {
  return (await signUpSetting()).policy;
}

export async function signUpSetting(): Promise<z.input<typeof SignUpSetting>> {
  const [row] = await db().select().from(serverSettings).where(eq(serverSettings.name, SETTING));
  const set = SignUpPolicy.safeParse(row?.value);
  return { policy: set.data ?? env().SIGN_UP, fromEnvironment: env().SIGN_UP, isSet: set.success };
}

/** Sets the sign-up policy of the server; null: the environment decides. */
export async function setSignUpPolicy(policy: Policy | null): Promise<z.input<typeof SignUpSetting>> {
  if (policy === null) await db().delete(serverSettings).where(eq(serverSettings.name, SETTING));
  else
    await db()
      .insert(serverSettings)
      .values({ name: SETTING, value: policy })
      .onConflictDoUpdate({ target: serverSettings.name, set: { value: policy, updatedAt: sql`now()` } });
  return signUpSetting();
}

/** Options of the sign-in pages, before anybody is known. */
export async function signInOptions(): Promise<z.input<typeof SignInOptions>> {
  const [signUp, admins] = await Promise.all([
    signUpPolicy(),
    db().select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1),
  ]);
  return { providers: configuredProviders(), signUp, setupNeeded: admins.length === 0, mail: canMail() };
}
