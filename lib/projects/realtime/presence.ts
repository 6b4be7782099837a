import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import type { Person } from "@/lib/identity/auth/caller";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import type { PresenceBody } from "@/lib/schemas/streams";
import { announce } from "@/lib/work/live-notices";

/** Notifies open streams of a person's position. Not stored, because tabs report often. Throws 400, 404. */
export async function reportPresence(
  caller: Person,
  projectId: string,
  { tab, language: tag, segmentId, editing }: z.output<typeof PresenceBody>,
): Promise<void> {
  const project = await requireProject(caller, projectId);
  const language = await requireProjectLanguage(project, tag);
  const [person] = await db().select({ name: users.name }).from(users).where(eq(users.id, caller.userId));
  await announce(db(), {
    kind: "presence",
    projectId,
    userId: caller.userId,
    tab,
    name: person?.name ?? null,
    at: { language, segmentId, editing },
  });
}

/** Notifies open streams that a tab was closed or left the editor. Throws 404. */
export async function leaveProject(caller: Person, projectId: string, tab: string): Promise<void> {
  await requireProject(caller, projectId);
  await announce(db(), { kind: "presence", projectId, userId: caller.userId, tab, name: null, at: null });
}
