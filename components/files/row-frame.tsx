import type { ReactNode } from "react";
import { Facts } from "@/components/ui/facts";

type RowFrameProps = {
  readonly name: string;
  /** Facts such as languages, format and size. */
  readonly facts: readonly ReactNode[];
  readonly state: ReactNode;
  readonly actions: ReactNode;
  /** Progress, errors and warnings, in full width. */
  readonly children?: ReactNode;
};

/** A file in the list: name, facts, state and actions. */
export function RowFrame({ name, facts, state, actions, children }: RowFrameProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <Facts facts={facts} className="text-sm text-muted" />
        </div>
        {state}
        <div className="ms-auto flex items-center print:hidden">{actions}</div>
      </div>
      {children}
    </li>
  );
}
