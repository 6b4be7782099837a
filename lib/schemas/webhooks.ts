import { z } from "zod";
import { DELIVERY_STATUSES } from "@/lib/vocabulary/projects";
import {
  commaSeparated,
  DateTimeInput,
  Id,
  KnownLanguage,
  NextCursor,
  Paging,
  StorableText,
  Timestamp,
} from "./common";
import { EventType } from "./events";

/** Why an attempt to deliver failed. */
export const DeliveryFailure = z.enum([
  "status",
  "redirect",
  "gone",
  "timeout",
  "connection",
  "tls",
  "name_not_found",
  "address_refused",
  "secret_unreadable",
]);
export type DeliveryFailure = z.infer<typeof DeliveryFailure>;

const DisabledReason = z.enum(["manual", "gone", "failing"]);

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    projectId: z.string().nullable().describe("Null: all projects"),
    eventTypes: z.array(EventType).describe("Empty: all types"),
    languages: z.array(z.string()).describe("Empty: all languages"),
    status: z.enum(["enabled", "disabled"]),
    disabledReason: DisabledReason.nullable().describe(
      "`manual`: disabled by a person; `gone`: the receiver answered 410; `failing`: every attempt of three days failed",
    ),
    failingSince: Timestamp.nullable().describe("Start of the current series of failed attempts"),
    previousSecretExpiresAt: Timestamp.nullable().describe("Until then events are also signed with the old secret"),
    createdAt: Timestamp,
  })
  .meta({ id: "Webhook", description: "An address to which the account's events are sent." });
export type Webhook = z.infer<typeof Webhook>;

const url = z.string().min(1).max(2_000).describe("https URL with a public address, and port 443 or 1024 and above");
const description = StorableText.trim().max(200);
const projectId = Id("prj").nullable();
const eventTypes = z.array(EventType).max(EventType.options.length);
const languages = z.array(KnownLanguage).max(50);

export const CreateWebhookBody = z.strictObject({
  url,
  description: description.default(""),
  projectId: projectId.default(null),
  eventTypes: eventTypes.default([]),
  languages: languages.default([]),
});

export const UpdateWebhookBody = z
  .strictObject({
    url: url
      .optional()
      .describe(
        "https URL with a public address, and port 443 or 1024 and above; can only be changed in the dashboard",
      ),
    description: description.optional(),
    projectId: projectId.optional(),
    eventTypes: eventTypes.optional(),
    languages: languages.optional(),
    status: z.enum(["enabled", "disabled"]).optional(),
  })
  .meta({ id: "UpdateWebhookRequest" });

/** Only this response contains the secret. */
export const WebhookSecret = z.object({ webhook: Webhook, secret: z.string() });

export const WebhooksQuery = z.strictObject(Paging);
export const WebhookList = z.object({ webhooks: z.array(Webhook), nextCursor: NextCursor });

export const Delivery = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    event: z.object({ id: z.string(), type: EventType }),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.number().int().describe("Number of attempts, including those before the event was sent again"),
    nextAttemptAt: Timestamp.nullable().describe("Null when delivery has ended or the webhook is disabled"),
    responseStatus: z.number().int().nullable(),
    failure: z
      .object({ code: DeliveryFailure, message: z.string() })
      .nullable()
      .describe("Why the last attempt failed"),
    durationMs: z.number().int().nullable().describe("Duration of the last attempt"),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: "Delivery", description: "The delivery of one event to one webhook." });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveriesQuery = z.strictObject({
  ...Paging,
  status: commaSeparated(Delivery.shape.status).optional().describe("One or more statuses, comma-separated"),
});
export const DeliveryList = z.object({ deliveries: z.array(Delivery), nextCursor: NextCursor });

export const ReplayBody = z
  .strictObject({
    since: z
      .union([
        z.number().int().min(0),
        z.string().regex(/^evt_[0-9a-z]{26}$/),
        DateTimeInput.transform((text) => new Date(text)),
      ])
      .describe("Sequence or id of an event, or a time: later events are sent again"),
  })
  .meta({ id: "ReplayRequest" });

export const Replay = z
  .object({
    deliveries: z.number().int().describe("Number of events sent again, at most 10,000 per request"),
    nextSince: z.number().int().nullable().describe("`since` of the next request; null if no events remain"),
  })
  .meta({ id: "Replay" });
