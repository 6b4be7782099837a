import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useWhyNot } from "@/components/language/why-not";
import { textsDrafted } from "@/components/projects/current-jobs";
import type { ProjectEvent } from "@/lib/client/events";
import type { Messages } from "@/lib/i18n/catalogue";
import { languageName } from "@/lib/text/languages";

type Key = keyof Messages["events"];

/** An event as a sentence. Unknown types are shown by their API name. */
export function EventSentence({ event }: { event: ProjectEvent }) {
  const t = useTranslations("events");
  const notifications = useTranslations("notifications");
  const projects = useTranslations("projects");
  const locale = useLocale();
  const whyNot = useWhyNot();
  const key = keyOf(event);
  if (!t.has(key)) return <code dir="ltr">{event.type}</code>;
  const { data, actor } = event;
  const language = text(data.language) ?? text(data.removedLanguage);
  const to = text(data.to) ?? "";
  const statuses = event.type === "project.language.status_changed" ? "languageStatus" : "statuses";
  const statusKey = `${statuses}.${to}` as "statuses.draft";
  const values = {
    actor:
      actor.name === null
        ? t(actor.type === "system" ? "system" : "somebody")
        : notifications("actor", { type: actor.type, name: actor.name }),
    language: language ? languageName(language, locale) : "",
    to: projects.has(statusKey) ? projects(statusKey) : to,
    document: text(record(data.document).path) ?? "",
    host: text(record(data.webhook).host) ?? "",
    count: countOf(event),
    why: language ? whyNot({ target: language }).title : "",
    who: (name: ReactNode) => <bdi className="font-medium">{name}</bdi>,
    thing: (name: ReactNode) => <bdi className="break-words">{name}</bdi>,
  };
  // Each sentence has other placeholders, which types cannot express for a variable key.
  return t.rich(key as never, values as never);
}

/** `project.created` uses `events.project_created`. For four events, the key depends on their data. */
function keyOf({ type, data }: ProjectEvent): Key {
  if (type === "project.updated" && data.removedLanguage) return "project_language_removed";
  if (type === "project.completed" && data.forced) return "project_forced";
  if (type === "translations.updated" && data.imported) return "translations_imported";
  if (type === "translations.pretranslated" && countOf({ type, data }) === 0)
    return data.noEngine ? "translations_without_engine" : "translations_without_match";
  return type.replaceAll(".", "_") as Key;
}

/** Number of texts of an event. Pretranslation jobs count them by origin. */
function countOf({ type, data }: Pick<ProjectEvent, "type" | "data">): number {
  if (type === "translations.pretranslated") return textsDrafted(data);
  return number(data.count);
}

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const record = (value: unknown) => (value && typeof value === "object" ? (value as Record<string, unknown>) : {});
