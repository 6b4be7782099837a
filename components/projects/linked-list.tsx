"use client";

import Link from "next/link";
import { type ReactNode, useRef } from "react";
import { useTranslations } from "use-intl";
import type { ResourceKind } from "@/components/language-resources/resource-frame";
import { IconButton } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { Combobox } from "@/components/ui/combobox";
import { Failure } from "@/components/ui/failure";
import { ArrowUp, X } from "@/components/ui/icons";
import { baseLanguage } from "@/lib/text/languages";

/** A memory or a glossary. */
export type Linked = { readonly id: string; readonly name: string; readonly sourceLanguage: string };

type LinkedListProps<Item extends Linked> = {
  readonly kind: ResourceKind;
  readonly items: readonly Item[];
  /** Additional details and controls of an item. */
  readonly detail: (item: Item) => ReactNode;
  /** All items of the workspace, including those of the project. */
  readonly all: {
    readonly data: readonly Item[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly sourceLanguage: string;
  readonly mayChange: boolean;
  /** The error of the last change. */
  readonly error: unknown;
  readonly onChange: (items: readonly Item[]) => void;
};

/** The memories or glossaries of a project, in order. Changes are saved immediately. */
export function LinkedList<Item extends Linked>(props: LinkedListProps<Item>) {
  const { kind, items, detail, all, sourceLanguage, mayChange, error, onChange } = props;
  const t = useTranslations("resources.inProject");
  const resources = useTranslations("resources");
  const list = useRef<HTMLDivElement>(null);
  const others = (all.data ?? []).filter(
    (one) =>
      baseLanguage(one.sourceLanguage) === baseLanguage(sourceLanguage) && !items.some(({ id }) => id === one.id),
  );
  const add = (id: string) => onChange([...items, ...others.filter((other) => other.id === id)]);
  // Both actions remove the pressed button, so the focus moves to the list.
  const lift = (index: number) => {
    onChange(items.toSpliced(index - 1, 2, items[index]!, items[index - 1]!));
    if (index === 1) list.current?.focus();
  };
  const remove = (item: Item) => {
    onChange(items.filter((one) => one !== item));
    list.current?.focus();
  };
  return (
    <Section title={t(`${kind}.title`)} description={t(`${kind}.text`)}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {items.length === 0 ? (
          <p className="text-muted">{t(`${kind}.none`)}</p>
        ) : (
          <Card>
            <ol aria-label={t(`${kind}.title`)} className="divide-y divide-line">
              {items.map((item, index) => (
                <li key={item.id} className="flex items-start gap-3 px-4 py-3">
                  <div className="flex min-w-0 grow flex-col gap-1.5">
                    <Link href={`/${kind}/${item.id}`} className="self-start font-medium break-words hover:underline">
                      <bdi>{item.name}</bdi>
                    </Link>
                    {detail(item)}
                  </div>
                  {mayChange ? (
                    <div className="flex shrink-0">
                      {index > 0 ? (
                        <IconButton
                          icon={ArrowUp}
                          size="sm"
                          label={t("up", { name: item.name })}
                          onClick={() => lift(index)}
                        />
                      ) : null}
                      <IconButton
                        icon={X}
                        size="sm"
                        label={t("remove", { name: item.name })}
                        onClick={() => remove(item)}
                      />
                    </div>
                  ) : null}
                </li>
              ))}
            </ol>
          </Card>
        )}
      </div>
      <Failure error={error} title={t("notSaved")} />
      <Failure error={all.error} title={t("loadFailed")} onRetry={() => void all.refetch()} />
      {mayChange && all.data ? (
        <Combobox
          label={t(`${kind}.add`)}
          searchLabel={resources("search")}
          emptyLabel={t("noOther")}
          placeholder={t(`${kind}.add`)}
          groups={[{ options: others.map(({ id, name }) => ({ value: id, label: name })) }]}
          value={null}
          onValueChange={add}
          className="w-full max-w-80"
        />
      ) : null}
    </Section>
  );
}
