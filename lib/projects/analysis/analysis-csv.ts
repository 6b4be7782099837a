import type { Analysis, Volume } from "@/lib/schemas/analysis";
import { csvRow } from "@/lib/text/csv";

const COLUMNS = ["language", "document", "phase", "band", "segments", "words", "characters", "cost", "currency"];

/** An analysis as CSV (RFC 4180): one line per language, document, phase and band. */
export function analysisCsv({ languages, currency }: Analysis): string {
  const lines = languages.flatMap(({ language, documents }) =>
    documents.flatMap(({ path, before, after }) =>
      Object.entries({ before, after }).flatMap(([phase, bands]) =>
        Object.entries(bands as Record<string, Volume>)
          .filter(([band]) => band !== "total")
          .map(([band, { segments, words, characters, cost }]) =>
            csvRow([language, path, phase, band, segments, words, characters, cost, currency]),
          ),
      ),
    ),
  );
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}
