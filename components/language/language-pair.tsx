import type { ReactNode } from "react";
import { useArrow } from "@/components/ui/direction";

/** From one language into another, by their names, or from a text in the one to its translation. */
export function LanguagePair({ source, target }: { source: ReactNode; target: ReactNode }) {
  const arrow = useArrow();
  return (
    <>
      <bdi>{source}</bdi> {arrow} <bdi>{target}</bdi>
    </>
  );
}
