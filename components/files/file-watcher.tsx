"use client";

import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import { isActive, toneOfEnded, useFiles } from "@/lib/client/files";
import { watchedFiles } from "@/lib/client/files-across-pages";

const MAX_NAMES = 3;

/**
 * Announces finished translations by a toast, by their number in the tab's title until viewed, and by a system
 * notification if allowed.
 */
export default function FileWatcher() {
  const t = useTranslations("shell");
  const format = useFormatter();
  const { data: files } = useFiles();
  const followed = useRef(new Set<string>());
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    if (!files) return;
    const active = files.filter(isActive);
    const ended = files.filter((file) => followed.current.has(file.id) && !isActive(file));
    followed.current = new Set(active.map((file) => file.id));
    if (ended.length > 0) {
      const failed = ended.filter((file) => file.status === "failed");
      const names = [...new Set((failed.length > 0 ? failed : ended).map(({ fileName }) => fileName))];
      const shown = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["…"] : [])];
      const outcome = t("filesEnded", { done: ended.length - failed.length, failed: failed.length });
      const message = `${outcome}: ${format.list(shown, { type: "unit" })}`;
      toast(message, { tone: toneOfEnded(ended) });
      if (document.visibilityState === "hidden") {
        setUnseen((before) => before + ended.length);
        if (typeof Notification !== "undefined" && Notification.permission === "granted")
          new Notification(t("files"), { body: message, tag: "files" });
      }
    }
    if (active.length === 0 && document.visibilityState === "visible") watchedFiles.set(false);
  }, [files, t, format]);

  useEffect(() => {
    if (unseen === 0) return;
    const title = document.title;
    document.title = `(${unseen}) ${title}`;
    const seen = () => document.visibilityState === "visible" && setUnseen(0);
    document.addEventListener("visibilitychange", seen);
    return () => {
      document.title = title;
      document.removeEventListener("visibilitychange", seen);
    };
  }, [unseen]);

  return null;
}
