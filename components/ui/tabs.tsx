"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { useTextDirection } from "./writing";

type TabsProps = {
  /** Description of the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: ReactNode; readonly content: ReactNode }[];
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onValueChange?: (value: string) => void;
  /** Whether to use less spacing, for narrow places. */
  readonly dense?: boolean;
  readonly className?: string;
};

/** Alternative views, of which one is visible. */
export function Tabs(props: TabsProps) {
  const { label, tabs, value, defaultValue = tabs[0]?.value, onValueChange, dense = false, className } = props;
  return (
    <Radix.Root
      dir={useTextDirection()}
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={onValueChange}
      className={cx("flex flex-col gap-4", className)}
    >
      <Radix.List
        aria-label={label}
        className={cx(
          "flex overflow-x-auto border-b border-line",
          dense ? "gap-3 max-2xl:gap-2 max-2xl:*:text-xs" : "gap-5",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
