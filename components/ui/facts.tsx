import type { ReactNode } from "react";
import { cx } from "./cx";

type FactsProps = { readonly facts: readonly ReactNode[]; readonly className?: string };

/**
 * Short facts in a row, separated by dots. Each includes the dot before it, which is clipped at the start of a line.
 */
export function Facts({ facts, className }: FactsProps) {
  return (
    <span className={cx("block min-w-0 overflow-x-clip", className)}>
      <span className="-ms-3.5 flex flex-wrap">
        {facts.map((fact, index) => (
          <span
            key={index}
            className="relative min-w-0 ps-3.5 before:absolute before:start-0 before:w-3.5 before:text-center before:content-['·'/'']"
          >
            {fact}{" "}
          </span>
        ))}
      </span>
    </span>
  );
}
