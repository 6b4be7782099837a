"use client";

import { useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { missingOf } from "@/components/language/missing";
import WhyNot from "@/components/language/why-not";
import { Badge, type Tone } from "@/components/ui/badge";
import { buttonClass, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Columns2,
  Download,
  Languages,
  RotateCw,
  Trash2,
  X,
} from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useMinute } from "@/components/ui/use-minute";
import { toneOfFailure } from "@/lib/client/api-error";
import { errorOfRecord, isTemporary } from "@/lib/client/error-record";
import { documentUrl, isActive, isReady, useDeleteFile, useRetryFile } from "@/lib/client/files";
import { useErrorText, useWarningText } from "@/lib/client/texts";
import type { FileTranslation } from "@/lib/schemas/files";
import type { FileStatus } from "@/lib/vocabulary/projects";
import { useByteSize } from "./byte-size";
import { previewOf } from "./preview-formats";
import { ProofList } from "./proof-list";
import { RowFrame } from "./row-frame";

const STATES: Readonly<Record<FileStatus, { tone: Tone; icon: typeof Clock }>> = {
  queued: { tone: "neutral", icon: Clock },
  translating: { tone: "accent", icon: Languages },
  completed: { tone: "success", icon: CircleCheck },
  failed: { tone: "danger", icon: CircleX },
  cancelled: { tone: "neutral", icon: CircleSlash },
};

type FileRowProps = {
  readonly file: FileTranslation;
  readonly formatName: string;
  readonly nameOf: (code: string) => string;
  /** Whether the reader may retry, cancel and delete. */
  readonly mayChange: boolean;
  readonly onPreview: () => void;
  /** Asks for confirmation before deleting a finished translation. */
  readonly onDelete: () => void;
};

/** A file translation with its state and actions. */
export function FileRow({ file, formatName, nameOf, mayChange, onPreview, onDelete }: FileRowProps) {
  const t = useTranslations("files");
  const names = useTranslations("languages");
  const byteSize = useByteSize();
  const errorText = useErrorText();
  const remove = useDeleteFile();
  const retry = useRetryFile();
  const isOurs = file.error !== null && isTemporary(file.error);
  const missing = file.error && missingOf(errorOfRecord(file.error), file);
  const { tone, icon: Icon } = STATES[file.status];
  const active = isActive(file);
  const done = file.status === "completed";
  const ready = isReady(file, useMinute());
  const mayRetry = file.status === "cancelled" || (file.status === "failed" && isOurs);
  const failed = (error: unknown) => toast(errorText(error), { tone: toneOfFailure(error) });
  return (
    <RowFrame
      name={done ? file.outputName : file.fileName}
      facts={[
        <LanguagePair
          key="languages"
          source={file.source !== null ? nameOf(file.source) : active ? t("toBeDetected") : names("detect")}
          target={nameOf(file.target)}
        />,
        formatName,
        byteSize(file.bytes),
        ...(file.units && file.units.kept > 0 ? [t("kept", { count: file.units.kept })] : []),
        ...(file.units && file.units.foreign > 0 ? [t("foreign", { count: file.units.foreign })] : []),
        ...(done
          ? [t.rich(ready ? "keptUntil" : "expired", { time: () => <Time value={file.expiresAt} show="relative" /> })]
          : []),
      ]}
      state={
        <Badge tone={file.error && !isOurs ? "warning" : tone}>
          <Icon />
          {t(`state.${file.status}`)}
        </Badge>
      }
      actions={
        <>
          {ready && previewOf(file) ? (
            <IconButton icon={Columns2} label={t("preview", { name: file.outputName })} onClick={onPreview} />
          ) : null}
          {ready ? (
            <a
              href={documentUrl(file)}
              download={file.outputName}
              aria-label={t("download", { name: file.outputName })}
              data-tip={t("download", { name: file.outputName })}
              className={buttonClass("ghost", "md")}
            >
              <Download />
            </a>
          ) : null}
          {mayChange && mayRetry ? (
            <IconButton
              icon={RotateCw}
              label={t("again", { name: file.fileName })}
              pending={retry.isPending}
              onClick={() => retry.mutate(file.id, { onError: failed })}
            />
          ) : null}
          {mayChange ? (
            <IconButton
              icon={active ? X : Trash2}
              label={t(active ? "cancel" : "delete", { name: file.fileName })}
              onClick={() => {
                if (done) return onDelete();
                keepFocusNearby();
                remove.mutate(file.id, { onError: failed });
              }}
            />
          ) : null}
        </>
      }
    >
      {active ? <Translating file={file} /> : null}
      {missing ? (
        <WhyNot inline missing={missing} />
      ) : file.error ? (
        <p dir="auto" className={cx("text-sm", isOurs ? "text-danger" : "text-warning")}>
          {errorText(errorOfRecord(file.error))}
        </p>
      ) : null}
      {!active && file.warnings.length > 0 ? <Warnings warnings={file.warnings} /> : null}
      {file.proof && file.proof.differences > 0 ? <ProofList file={file} differences={file.proof.differences} /> : null}
    </RowFrame>
  );
}

/** Reasons why a queued file waits for a language model. `overloaded`: its workspace has requested many new ones. */
const WAITS: ReadonlySet<string> = new Set(["model_installing", "model_unavailable", "overloaded"]);

function Translating({ file }: { file: FileTranslation }) {
  const t = useTranslations("files");
  const { segmentsDone, segmentsTotal } = file.progress;
  const warningText = useWarningText();
  const errorText = useErrorText();
  const waitsFor = file.warnings.find(({ code }) => WAITS.has(code));
  const words =
    file.status === "queued"
      ? waitsFor?.code === "model_unavailable"
        ? errorText(errorOfRecord(waitsFor))
        : waitsFor
          ? warningText({ ...waitsFor, code: "model_installing" })
          : t("inQueue")
      : segmentsTotal === null
        ? t("reading")
        : t("segments", { done: segmentsDone, total: segmentsTotal });
  return (
    <div className="flex items-center gap-3">
      <Progress
        label={t("translating", { name: file.fileName })}
        percent={segmentsTotal === null || segmentsTotal === 0 ? null : (segmentsDone / segmentsTotal) * 100}
        valueText={words}
      />
      <span className="tabular shrink-0 text-sm text-muted">{words}</span>
    </div>
  );
}

function Warnings({ warnings }: { warnings: FileTranslation["warnings"] }) {
  const t = useTranslations("files");
  const warningText = useWarningText();
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm py-0.5 text-warning">{t("warnings", { count: warnings.length })}</summary>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-muted">
        {warnings.map((warning, index) => (
          <li key={index}>{warningText(warning)}</li>
        ))}
      </ul>
    </details>
  );
}
