import { useEffect, useState } from "react";

/** Whether the permission for notifications can be requested, and the request. */
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
