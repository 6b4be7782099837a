"use client";

import { useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { missingOf } from "@/components/language/missing";
import WhyNot from "@/components/language/why-not";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FAILURE_TEXT } from "@/components/ui/failure";
import { CircleX, CloudUpload, RotateCw, X } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import { dropUploads, retryUpload, type Upload } from "@/lib/client/uploads";
import { useByteSize } from "./byte-size";
import { RowFrame } from "./row-frame";

/** A file being uploaded. */
export function UploadRow({ upload, nameOf }: { upload: Upload; nameOf: (code: string) => string }) {
  const t = useTranslations("files");
  const names = useTranslations("languages");
  const ui = useTranslations("ui");
  const byteSize = useByteSize();
  const errorText = useErrorText();
  const { file, source, target, state, sent, total, error } = upload;
  const tone = toneOfFailure(error);
  const missing = missingOf(error, upload);
  return (
    <RowFrame
      name={file.name}
      facts={[
        <LanguagePair
          key="languages"
          source={source === "auto" ? names("detect") : nameOf(source)}
          target={nameOf(target)}
        />,
      ]}
      state={
        state === "failed" ? (
          <Badge tone={tone}>
            <CircleX />
            {t("state.refused")}
          </Badge>
        ) : (
          <Badge tone={state === "waiting" ? "neutral" : "accent"}>
            <CloudUpload />
            {t(state === "waiting" ? "state.waiting" : "state.uploading")}
          </Badge>
        )
      }
      actions={
        <>
          {error?.mayPass ? (
            <IconButton icon={RotateCw} label={ui("retry")} onClick={() => retryUpload(upload.id)} />
          ) : null}
          <IconButton
            icon={X}
            label={t("remove", { name: file.name })}
            onClick={() => {
              keepFocusNearby();
              dropUploads([upload.id]);
            }}
          />
        </>
      }
    >
      {missing ? (
        <WhyNot inline missing={missing} />
      ) : error ? (
        <p role="alert" dir="auto" className={cx("text-sm", FAILURE_TEXT[tone])}>
          {errorText(error)}
        </p>
      ) : (
        <Progress
          label={t("uploading", { name: file.name })}
          percent={total === 0 ? 0 : (sent / total) * 100}
          valueText={t("ofBytes", { sent: byteSize(sent), total: byteSize(total) })}
        />
      )}
    </RowFrame>
  );
}
