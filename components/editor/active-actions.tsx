"use client";

import { memo, type RefObject, useMemo } from "react";
import { useTranslations } from "use-intl";
import { Button, IconButton } from "@/components/ui/button";
import { Copy, CornerUpLeft, Languages, Tags, WandSparkles } from "@/components/ui/icons";
import { Kbd, useModifierKey } from "@/components/ui/kbd";
import type { InlineCode } from "@/lib/text/segment";
import { CharacterMenu } from "./character-menu";
import { type ActiveHandle, useEditorScope } from "./editor-scope";
import { shownKeys } from "./shortcuts";
import { TagMenu } from "./tag-menu";
import type { TagChoice } from "./tags";

/** The menu that is open. */
export type ActiveMenu = "tags" | "characters" | null;

type ActiveActionsProps = {
  /** Actions of the buttons, as of the row's last rendering. */
  readonly actions: RefObject<ActiveHandle>;
  readonly tags: readonly TagChoice[];
  readonly codes: readonly InlineCode[];
  readonly menu: ActiveMenu;
  readonly onMenu: (menu: ActiveMenu) => void;
  readonly isEmpty: boolean;
  readonly isSaving: boolean;
  readonly isSuggesting: boolean;
};

/** The buttons of the active segment. They are not rendered on most keystrokes. */
export const ActiveActions = memo(function ActiveActions(props: ActiveActionsProps) {
  const { actions, tags, codes, menu, onMenu, isEmpty, isSaving, isSuggesting } = props;
  const t = useTranslations("editor");
  const { may, shortcuts } = useEditorScope();
  const modifier = useModifierKey();
  const keys = useMemo(() => {
    const of = (shortcut: string) => shownKeys(shortcut, modifier);
    return {
      copySource: of(shortcuts.copySource).join("+"),
      suggest: of(shortcuts.suggest).join("+"),
      fixAll: of(shortcuts.fixAll).join("+"),
      openTags: of(shortcuts.openTags).join("+"),
      confirm: of(shortcuts.confirm),
    };
  }, [shortcuts, modifier]);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <IconButton
        icon={Copy}
        size="sm"
        label={t("copySource")}
        keys={keys.copySource}
        onClick={() => actions.current.copySource()}
      />
      <IconButton
        icon={Languages}
        size="sm"
        label={t("suggest")}
        keys={keys.suggest}
        pending={isSuggesting}
        onClick={() => actions.current.suggest()}
      />
      <IconButton
        icon={WandSparkles}
        size="sm"
        label={t("fixAll")}
        keys={keys.fixAll}
        onClick={() => actions.current.fixAll()}
      />
      {tags.length > 0 ? (
        <TagMenu
          keys={keys.openTags}
          open={menu === "tags"}
          onOpenChange={(open) => onMenu(open ? "tags" : null)}
          choices={tags}
          codes={codes}
          onChoose={(encoded) => actions.current.insertTag(encoded)}
          onChooseMissing={() => actions.current.insertMissingTags()}
          icon={<Tags />}
        />
      ) : null}
      <CharacterMenu
        open={menu === "characters"}
        onOpenChange={(open) => onMenu(open ? "characters" : null)}
        onChoose={(character) => actions.current.insertTag(character)}
      />
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5">
        {may.review && !isEmpty ? (
          <Button size="sm" variant="ghost" onClick={() => actions.current.sendBack()}>
            <CornerUpLeft className="flip-rtl" />
            {t("sendBack")}
          </Button>
        ) : null}
        <Button size="sm" onClick={() => actions.current.saveDraft()}>
          {t("saveDraft")}
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={isEmpty}
          pending={isSaving}
          onClick={() => actions.current.confirm()}
        >
          {may.review ? t("approve") : t("confirm")}
          <span className="hidden items-center gap-0.5 lg:flex" dir="ltr">
            {keys.confirm.map((key) => (
              <Kbd key={key}>{key === "Enter" ? "↵" : key}</Kbd>
            ))}
          </span>
        </Button>
      </div>
    </div>
  );
});
