import type { Namespace } from "@/lib/i18n/catalogue";

/** What the log needs besides its own words: those of the pages where the recorded things are done. */
export const AUDIT_NAMESPACES: readonly Namespace[] = ["settings", "keys", "webhooks", "admin", "analysis", "engines"];
