import type { ReactNode } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { Time } from "@/components/ui/time";
import { useCommaList } from "@/components/ui/writing";
import type { AuditPage } from "@/lib/client/audit";
import { languageName } from "@/lib/text/languages";
import { type KeyOverlap, PROVIDER_NAMES, type ProviderId, type SignUpPolicy } from "@/lib/vocabulary/accounts";
import type { Role } from "@/lib/vocabulary/rights";

type Details = AuditPage["entries"][number]["details"];
type Value = Details[string];
export type Fact = { readonly name: string; readonly value: ReactNode };

/** The details of an entry in words. Ids and values without meaning for readers are only in the downloads. */
export function useDetails(): (details: Details) => readonly Fact[] {
  const words = useWords();
  return (details) =>
    Object.entries(details).flatMap(([name, value]) => {
      const fact = DETAILS[name]?.(value, words, details);
      return fact ? [{ name: fact[0], value: fact[1] }] : [];
    });
}

function useWords() {
  const locale = useLocale();
  const commaList = useCommaList();
  const audit = useTranslations("audit");
  const language = (code: string) => languageName(code, locale);
  return {
    audit,
    settings: useTranslations("settings"),
    keys: useTranslations("keys"),
    webhooks: useTranslations("webhooks"),
    admin: useTranslations("admin"),
    analysis: useTranslations("analysis"),
    engines: useTranslations("engines"),
    shell: useTranslations("shell"),
    number: useFormatter().number,
    list: (value: Value, nameOf: (name: string) => string) => commaList((value as readonly string[]).map(nameOf)),
    yesOrNo: (value: Value) => audit(value === true || value === "on" ? "yes" : "no"),
    language,
    pair: (pair: string) => {
      const [source, target] = languagesOfPair(pair);
      return audit("pair", { source: language(source), target: language(target) });
    },
  };
}

type Words = ReturnType<typeof useWords>;

/** Source and target of a pair such as `en-de`. Both may have a script or a region. */
export function languagesOfPair(pair: string): readonly [source: string, target: string] {
  const [source = "", target = ""] = pair.split(/-(?=[a-z]{2,3}(?:-|$))/);
  return [source, target];
}

type Shown = readonly [name: string, value: ReactNode] | null;

/** Details that are recorded by the rules of the routes and by the command line. */
export const DETAILS: Readonly<Record<string, (value: Value, words: Words, details: Details) => Shown>> = {
  provider: (value, { audit, settings }) => [
    audit("method"),
    value === "password" ? settings("password") : (PROVIDER_NAMES[value as ProviderId] ?? String(value)),
  ],
  role: (value, { settings }) => [settings("role"), settings(`roles.${value as Role}`)],
  isAdmin: (value, { admin, yesOrNo }) => [admin("administrator"), yesOrNo(value)],
  policy: (value, { admin }) => [admin("signUp"), admin(`policies.${(value as SignUpPolicy) ?? "environment"}`)],
  isForbidden: (value, { engines, yesOrNo }) => [engines("onDemand"), yesOrNo(value !== true)],
  pairs: (value, { audit, list, pair }) => [audit("pairs"), list(value, pair)],
  tier: (value, { admin, shell }) => [admin("tier"), shell("tier", { tier: String(value) })],
  leased: (value, { audit, yesOrNo }) => [audit("leased"), yesOrNo(value)],
  languages: (value, { webhooks, list, language }) => [webhooks("languages"), list(value, language)],
  count: (value, { settings, number }) => [settings("sessions"), number(Number(value))],
  revokeKeys: (value, { settings, audit }) =>
    value === true || value === "true" ? [settings("revokeMade"), audit("yes")] : null,
  scopes: (value, { keys, list }) => [
    keys("scopes"),
    list(value, (scope) => keys(`scope.${scope.replace(":", "-") as "translate"}`)),
  ],
  hourlyLimit: (value, { keys, number }) => (value === null ? null : [keys("ownLimit"), number(Number(value))]),
  expiresAt: (value, { keys }) =>
    value === null ? null : [keys("expires"), <Time key="time" value={String(value)} show="date" />],
  allowedAddresses: (value, { audit, keys, list }) => [
    keys("allowedAddresses"),
    Array.isArray(value) && value.length > 0 ? (
      <bdi key="addresses">{list(value, (address) => address)}</bdi>
    ) : (
      audit("anyAddress")
    ),
  ],
  overlap: (value, { keys }) => [keys("overlap"), keys(`overlaps.${value as KeyOverlap}`)],
  newKey: () => null,
  fields: (value, words, details) => {
    const names = (value as readonly string[])
      .filter((field) => details[field] === undefined)
      .map((field) => FIELDS[field]?.(words));
    const shown = names.filter((name) => name !== undefined && name !== null);
    return shown.length > 0 ? [words.audit("changed"), words.list(shown, (name) => name)] : null;
  },
};

/** Names of changed fields. Null for fields that are part of another change. */
export const FIELDS: Readonly<Record<string, (words: Words) => string | null>> = {
  name: ({ settings }) => settings("name"),
  email: ({ settings }) => settings("email"),
  currentPassword: () => null,
  locale: ({ settings }) => settings("interfaceLanguage"),
  preferences: () => null,
  localOnly: ({ settings }) => settings("localOnly"),
  bindKeys: ({ settings }) => settings("bindKeys"),
  requireSecondFactor: ({ settings }) => settings("requireSecondFactor"),
  defaultSource: ({ settings }) => settings("defaultSource"),
  defaultTargets: ({ settings }) => settings("defaultTargets"),
  fileRetentionHours: ({ settings }) => settings("retention"),
  rates: ({ analysis }) => analysis("rates"),
  url: ({ webhooks }) => webhooks("url"),
  description: ({ webhooks }) => webhooks("purpose"),
  projectId: ({ webhooks }) => webhooks("project"),
  eventTypes: ({ webhooks }) => webhooks("events"),
  languages: ({ webhooks }) => webhooks("languages"),
  status: ({ webhooks }) => webhooks("stateLabel"),
  tier: ({ admin }) => admin("tier"),
  overrides: ({ admin }) => admin("ownLimits"),
  requestsPerHour: ({ admin }) => admin("perHour"),
  textCharacters: ({ admin }) => admin("limits.textCharacters"),
  batchItems: ({ admin }) => admin("limits.batchItems"),
  batchCharacters: ({ admin }) => admin("limits.batchCharacters"),
  fileBytes: ({ admin }) => admin("limits.fileBytes"),
  activeKeys: ({ admin }) => admin("limits.activeKeys"),
};
