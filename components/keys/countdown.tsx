"use client";

import { useEffect, useState } from "react";

/** The remaining time in seconds. It is not announced while it runs, but screen readers can read it. */
export function Countdown({ until, done }: { until: string; done: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // The server's time would be outdated at hydration, so only the space is reserved.
  if (now === null) return <span className="tabular invisible">00:00</span>;
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (seconds <= 0) return done;
  return (
    <time dateTime={until} dir="ltr" className="tabular">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </time>
  );
}
