"use client";

import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Search } from "@/components/ui/icons";
import { Kbd, useModifierKey } from "@/components/ui/kbd";
import { commandLayer } from "./command-store";

/** Opens the command palette. */
export function PaletteButton({ look }: { look: "field" | "icon" }) {
  const t = useTranslations("shell");
  const modifier = useModifierKey();
  if (look === "icon")
    return <IconButton icon={Search} label={t("search")} size="lg" onClick={() => commandLayer.set("palette")} />;
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => commandLayer.set("palette")}
      className="flex h-9 items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 text-sm text-muted hover:border-edge"
    >
      <Search className="size-4" />
      <span className="grow text-start">{t("search")}</span>
      <span dir="ltr" className="flex gap-0.5" aria-hidden="true">
        <Kbd>{modifier}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}
