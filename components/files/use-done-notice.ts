import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import { isActive } from "@/lib/client/files";
import type { FileTranslation } from "@/lib/schemas/files";

export type DoneNotice = {
  /** Whether the person can be asked for leave to notify them. */
  readonly canAsk: boolean;
  readonly ask: () => void;
};

/**
 * Says when translations that were under way have ended: by a toast, by a number in the tab's title until it is looked at, and
 * by the system's notification where the person has allowed it.
 */
export function useDoneNotice(files: readonly FileTranslation[] | undefined): DoneNotice {
  const t = useTranslations("files");
  const followed = useRef(new Set<string>());
  const [unseen, setUnseen] = useState(0);
  const [permission, setPermission] = useState<NotificationPermission>("denied");

  useEffect(() => {
    if (typeof Notification !== "undefined") setPermission(Notification.permission);
  }, []);

  useEffect(() => {
    const ended = (files ?? []).filter((file) => followed.current.has(file.id) && !isActive(file));
    followed.current = new Set((files ?? []).filter(isActive).map((file) => file.id));
    if (ended.length === 0) return;
    const failed = ended.filter((file) => file.status === "failed").length;
    const message = t("ended", { done: ended.length - failed, failed });
    toast(message, { tone: failed > 0 ? "danger" : "success" });
    if (document.visibilityState === "visible") return;
    setUnseen((before) => before + ended.length);
    if (permission === "granted") new Notification(t("title"), { body: message, tag: "files" });
  }, [files, permission, t]);

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

  return {
    canAsk: permission === "default" && (files?.some(isActive) ?? false),
    ask: () => void Notification.requestPermission().then(setPermission),
  };
}
