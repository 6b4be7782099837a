"use client";

import { useTranslations } from "use-intl";
import { createIcon } from "@/components/ui/icon";
import { CircleAlert, CircleCheck, CircleDot, CornerUpLeft } from "@/components/ui/icons";
import type { TranslationState } from "@/lib/vocabulary/segments";

/** Lucide's dashed circle as one element instead of eight, because every unstarted row of a list contains it. */
const CircleDashed = createIcon([
  ["circle", { cx: 12, cy: 12, r: 10, pathLength: 16, strokeDasharray: 1, strokeDashoffset: 0.5 }],
]);

/** Style of a state, which is never only a colour. */
const STATE_LOOK = {
  untranslated: { icon: CircleDashed, text: "text-faint", fill: "fill-transparent" },
  draft: { icon: CircleDot, text: "text-muted", fill: "fill-edge" },
  needs_work: { icon: CornerUpLeft, text: "text-warning", fill: "fill-warning" },
  translated: { icon: CircleAlert, text: "text-accent-ink", fill: "fill-accent" },
  reviewed: { icon: CircleCheck, text: "text-success", fill: "fill-success" },
} as const satisfies Record<TranslationState, unknown>;

/** The icon of a translation's state, with its name for screen readers. */
export function StateMark({ state }: { state: TranslationState }) {
  const t = useTranslations("editor");
  const { icon: Icon, text } = STATE_LOOK[state];
  return <Icon role="img" aria-label={t(`states.${state}`)} className={`size-4.5 shrink-0 ${text}`} />;
}
