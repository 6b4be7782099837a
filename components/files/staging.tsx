"use client";

import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useInstallsOnUse } from "@/components/language/installs-on-use";
import { furtherOptions, LanguagePicker } from "@/components/language/language-picker";
import { Button, IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { TriangleAlert, X } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import { type FileFormat, useFileEstimates } from "@/lib/client/files";
import { useAllGlossaries } from "@/lib/client/glossaries";
import { installableSources, installableTargets, type Language, targetsOf } from "@/lib/client/language-sets";
import { useModelLanguages } from "@/lib/client/languages";
import { noteLanguage, useRecentLanguages } from "@/lib/client/recent-languages";
import { useFormatName } from "@/lib/client/texts";
import type { FileOptions, UploadOrder } from "@/lib/client/uploads";
import { baseLanguage } from "@/lib/text/languages";
import { useByteSize } from "./byte-size";
import { FormatOptions } from "./format-options";

/** A chosen file that has not been uploaded. */
export type Staged = { readonly file: File; readonly format: string | null; readonly options: FileOptions };

type StagingProps = {
  readonly staged: readonly Staged[];
  readonly formats: readonly FileFormat[];
  readonly languages: readonly Language[];
  readonly limitBytes: number;
  readonly firstTarget: string;
  readonly onChange: (staged: readonly Staged[]) => void;
  readonly onStart: (orders: readonly UploadOrder[]) => void;
};

/** Chosen files before the start: target languages and formats. */
export function Staging({ staged, formats, languages, limitBytes, firstTarget, onChange, onStart }: StagingProps) {
  const t = useTranslations("files");
  const names = useTranslations("languages");
  const format = useFormatter();
  const recent = useRecentLanguages();
  const [source, setSource] = useState("auto");
  const [targets, setTargets] = useState<readonly string[]>([firstTarget]);
  const [glossary, setGlossary] = useState("");
  const { data: all = [] } = useAllGlossaries();
  const glossaries = all.filter(
    ({ sourceLanguage }) => source === "auto" || baseLanguage(sourceLanguage) === baseLanguage(source),
  );
  const glossaryId = glossaries.some(({ id }) => id === glossary) ? glossary : "";
  const possible = targetsOf(languages, source);
  const locale = useLocale();
  const onFirstUse = useInstallsOnUse();
  const installable = useModelLanguages() ?? [];
  const { further } = onFirstUse(installableTargets(installable, source));
  const beyond = further && { ...further, codes: further.codes.filter((code) => !possible.has(code)) };
  const chosen = targets.filter((code) => (possible.has(code) || beyond?.codes.includes(code)) && code !== source);
  const sendable = staged.filter(({ file }) => file.size > 0 && file.size <= limitBytes);
  const count = sendable.length * chosen.length;
  const estimates = useFileEstimates(sendable, chosen[0]);
  const counted = estimates.filter((one) => one !== undefined);
  const words = counted.reduce((sum, one) => sum + one.words, 0);
  const offered = languages.filter(({ code }) => possible.has(code));
  const option = ({ code, name, nativeName }: Language) => {
    return { value: code, label: name, detail: nativeName, detailLang: code };
  };

  const start = () => {
    for (const code of [source, ...chosen]) noteLanguage(code);
    onStart(
      sendable.flatMap((each) =>
        chosen.map((target) => ({ ...each, options: { ...each.options, glossaryId }, source, target })),
      ),
    );
  };

  return (
    <Card className="flex flex-col">
      <div className="flex flex-col gap-4 border-b border-line p-4 sm:flex-row sm:*:w-56 sm:*:nth-2:w-auto sm:*:nth-2:grow">
        <Field label={names("source")}>
          <LanguagePicker
            label={names("source")}
            value={source}
            onValueChange={setSource}
            languages={languages}
            recent={recent}
            {...onFirstUse(installableSources(installable))}
            withDetection
          />
        </Field>
        <Field label={names("target")} error={chosen.length === 0 ? t("chooseTarget") : undefined}>
          <Combobox
            multiple
            label={names("target")}
            searchLabel={names("search")}
            emptyLabel={names("empty")}
            placeholder={t("chooseTarget")}
            value={chosen}
            onValueChange={setTargets}
            groups={[
              { heading: names("recent"), options: offered.filter(({ code }) => recent.includes(code)).map(option) },
              { heading: names("all"), options: offered.filter(({ code }) => !recent.includes(code)).map(option) },
              ...(beyond ? [{ heading: beyond.heading, options: furtherOptions(beyond, locale) }] : []),
            ]}
          />
        </Field>
        {glossaries.length > 0 ? (
          <Field label={t("glossary")}>
            <Select
              value={glossaryId}
              onValueChange={setGlossary}
              options={glossaries.map(({ id, name }) => [id, name])}
            >
              <option value="">{t("noGlossary")}</option>
            </Select>
          </Field>
        ) : null}
      </div>
      <ul>
        {staged.map((each, index) => (
          <StagedRow
            // A file has no identity, because the same one may be chosen twice.
            key={index}
            staged={each}
            formats={formats}
            limitBytes={limitBytes}
            words={estimates[sendable.indexOf(each)]?.words ?? null}
            onFormat={(id) => onChange(staged.with(index, { ...each, format: id, options: {} }))}
            onOptions={(options) => onChange(staged.with(index, { ...each, options }))}
            onRemove={() => {
              keepFocusNearby();
              onChange(staged.toSpliced(index, 1));
            }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p role="status" className="tabular flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{t("translations", { count: format.number(count), n: count })}</span>
          {counted.length > 0 ? (
            <span>
              {t(counted.length === sendable.length ? "wordsTotal" : "wordsSoFar", { count: words * chosen.length })}
            </span>
          ) : null}
        </p>
        <div className="flex gap-2">
          <Button variant="ghost" onClick={() => onChange([])}>
            {t("clearStaged")}
          </Button>
          <Button variant="primary" disabled={count === 0} onClick={start}>
            {t("start", { count: sendable.length })}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type StagedRowProps = {
  readonly staged: Staged;
  readonly formats: readonly FileFormat[];
  readonly limitBytes: number;
  /** Null while the words are counted, and for files whose words cannot be counted. */
  readonly words: number | null;
  readonly onFormat: (id: string | null) => void;
  readonly onOptions: (options: FileOptions) => void;
  readonly onRemove: () => void;
};

function StagedRow({ staged, formats, limitBytes, words, onFormat, onOptions, onRemove }: StagedRowProps) {
  const { file, format, options } = staged;
  const t = useTranslations("files");
  const formatName = useFormatName();
  const byteSize = useByteSize();
  const [isChanging, setChanging] = useState(false);
  const named = formats.filter((each) => hasExtension(file.name, each));
  // If several formats share an extension, the content decides, and options are known only after a choice.
  const known = formats.find(({ id }) => id === format) ?? (named.length === 1 ? named[0] : undefined);
  const fault =
    file.size === 0
      ? t("isEmpty")
      : file.size > limitBytes
        ? t("tooLarge", { size: byteSize(file.size), limit: byteSize(limitBytes) })
        : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        {fault ? (
          <p className="flex gap-1.5 text-sm text-warning">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" />
            {fault}
          </p>
        ) : null}
      </div>
      <span className="tabular flex flex-wrap gap-x-3 text-sm text-muted">
        {words === null ? null : <span>{t("words", { count: words })}</span>}
        <span>{byteSize(file.size)}</span>
      </span>
      {isChanging ? (
        <Select
          autoFocus
          aria-label={t("formatOf", { name: file.name })}
          className="w-64 max-w-full"
          value={format ?? ""}
          onValueChange={(value) => onFormat(value || null)}
          options={formats.map((one) => [one.id, formatName(one)])}
        >
          <option value="">{t("formatAuto")}</option>
        </Select>
      ) : (
        <span className="flex items-center gap-1 text-sm max-sm:grow">
          <span>{known ? formatName(known) : t("formatAuto")}</span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("changeFormat", { name: file.name })}
            onClick={() => setChanging(true)}
          >
            {t("change")}
          </Button>
        </span>
      )}
      <IconButton icon={X} label={t("remove", { name: file.name })} onClick={onRemove} />
      {known ? <FormatOptions name={file.name} format={known} options={options} onChange={onOptions} /> : null}
    </li>
  );
}

/** Files whose extension belongs to no format. Without an extension, the content decides. */
export function isUnsuitable({ name }: File, formats: readonly FileFormat[]): boolean {
  return formats.length > 0 && /\.[^./\\]+$/.test(name) && !formats.some((format) => hasExtension(name, format));
}

function hasExtension(name: string, format: FileFormat): boolean {
  const lower = name.toLowerCase();
  return format.extensions.some((extension) => lower.endsWith(`.${extension.replace(/^\./, "").toLowerCase()}`));
}
