"use client";

import { useRouter } from "next/navigation";
import { type ClipboardEvent, lazy, type RefObject, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { X } from "@/components/ui/icons";
import { Segmented } from "@/components/ui/segmented";
import { passFiles } from "@/lib/client/files-across-pages";
import type { Language } from "@/lib/client/language-sets";
import { languageDirection } from "@/lib/text/languages";
import { loadAnswer } from "./load-answer";
import { SampleChips } from "./sample-chips";
import { SpeakButton } from "./speak-button";
import { onlyPicture, type PictureReader } from "./use-picture-text";
import type { Translator } from "./use-translator";

const DictateButton = lazy(() => import("./dictate-button"));
const OverLimit = lazy(() => import("./over-limit"));
const PictureButtons = lazy(() => import("./picture-buttons"));

type SourcePaneProps = {
  readonly state: Translator;
  readonly languages: readonly Language[];
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly limit: number;
  /** Null if the server cannot read pictures. */
  readonly pictures: PictureReader | null;
};

/** The input pane. */
export function SourcePane({ state, languages, input, limit, pictures }: SourcePaneProps) {
  const t = useTranslations("translate");
  const router = useRouter();
  const { text, setText, spoken, characters, size } = state;
  const nearLimit = characters > limit * 0.9;
  const clear = () => {
    setText("");
    input.current?.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // Office programs add a picture to copied text.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    const picture = pictures && onlyPicture(files);
    if (picture) return pictures.read(picture);
    passFiles(files);
    router.push("/files");
  };
  return (
    <div className="flex min-h-0 flex-col border-b lg:border-e lg:border-b-0">
      <div className="flex min-h-0 grow">
        <textarea
          ref={input}
          aria-label={t("sourceText")}
          aria-describedby="character-count"
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={onPaste}
          onFocus={() => void loadAnswer().catch(() => {})}
          lang={spoken ?? ""}
          dir={text === "" || spoken === null ? "auto" : languageDirection(spoken)}
          spellCheck
          autoCapitalize="sentences"
          className={cx(
            "prose-text field-sizing-content min-h-36 min-w-0 grow resize-none bg-transparent px-5 py-4 outline-none max-lg:max-h-[50dvh] sm:min-h-44 lg:min-h-20",
            size,
          )}
        />
        <div className="w-11 shrink-0 pt-2.5">
          {text === "" ? null : <IconButton icon={X} label={t("clear")} keys="Alt+X" onClick={clear} />}
        </div>
      </div>
      {pictures?.isReading ? (
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-2 text-sm text-muted">
          <span>{t("readingPicture")}</span>
          <Button size="sm" onClick={pictures.cancel}>
            {t("cancelPicture")}
          </Button>
        </p>
      ) : text === "" ? (
        <SampleChips
          pair={state}
          languages={languages}
          className="px-5 pb-2"
          onChoose={(sample) => {
            setText(sample);
            input.current?.focus();
          }}
        />
      ) : null}
      {state.cutAt !== null ? (
        <Suspense fallback={null}>
          <OverLimit state={state} input={input} cutAt={state.cutAt} />
        </Suspense>
      ) : null}
      <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-2 print:hidden">
        <Segmented
          label={t("format")}
          value={state.format}
          onValueChange={state.setFormat}
          options={[
            { value: "text", label: t("formatText") },
            { value: "html", label: t("formatHtml") },
            { value: "markdown", label: t("formatMarkdown") },
          ]}
        />
        <div className="ms-auto flex items-center gap-2">
          <p
            id="character-count"
            className={cx(
              "tabular text-sm",
              characters > limit ? "font-medium text-warning" : nearLimit ? "text-warning" : "text-muted",
            )}
          >
            <span className="sr-only">{t("count", { count: characters, limit })}</span>
            <span aria-hidden="true">{t("countShort", { count: characters, limit })}</span>
          </p>
          {/* Each button works as soon as its code is loaded. */}
          <Suspense fallback={null}>
            {pictures ? <PictureButtons onPicture={pictures.read} isReading={pictures.isReading} /> : null}
          </Suspense>
          <Suspense fallback={null}>
            <DictateButton text={text} onText={setText} language={spoken} />
          </Suspense>
          <SpeakButton text={text} language={spoken} label={t("speakSource")} />
        </div>
      </div>
    </div>
  );
}
