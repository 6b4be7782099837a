import { useTranslations } from "use-intl";
import type { Scope } from "@/lib/vocabulary/rights";

type KeyOf<Name extends string> = Name extends `${infer Noun}:${infer Verb}` ? `${Noun}-${Verb}` : Name;

/** Names of scopes in the interface's language. A new scope without an English label does not compile. */
export function useScopeLabel(): (scope: Scope) => string {
  const t = useTranslations("keys");
  return (scope) => {
    const key = `scope.${scope.replace(":", "-") as KeyOf<Scope>}` as const;
    return t.has(key) ? t(key) : scope;
  };
}
