import "server-only";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Person } from "./caller";
import { callerOfCookie, sessionCookieName } from "./session";

/** The signed-in person of this request, or null. Cached per request. */
export const optionalCaller = cache(async (): Promise<Person | null> => {
  return callerOfCookie((await cookies()).get(sessionCookieName())?.value);
});

/** The signed-in person; redirects everyone else to the sign-in page. Every page gets its caller here. */
export async function requireCaller(returnTo?: string): Promise<Person> {
  const caller = await optionalCaller();
  if (caller?.mustEnrol) redirect("/second-factor");
  if (caller) return caller;
  redirect(returnTo ? `/sign-in?callbackUrl=${encodeURIComponent(returnTo)}` : "/sign-in");
}

/** The administrator who requests a page; 404 for everyone else. */
export async function requireAdmin(path: string): Promise<Person> {
  const caller = await requireCaller(path);
  if (!caller.isAdmin) notFound();
  return caller;
}
