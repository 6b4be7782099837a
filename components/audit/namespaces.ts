import type { Namespace } from "@/lib/i18n/catalogue";

/** Message namespaces of the log besides its own: those of the pages with the recorded actions. */
export const AUDIT_NAMESPACES: readonly Namespace[] = ["settings", "keys", "webhooks", "admin", "analysis", "engines"];
