import { useTranslations } from "use-intl";
import { useErrorText } from "@/lib/client/texts";
import type { EditingState } from "./editing-session";

/** Why the text of an inactive row is not saved. Hidden while saving, to prevent a layout shift. */
export function UnsavedNote({ unsaved: { saving, failure, conflict } }: { readonly unsaved: EditingState }) {
  const t = useTranslations("editor");
  const errorText = useErrorText();
  if (saving === "saving") return null;
  if (conflict)
    return (
      <span className="text-xs text-danger">{t(conflict.isRepetition ? "conflict.repetition" : "conflict.title")}</span>
    );
  if (!failure) return <span className="text-xs text-warning">{t("saving.typing")}</span>;
  return <span className="text-xs text-danger">{t("saveFailed", { reason: errorText(failure) })}</span>;
}
