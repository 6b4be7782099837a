"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Avatar } from "@/components/ui/avatar";
import { Notice } from "@/components/ui/notice";
import type { OtherPerson } from "@/lib/client/presence";

const MAX_SHOWN = 4;

/** The other people in the project's editor. */
export function PeopleHere({ people }: { people: readonly OtherPerson[] }) {
  const t = useTranslations("editor.people");
  const names = namesOf(people, t("someone"));
  if (names.length === 0) return null;
  return (
    <ul aria-label={t("here")} className="flex items-center -space-x-1 rtl:space-x-reverse">
      {names.slice(0, MAX_SHOWN).map(({ userId, name }) => (
        <li key={userId} className="flex rounded-full ring-2 ring-canvas">
          <Avatar name={name} />
        </li>
      ))}
      {names.length > MAX_SHOWN ? (
        <li className="tabular ps-2 text-xs text-muted">{t("more", { count: names.length - MAX_SHOWN })}</li>
      ) : null}
    </ul>
  );
}

/** The people at a segment, shown in its row. */
export function PeopleAt({ people }: { people: readonly OtherPerson[] }) {
  const t = useTranslations("editor.people");
  return namesOf(people, t("someone")).map(({ userId, name, editing }) => (
    <Avatar
      key={userId}
      name={name}
      active={editing}
      label={t(editing ? "editing" : "at", { names: name, count: 1 })}
    />
  ));
}

/** Warns that other people are editing the open segment. The warning can be ignored, because no text is lost. */
export function EditingNotice({ people }: { people: readonly OtherPerson[] }) {
  const t = useTranslations("editor.people");
  const format = useFormatter();
  const names = namesOf(people, t("someone")).filter(({ editing }) => editing);
  // Always rendered, so that screen readers announce changes.
  return (
    <div role="status" className="empty:hidden">
      {names.length > 0 ? (
        <Notice tone="accent">
          {t("editing", { names: format.list(names.map(({ name }) => name)), count: names.length })}
        </Notice>
      ) : null}
    </div>
  );
}

/** Names each person once, with the activity in any of their tabs. */
function namesOf(people: readonly OtherPerson[], unknown: string) {
  const byId = new Map<string, { userId: string; name: string; editing: boolean }>();
  for (const { userId, name, editing } of people)
    byId.set(userId, { userId, name: name || unknown, editing: editing || byId.get(userId)?.editing === true });
  return [...byId.values()];
}
