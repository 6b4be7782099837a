import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { ProjectList } from "@/lib/schemas/projects";
import type {
  CreateWebhookBody,
  DeliveryList,
  Delivery as DeliverySchema,
  Replay,
  UpdateWebhookBody,
  WebhookList,
  Webhook as WebhookSchema,
  WebhookSecret,
} from "@/lib/schemas/webhooks";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { usePaged } from "./paged";
import { randomId } from "./random-id";

export type Webhook = z.output<typeof WebhookSchema>;
export type WebhookPage = z.output<typeof WebhookList>;
export type NewWebhook = z.input<typeof CreateWebhookBody>;
export type WebhookChange = z.input<typeof UpdateWebhookBody>;
export type Delivery = z.output<typeof DeliverySchema>;
export type DeliveryPage = z.output<typeof DeliveryList>;
export type DeliveryState = Delivery["status"];

/** The workspace's webhooks, newest first. For managers. */
export function useWebhooks(initial: WebhookPage | undefined, enabled: boolean) {
  return usePaged<typeof WebhookList>(["webhooks"], "/webhooks", { initial, enabled });
}

/** A webhook; refreshed periodically, because its deliveries may begin to fail. */
export function useWebhook(initial: Webhook) {
  return useQuery({
    queryKey: ["webhook", initial.id],
    queryFn: ({ signal }) => api<typeof WebhookSchema>("GET", at`/webhooks/${initial.id}`, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
}

/** A delivery due within this time is due soon. Longer than the lease of an attempt (a minute). */
const SOON_MS = 65_000;

/** A webhook's completed and pending deliveries; refreshed often while one is due soon. */
export function useDeliveries(webhookId: string, status: DeliveryState | null, initial?: DeliveryPage) {
  return usePaged<typeof DeliveryList>(
    ["webhook", webhookId, "deliveries", status],
    at`/webhooks/${webhookId}/deliveries`,
    {
      query: { status },
      initial,
      refetchAfter: (pages) => (pages.some((page) => page.deliveries.some(isDueSoon)) ? 1_500 : 15_000),
    },
  );
}

function isDueSoon({ nextAttemptAt }: Delivery): boolean {
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON_MS;
}

/** Creates a webhook. Only the response contains the secret; it is not cached. */
export function useCreateWebhook() {
  return useChange(
    [["webhooks"]],
    (body: NewWebhook) => api<typeof WebhookSecret>("POST", "/account/webhooks", { body }),
    { gcTime: 0 },
  );
}

export function useUpdateWebhook(id: string) {
  return useChange(keysOf(id), (body: WebhookChange) =>
    api<typeof WebhookSchema>("PATCH", at`/webhooks/${id}`, { body }),
  );
}

/** Rotates a webhook's secret, which only the response contains. */
export function useRotateSecret(id: string) {
  return useChange(keysOf(id), () => api<typeof WebhookSecret>("POST", at`/account/webhooks/${id}/rotate-secret`), {
    gcTime: 0,
  });
}

export function useDeleteWebhook(id: string) {
  return useChange([["webhooks"]], () => api("DELETE", at`/webhooks/${id}`));
}

export function useSendTest(id: string) {
  return useChange(keysOf(id), () =>
    api<typeof DeliverySchema>("POST", at`/webhooks/${id}/test`, { headers: idempotencyHeaders() }),
  );
}

export function useRedeliver(id: string) {
  return useChange(keysOf(id), (deliveryId: string) =>
    api<typeof DeliverySchema>("POST", at`/webhooks/${id}/deliveries/${deliveryId}/redeliver`, {
      headers: idempotencyHeaders(),
    }),
  );
}

/** Resends all events after a time. Returns the number; one call is limited. */
export function useReplay(id: string) {
  return useChange(keysOf(id), async (since: Date) => {
    let count = 0;
    let place: number | string | null = since.toISOString();
    while (place !== null) {
      const part: z.output<typeof Replay> = await api<typeof Replay>("POST", at`/webhooks/${id}/replay`, {
        body: { since: place },
        headers: idempotencyHeaders(),
      });
      count += part.deliveries;
      place = part.nextSince;
    }
    return count;
  });
}

/** Projects to choose from, most recently changed first. */
export function useProjectChoices() {
  return useQuery({
    queryKey: ["projects", "choices"],
    queryFn: async ({ signal }) =>
      (await api<typeof ProjectList>("GET", "/projects", { query: { limit: 100, sort: "-updatedAt" }, signal }))
        .projects,
  });
}

/** Queries that show a webhook. */
const keysOf = (id: string) => [["webhook", id], ["webhooks"]] as const;

const idempotencyHeaders = () => ({ "Idempotency-Key": randomId() });
