"use client";

import type { ComponentProps } from "react";
import { Tabs } from "@/components/ui/tabs";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/**
 * Tabs in a page that the server renders. The server renders only the first one, because Radix adds inline styles,
 * which the content security policy blocks in HTML.
 */
export function SampleTabs(props: ComponentProps<typeof Tabs>) {
  const isHydrated = useIsHydrated();
  if (isHydrated) return <Tabs {...props} />;
  // Leaves the space of the tab list above.
  return <div className="pt-14">{props.tabs[0]?.content}</div>;
}
