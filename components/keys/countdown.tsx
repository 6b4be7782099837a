"use client";

import { useEffect, useState } from "react";

/** The time left until a moment, to the second. Not announced while it runs: readers ask for it when they want it. */
export function Countdown({ until, done }: { until: string; done: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // The server's clock would be another by the time that the page is alive: only the room is kept.
  if (now === null) return <span className="tabular invisible">00:00</span>;
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (seconds <= 0) return done;
  return (
    <time dateTime={until} dir="ltr" className="tabular">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </time>
  );
}
