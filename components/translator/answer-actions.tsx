"use client";

import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Download, Pencil, Shuffle, Star } from "@/components/ui/icons";
import { saveText } from "@/lib/client/save";
import { TEXT_FILES } from "./pair";
import { SpeakButton } from "./speak-button";
import { COPY_ID } from "./use-shortcuts";
import type { Shown } from "./use-translator";

type AnswerActionsProps = {
  readonly shown: Shown;
  /** False while a newer translation is requested. */
  readonly isReady: boolean;
  /** Whether the translation has alternatives and can be edited. False for a text that was returned unchanged. */
  readonly isCarried: boolean;
  readonly isFavourite: boolean;
  readonly onFavourite: () => void;
  readonly isComparing: boolean;
  readonly onCompare: () => void;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
};

/** Actions for a translation. */
export default function AnswerActions(props: AnswerActionsProps) {
  const { shown, isReady, isCarried, isFavourite, onFavourite, isComparing, onCompare, isEditing, onEdit } = props;
  const t = useTranslations("translate");
  const { translation, target } = shown.answer;
  const file = TEXT_FILES[shown.request.format];
  return (
    <div className="ms-auto flex items-center print:hidden">
      <SpeakButton text={translation} language={target} label={t("speakTranslation")} disabled={!isReady} />
      {isCarried ? (
        <>
          <IconButton icon={Shuffle} label={t("alternatives")} aria-pressed={isComparing} onClick={onCompare} />
          <IconButton icon={Pencil} label={t("edit")} aria-pressed={isEditing} disabled={isEditing} onClick={onEdit} />
        </>
      ) : null}
      <IconButton
        disabled={!isReady}
        label={isFavourite ? t("unfavourite") : t("favourite")}
        aria-pressed={isFavourite}
        onClick={onFavourite}
      >
        <Star className={isFavourite ? "fill-current text-warning" : undefined} />
      </IconButton>
      <IconButton
        icon={Download}
        disabled={!isReady}
        label={t("download")}
        onClick={() => saveText(`translation.${target}.${file.extension}`, translation, file.mediaType)}
      />
      <span id={COPY_ID} className="contents">
        <CopyButton text={translation} name={t("copy")} keys="Alt+C" disabled={!isReady} />
      </span>
    </div>
  );
}
