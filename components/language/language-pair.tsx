import type { ReactNode } from "react";
import { useArrow } from "@/components/ui/writing";

/** A language pair by name, or a text and its translation. */
export function LanguagePair({ source, target }: { source: ReactNode; target: ReactNode }) {
  const arrow = useArrow();
  return (
    <>
      <bdi>{source}</bdi> {arrow} <bdi>{target}</bdi>
    </>
  );
}
