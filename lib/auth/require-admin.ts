import "server-only";
import { notFound } from "next/navigation";
import type { Person } from "./caller";
import { requireCaller } from "./require-caller";

/** The administrator who asks for a page. For anybody else the page does not exist. */
export async function requireAdmin(path: string): Promise<Person> {
  const caller = await requireCaller(path);
  if (!caller.isAdmin) notFound();
  return caller;
}
