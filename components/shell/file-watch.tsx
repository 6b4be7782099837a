"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { watchedFiles } from "@/lib/client/files-across-pages";

const FileWatcher = lazy(() => import("@/components/files/file-watcher"));

/** Watches file translations on every page, if there are any. */
export function FileWatch() {
  const watching = useSyncExternalStore(watchedFiles.subscribe, watchedFiles.get, () => false);
  return watching ? (
    <Suspense fallback={null}>
      <FileWatcher />
    </Suspense>
  ) : null;
}
