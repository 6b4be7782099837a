import "server-only";
import { notFound } from "next/navigation";
import type { Person } from "./caller";
import { requireCaller } from "./require-caller";

/** The administrator who requests a page; 404 for anybody else. */
export async function requireAdmin(path: string): Promise<Person> {
  const caller = await requireCaller(path);
  if (!caller.isAdmin) notFound();
  return caller;
}
