"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { watchedFiles } from "@/lib/client/files-across-pages";

const FileWatcher = lazy(() => import("@/components/files/file-watcher"));

/** Watches file translations from every page while there are some. */
export function FileWatch() {
  const watching = useSyncExternalStore(watchedFiles.subscribe, watchedFiles.get, () => false);
  return watching ? (
    <Suspense fallback={null}>
      <FileWatcher />
    </Suspense>
  ) : null;
}
