import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Person } from "./caller";
import { callerOfCookie, sessionCookieName } from "./session";

/** The person who asks for a page, or null; looked up once per request. */
export const currentCaller = cache(async (): Promise<Person | null> => {
  const jar = await cookies();
  return callerOfCookie(jar.get(sessionCookieName())?.value);
});

/** The person who asks for a page; sends everybody else to sign in, and back here afterwards. */
export async function requireCaller(path: string): Promise<Person> {
  const caller = await currentCaller();
  if (!caller) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  return caller;
}
