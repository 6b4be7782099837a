import { useTranslations } from "use-intl";
import type { Scope } from "@/lib/vocabulary/scopes";

type KeyOf<Name extends string> = Name extends `${infer Noun}:${infer Verb}` ? `${Noun}-${Verb}` : Name;

/** Names scopes in the interface's language. Without a label in the English catalogue a new scope does not compile. */
export function useScopeLabel(): (scope: Scope) => string {
  const t = useTranslations("keys");
  return (scope) => {
    const key = `scope.${scope.replace(":", "-") as KeyOf<Scope>}` as const;
    return t.has(key) ? t(key) : scope;
  };
}
