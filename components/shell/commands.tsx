"use client";

import { lazy, Suspense, startTransition, useEffect, useState } from "react";
import { commandLayer } from "./command-store";
import type { NavigationUser } from "./navigation";

const Palette = lazy(() => import("./palette"));
const ShortcutSheet = lazy(() => import("./shortcut-sheet"));

/** Opens the command palette (Ctrl or ⌘ + K) and the list of shortcuts (`?`), which are loaded on demand. */
export function Commands({ user }: { user: NavigationUser }) {
  const [layer, setLayer] = useState(commandLayer.get);

  // Not useSyncExternalStore, whose updates cannot wait for lazy code (see use-layer.ts).
  useEffect(() => commandLayer.subscribe(() => startTransition(() => setLayer(commandLayer.get()))), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        commandLayer.set(commandLayer.get() === "palette" ? null : "palette");
      } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault();
        commandLayer.set("shortcuts");
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const close = () => commandLayer.set(null);
  return (
    <Suspense fallback={null}>
      {layer === "palette" ? <Palette user={user} onClose={close} /> : null}
      {layer === "shortcuts" ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
