import { redirect } from "next/navigation";
import { requireCaller } from "@/lib/identity/auth/require-caller";

/** The first page after signing in: assigned work for translators and reviewers, the translator for everyone else. */
export default async function Start() {
  const { role } = await requireCaller();
  redirect(role === "translator" || role === "reviewer" ? "/inbox" : "/");
}
