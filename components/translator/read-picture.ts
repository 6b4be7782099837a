import type { useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api-error";
import { textOfPicture } from "@/lib/client/pictures";
import type { Translator } from "./use-translator";

type Reading = Pick<Translator, "source" | "setText"> & {
  readonly signal: AbortSignal;
  /** Returns the text to replace. Called when recognition ends. */
  readonly before: () => string;
  readonly t: ReturnType<typeof useTranslations<"translate">>;
};

/** Replaces the text by that of a picture, or reports that the picture has none. Throws an error if that fails. */
export async function readPicture(file: File, { source, setText, signal, before, t }: Reading): Promise<void> {
  try {
    const recognised = await textOfPicture(file, source, signal);
    if (signal.aborted) return;
    const text = before();
    setText(recognised);
    const action = { label: t("undoPicture"), onSelect: () => setText(text) };
    toast(t("pictureRead"), { tone: "success", ...(text.trim() === "" ? {} : { action }) });
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    if (error.code === "no_translatable_text") toast(t("pictureEmpty"));
    else if (error.code === "unsupported_media_type") toast(t("pictureKind"), { tone: "warning" });
    else throw error;
  }
}
