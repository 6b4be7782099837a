"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";

/** Asks what is wrong with a translation that is sent back, or why an error is none. */
export default function ReasonDialog({
  purpose,
  onClose,
  onGive,
}: {
  readonly purpose: "sendBackDialog" | "ignoreDialog";
  readonly onClose: () => void;
  readonly onGive: (reason: string) => void;
}) {
  const t = useTranslations("editor");
  const ui = useTranslations("ui");
  const [missing, setMissing] = useState(false);
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={t(`${purpose}.title`)}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
          if (reason === "") setMissing(true);
          else onGive(reason);
        }}
      >
        <Field label={t(`${purpose}.reason`)} required error={missing ? t("reasonMissing") : undefined}>
          <Textarea
            name="reason"
            maxLength={1000}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" variant="primary">
            {t(`${purpose}.submit`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
