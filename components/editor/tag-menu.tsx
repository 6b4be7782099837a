"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { InlineCode } from "@/lib/text/segment";
import { CHIP_CLASS } from "./field-dom";
import { type TagChoice, tagName } from "./tags";

type TagMenuProps = {
  /** The keys that open the menu, as written on this keyboard. */
  readonly keys: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly choices: readonly TagChoice[];
  readonly codes: readonly InlineCode[];
  readonly icon: ReactNode;
  readonly onChoose: (encoded: string) => void;
  readonly onChooseMissing: () => void;
};

/** A menu of the source's codes to insert at the caret. */
export function TagMenu({ keys, open, onOpenChange, choices, codes, icon, onChoose, onChooseMissing }: TagMenuProps) {
  const t = useTranslations("editor");
  const missing = choices.filter((choice) => choice.isMissing).length;
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={
        <IconButton size="sm" label={t("tags")} keys={keys}>
          {icon}
        </IconButton>
      }
    >
      {choices.map((choice) => (
        <MenuItem key={choice.id} onSelect={() => onChoose(choice.encoded)}>
          <span className={CHIP_CLASS} dir="ltr">
            {tagName(choice.id, codes)}
          </span>
          <span className="grow text-muted">{choice.isMissing ? t("tagMissing") : t("tagThere")}</span>
        </MenuItem>
      ))}
      {missing > 0 ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={onChooseMissing}>{t("insertMissing", { count: missing })}</MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
