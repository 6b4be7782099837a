"use client";

import { useEffect, useState } from "react";
import { Time } from "@/components/ui/time";

/** The time left until a moment, to the second. Not announced while it runs: readers ask for it when they want it. */
export function Countdown({ until, done }: { until: string; done: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  if (now === null) return <Time value={until} />;
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (seconds <= 0) return done;
  return (
    <time dateTime={until} dir="ltr" className="tabular">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </time>
  );
}
