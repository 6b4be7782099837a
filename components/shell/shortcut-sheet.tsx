"use client";

import { useTranslations } from "use-intl";
import { ShortcutList } from "@/components/editor/shortcut-list";
import { Dialog } from "@/components/ui/dialog";
import { Kbd, useModifierKey } from "@/components/ui/kbd";

/** All keyboard shortcuts. Those of the editor can be changed. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const modifier = useModifierKey();
  const sections = [
    {
      heading: t("everywhere"),
      rows: [
        [t("palette"), [modifier, "K"]],
        [t("help"), ["?"]],
      ],
    },
    {
      heading: t("inTranslator"),
      rows: [
        [t("translateNow"), [modifier, "Enter"]],
        [t("swap"), ["Alt", "S"]],
        [t("recentPair"), ["Alt", "1–9"]],
        [t("copyTranslation"), ["Alt", "C"]],
        [t("clear"), ["Alt", "X"]],
        [t("focusSource"), ["/"]],
      ],
    },
  ] as const;
  return (
    <Dialog open onOpenChange={onClose} title={t("title")}>
      <div className="flex flex-col gap-5">
        {sections.map(({ heading, rows }) => (
          <section key={heading}>
            <h3 className="mb-1 text-sm text-muted">{heading}</h3>
            <dl>
              {rows.map(([name, keys]) => (
                <div
                  key={name}
                  className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0"
                >
                  <dt>{name}</dt>
                  <dd className="flex gap-1" dir="ltr">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className="mb-1 text-sm text-muted">{t("inEditor")}</h3>
          <ShortcutList />
        </section>
        <p className="text-sm text-muted">{t("note")}</p>
      </div>
    </Dialog>
  );
}
