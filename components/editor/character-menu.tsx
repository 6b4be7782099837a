"use client";

import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Pilcrow } from "@/components/ui/icons";
import { useModifierKey } from "@/components/ui/kbd";
import { Menu, MenuItem } from "@/components/ui/menu";
import { CHARACTERS } from "./characters";
import { useEditorScope } from "./editor-scope";
import { shownKeys } from "./shortcuts";

type CharacterMenuProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onChoose: (character: string) => void;
};

/** A menu of characters to insert at the caret. */
export function CharacterMenu({ open, onOpenChange, onChoose }: CharacterMenuProps) {
  const t = useTranslations("editor.character");
  const modifier = useModifierKey();
  const { shortcuts } = useEditorScope();
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={
        <IconButton
          icon={Pilcrow}
          size="sm"
          label={t("title")}
          keys={shownKeys(shortcuts.openCharacters, modifier).join("+")}
        />
      }
    >
      {Object.entries(CHARACTERS).map(([name, character]) => (
        <MenuItem key={name} onSelect={() => onChoose(character)}>
          <span className="grow">{t(name as keyof typeof CHARACTERS)}</span>
          <code dir="ltr" className="text-xs text-muted">
            {`U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`}
          </code>
        </MenuItem>
      ))}
    </Menu>
  );
}
