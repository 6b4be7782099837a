"use client";

import { type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";
import { BackLink } from "@/components/ui/back-link";
import { IconButton } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { MoreHorizontal, Pencil, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Page } from "@/components/ui/page";
import { LanguagesLine } from "./languages-line";
import { usePageDrop } from "./use-page-drop";

/** Resources that projects share. The value is the name in the message catalogue and in the address. */
export type ResourceKind = "glossaries" | "memories";

type ResourceFrameProps = {
  readonly kind: ResourceKind;
  readonly resource: {
    readonly name: string;
    readonly sourceLanguage: string;
    readonly targetLanguages: readonly string[];
  };
  /** Number of entries. */
  readonly size: string;
  /** Additional badges. */
  readonly marks?: ReactNode;
  readonly actions: ReactNode;
  /** The error of a failed refresh. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Receives a file dropped on the page; null if that is not allowed. */
  readonly onFile: ((file: File) => void) | null;
  /** The open dialog, loaded on demand. */
  readonly layer: ReactNode;
  readonly children: ReactNode;
};

/** The page of a glossary or memory: facts, actions and entries. */
export function ResourceFrame(props: ResourceFrameProps) {
  const { kind, resource, size, marks, actions, error, onRetry, onFile, layer, children } = props;
  const t = useTranslations(kind);
  const { dropProps, overlay } = usePageDrop(resource.name, onFile);
  return (
    <>
      <div {...dropProps} className="grow">
        {overlay}
        <Page
          back={<BackLink href={`/${kind}`}>{t("toList")}</BackLink>}
          title={<bdi className="break-words">{resource.name}</bdi>}
          description={
            <Facts
              facts={[
                <LanguagesLine key="languages" source={resource.sourceLanguage} targets={resource.targetLanguages} />,
                size,
              ]}
            />
          }
          actions={actions}
        >
          {marks ? <div className="-mt-4 flex flex-col items-start gap-3">{marks}</div> : null}
          <Failure error={error} title={t("listFailed")} onRetry={onRetry} />
          {children}
        </Page>
      </div>
      <Suspense fallback={null}>{layer}</Suspense>
    </>
  );
}

type MoreMenuProps = {
  readonly kind: ResourceKind;
  /** Label of the change action. */
  readonly change: string;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

/** Less frequent actions on a glossary or memory. */
export function MoreMenu({ kind, change, onChange, onDelete }: MoreMenuProps) {
  const t = useTranslations(kind);
  const resources = useTranslations("resources");
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={resources("more")} variant="secondary" />}>
      <MenuItem icon={Pencil} onSelect={onChange}>
        {change}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        {t("delete")}
      </MenuItem>
    </Menu>
  );
}
