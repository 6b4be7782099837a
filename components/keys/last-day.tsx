import { useTranslations } from "use-intl";
import type { UsageDetail } from "@/lib/schemas/usage";

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Width of an hour including its gap, and height of the busiest hour, in pixels. */
const STEP = 4;
const HEIGHT = 16;

/** A key's requests in the last 24 hours: a bar per hour, and their sum in words. */
export function LastDay({ rows, keyId }: { readonly rows: UsageDetail["rows"]; readonly keyId: string }) {
  const t = useTranslations("keys");
  const first = (Math.floor(Date.now() / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const bars = new Array<number>(HOURS).fill(0);
  for (const { at, group, requests } of rows) {
    const hour = (Date.parse(at) - first) / HOUR_MS;
    if (group === keyId && hour >= 0) bars[hour] = requests;
  }
  const most = Math.max(...bars);
  return (
    <span className="inline-flex items-end gap-2">
      <svg aria-hidden="true" width={HOURS * STEP} height={HEIGHT} className="fill-accent rtl:-scale-x-100">
        {bars.map((requests, hour) => {
          const height = requests === 0 ? 1 : Math.max(2, (requests / most) * HEIGHT);
          return <rect key={hour} x={hour * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />;
        })}
      </svg>
      {t("requests", { count: bars.reduce((sum, requests) => sum + requests, 0) })}
    </span>
  );
}
