import { z } from "zod";
import { ACTOR_TYPES } from "@/lib/vocabulary/accounts";
import { NOTIFICATION_KINDS } from "@/lib/vocabulary/events";
import { Id, KnownLanguage, NextCursor, Paging, Timestamp } from "./common";

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  projectId: z.string().nullable(),
  projectName: z.string(),
  source: z.string().nullable().describe("With `language`, the pair that was requested"),
  language: z.string().nullable(),
  segmentId: z.string().nullable(),
  count: z.number().int().describe("Number of segments, or of people who request a language"),
  dueAt: Timestamp.nullable().describe("Due date, for a reminder"),
  actorType: z.enum(ACTOR_TYPES),
  actorName: z.string().nullable().describe("Who caused the notification; null for Dragoman itself"),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationsQuery = z.strictObject({ ...Paging });

export const NotificationList = z.object({
  notifications: z.array(Notification),
  nextCursor: NextCursor,
  unread: z.number().int(),
});

export const ReadNotificationsBody = z.strictObject({
  ids: z.array(Id("ntf")).min(1).max(100).optional().describe("Default: all"),
});

/** The requested pair; for a single language, only the target. */
export const LanguageRequestBody = z.strictObject({ source: KnownLanguage.optional(), target: KnownLanguage });

export const UnsubscribeBody = z.strictObject({ token: z.string().min(1).max(2_000) });
export const Unsubscribed = z.object({ kinds: z.array(z.enum(NOTIFICATION_KINDS)) });
