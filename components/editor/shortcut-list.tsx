"use client";

import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Kbd, useModifierKey } from "@/components/ui/kbd";
import { Notice } from "@/components/ui/notice";
import { toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import {
  DEFAULT_SHORTCUTS,
  EDITOR_ACTIONS,
  type EditorAction,
  type ShortcutFault,
  shortcutFault,
  shortcutOf,
  shownKeys,
  writeShortcuts,
} from "./shortcuts";
import { useChangeShortcuts, useShortcuts } from "./use-preferences";

/** The editor's shortcuts, each with a button that listens for other keys. */
export function ShortcutList() {
  const t = useTranslations("shortcuts");
  const modifier = useModifierKey();
  const errorText = useErrorText();
  const shortcuts = useShortcuts();
  const { change, error } = useChangeShortcuts();
  const [listening, setListening] = useState<EditorAction | null>(null);
  const [fault, setFault] = useState<ShortcutFault | null>(null);
  const listen = (action: EditorAction | null) => {
    setListening(action);
    setFault(null);
  };

  const onKeyDown = (event: KeyboardEvent, action: EditorAction) => {
    if (listening !== action) return;
    // Tab moves on as usual. Escape stops listening without closing the dialog.
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (event.key === "Escape") return listen(null);
    const keys = shortcutOf(event.nativeEvent);
    if (keys === null || event.repeat) return;
    const wrong = shortcutFault(shortcuts, action, keys);
    setFault(wrong);
    if (wrong) return;
    listen(null);
    change({ ...shortcuts, [action]: keys });
  };

  return (
    <>
      <ul>
        {EDITOR_ACTIONS.map((action) => (
          <li key={action} className="border-b border-line py-1.5">
            <div className="flex flex-wrap items-center gap-x-4">
              <span className="min-w-40 flex-1">{t(`editor.${action}`)}</span>
              <span className="ms-auto flex items-center gap-2">
                {listening === action ? null : <Keys keys={shownKeys(shortcuts[action], modifier)} />}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={listening === action ? undefined : t("changeOf", { action: t(`editor.${action}`) })}
                  onClick={() => listen(listening === action ? null : action)}
                  onBlur={() => listening === action && listen(null)}
                  onKeyDown={(event) => onKeyDown(event, action)}
                >
                  {listening === action ? t("press") : t("change")}
                </Button>
              </span>
            </div>
            {/* Always rendered, so that screen readers announce its content when it appears. */}
            <p role="alert" className="text-sm text-danger empty:hidden">
              {listening === action && fault
                ? fault.fault === "taken"
                  ? t("taken", { action: t(`editor.${fault.by}`) })
                  : t(fault.fault)
                : null}
            </p>
          </li>
        ))}
        <li className="flex items-center justify-between gap-4 py-2">
          <span>{t("editorMatch")}</span>
          <Keys keys={["Alt", "1–9"]} />
        </li>
      </ul>
      {error ? <Notice tone={toneOfFailure(error)}>{errorText(error)}</Notice> : null}
      <Button size="sm" disabled={writeShortcuts(shortcuts) === null} onClick={() => change(DEFAULT_SHORTCUTS)}>
        {t("reset")}
      </Button>
    </>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1" dir="ltr">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
