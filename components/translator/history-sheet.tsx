"use client";

import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { ForeignText } from "@/components/language/foreign-text";
import { LanguagePair } from "@/components/language/language-pair";
import { Button, IconButton } from "@/components/ui/button";
import { Switch } from "@/components/ui/checkbox";
import { Sheet } from "@/components/ui/dialog";
import { Facts } from "@/components/ui/facts";
import { Download, Star, Trash2 } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { erase, type History, type HistoryEntry, historyStore, markFavourite, NO_HISTORY } from "@/lib/client/history";
import type { Language } from "@/lib/client/language-sets";
import { useLocalStore } from "@/lib/client/local-store";
import { saveText } from "@/lib/client/save";

type HistorySheetProps = {
  readonly userId: string;
  readonly languages: readonly Language[];
  readonly onClose: () => void;
  readonly onUse: (entry: HistoryEntry) => void;
};

/** Translations stored in this browser, with search, reuse, favourites and removal. */
export default function HistorySheet({ userId, languages, onClose, onUse }: HistorySheetProps) {
  const t = useTranslations("history");
  const store = useMemo(() => historyStore(userId), [userId]);
  const history = useLocalStore(store, NO_HISTORY);
  const [view, setView] = useState<"all" | "favourites">("all");
  const [search, setSearch] = useState("");
  const query = search.trim().toLocaleLowerCase();
  const listed = history.entries.filter(
    ({ favourite, text, translation }) =>
      (view === "all" || favourite) &&
      (text.toLocaleLowerCase().includes(query) || translation.toLocaleLowerCase().includes(query)),
  );

  const change = (next: History) => {
    const before = store.get();
    store.set(next);
    const count = before.entries.length - next.entries.length;
    if (count > 0)
      toast(t("erased", { count }), {
        action: { label: t("undo"), onSelect: () => store.set({ ...store.get(), entries: before.entries }) },
      });
  };

  return (
    <Sheet open onOpenChange={onClose} title={t("title")} description={t("description")}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t("title")}
            value={view}
            onValueChange={setView}
            options={[
              { value: "all", label: t("all") },
              { value: "favourites", label: t("favourites") },
            ]}
          />
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="min-w-36 flex-1"
          />
        </div>
        {listed.length === 0 ? (
          <p className="py-8 text-center text-sm text-muted">
            {query !== "" ? t("emptySearch") : view === "favourites" ? t("emptyFavourites") : t("empty")}
          </p>
        ) : (
          <ul className="flex flex-col gap-1.5">
            {listed.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                languages={languages}
                onUse={() => onUse(entry)}
                onMark={() => change(markFavourite(history, entry.id, !entry.favourite))}
                onDelete={() => change(erase(history, entry.id))}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
          <Switch
            label={t("keep")}
            checked={history.keep}
            onChange={(event) => store.set({ ...history, keep: event.target.checked })}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Download}
              size="sm"
              disabled={history.entries.length === 0}
              onClick={() =>
                saveText("dragoman-history.json", JSON.stringify(history.entries, null, 2), "application/json")
              }
            >
              {t("export")}
            </Button>
            <Button
              size="sm"
              disabled={!history.entries.some((entry) => !entry.favourite)}
              onClick={() => change(erase(history, "unmarked"))}
            >
              {t("eraseUnmarked")}
            </Button>
            <Button
              size="sm"
              variant="danger-secondary"
              disabled={history.entries.length === 0}
              onClick={() => change(erase(history, "all"))}
            >
              {t("eraseAll")}
            </Button>
          </div>
        </div>
      </div>
    </Sheet>
  );
}

type EntryProps = {
  readonly entry: HistoryEntry;
  readonly languages: readonly Language[];
  readonly onUse: () => void;
  readonly onMark: () => void;
  readonly onDelete: () => void;
};

function Entry({ entry, languages, onUse, onMark, onDelete }: EntryProps) {
  const t = useTranslations("history");
  const translate = useTranslations("translate");
  const nameOf = (code: string) => languages.find((language) => language.code === code)?.name ?? code;
  return (
    <li className="group relative flex flex-col gap-1 rounded-md border border-line px-3 py-2 hover:border-edge">
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <Facts
          facts={[
            <LanguagePair key="pair" source={nameOf(entry.source)} target={nameOf(entry.target)} />,
            <Time key="at" value={entry.at} show="relative" />,
          ]}
        />
        <span className="relative z-10 -me-1.5 flex">
          <IconButton
            size="sm"
            label={entry.favourite ? translate("unfavourite") : translate("favourite")}
            aria-pressed={entry.favourite}
            onClick={onMark}
          >
            <Star className={entry.favourite ? "fill-current text-warning" : undefined} />
          </IconButton>
          <IconButton icon={Trash2} size="sm" label={t("delete")} onClick={onDelete} />
        </span>
      </div>
      <ForeignText as="p" lang={entry.source} className="line-clamp-2 text-sm wrap-anywhere">
        {entry.text}
      </ForeignText>
      <ForeignText as="p" lang={entry.target} className="line-clamp-2 text-sm wrap-anywhere text-muted">
        {entry.translation}
      </ForeignText>
      <button
        type="button"
        aria-label={t("use", { text: entry.text.slice(0, 80) })}
        onClick={onUse}
        className="absolute inset-0 rounded-md"
      />
    </li>
  );
}
