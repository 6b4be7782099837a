import { useCallback } from "react";
import { useFormatter } from "use-intl";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats sizes in the reader's language. Units are powers of 1024, as for the limits. */
export function useByteSize(): (bytes: number) => string {
  const format = useFormatter();
  return useCallback(
    (bytes) => {
      const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
      const value = bytes / 1024 ** power;
      return format.number(value, {
        style: "unit",
        unit: UNITS[power],
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
      });
    },
    [format],
  );
}
