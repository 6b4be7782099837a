import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Check, CircleOff, TriangleAlert } from "@/components/ui/icons";
import type { Webhook } from "@/lib/client/webhooks";

const STATES = {
  enabled: { tone: "success", icon: Check },
  failing: { tone: "warning", icon: TriangleAlert },
  disabled: { tone: "neutral", icon: CircleOff },
} as const;

/** Whether a webhook is enabled, and whether its deliveries succeed. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const state = webhook.status === "enabled" && webhook.failingSince ? "failing" : webhook.status;
  const { tone, icon: Icon } = STATES[state];
  return (
    <Badge tone={tone}>
      <Icon />
      {t(`state.${state}`)}
    </Badge>
  );
}
