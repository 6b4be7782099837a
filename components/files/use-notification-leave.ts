import { useEffect, useState } from "react";

/** Whether the person can still be asked for leave to be notified, and asking. */
export function useNotificationLeave(): { readonly canAsk: boolean; readonly ask: () => void } {
  const [permission, setPermission] = useState<NotificationPermission>("denied");
  useEffect(() => {
    if (typeof Notification !== "undefined") setPermission(Notification.permission);
  }, []);
  return {
    canAsk: permission === "default",
    ask: () => void Notification.requestPermission().then(setPermission),
  };
}
