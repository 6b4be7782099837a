import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import { env } from "@/lib/base/env";
import { canMail } from "@/lib/base/mail";
import { configuredProviders } from "@/lib/identity/auth/providers";
import { passwordsAreOff } from "@/lib/identity/auth/sign-in";
import type { SignUpSetting } from "@/lib/schemas/admin";
import { type SignInOptions, SignUpPolicy } from "@/lib/schemas/sign-in";

type Policy = z.output<typeof SignUpPolicy>;
const SETTING = "sign_up";

/** The policy of who may sign up: the administrator's setting, else the environment variable. */
export async function signUpPolicy(): Promise<Policy> {
  return (await signUpSetting()).policy;
}

export async function signUpSetting(): Promise<z.input<typeof SignUpSetting>> {
  const set = SignUpPolicy.safeParse(await readServerSetting(SETTING));
  return { policy: set.data ?? env().SIGN_UP, fromEnvironment: env().SIGN_UP, isSet: set.success };
}

/** Sets the sign-up policy of the server; null restores the policy of the environment variable. */
export async function setSignUpPolicy(policy: Policy | null): Promise<z.input<typeof SignUpSetting>> {
  await writeServerSetting(SETTING, policy);
  return signUpSetting();
}

/** Options shown on the sign-in pages to a visitor who is not signed in. */
export async function signInOptions(): Promise<z.input<typeof SignInOptions>> {
  const [signUp, admins] = await Promise.all([
    signUpPolicy(),
    db().select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1),
  ]);
  const setupNeeded = admins.length === 0;
  return { providers: configuredProviders(), passwords: !passwordsAreOff(), signUp, setupNeeded, mail: canMail() };
}
