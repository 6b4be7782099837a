import type { Namespace } from "@/lib/i18n/catalogue";

/** Additional message namespaces of the log: those of the pages whose actions it records. */
export const AUDIT_NAMESPACES: readonly Namespace[] = ["settings", "keys", "webhooks", "admin", "analysis", "engines"];
