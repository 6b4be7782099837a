import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { jobValues } from "@/db/schema";
import { IMPORT_OUTCOMES, type ImportOutcome } from "@/lib/vocabulary/projects";
import type { Job } from "@/lib/work/jobs/queue";

/** A text of an imported file. */
export const ImportedValue = z.object({
  key: z.string(),
  line: z.number().nullable(),
  /** Keys of the segments that it translates. */
  segments: z.array(z.string()),
  /** Set if reading the file already determined the outcome. */
  left: z.enum(["notFound", "notUnderstood", "copy"]).optional(),
});
export type ImportedValue = z.output<typeof ImportedValue>;

export type Told = { readonly outcome: ImportOutcome; readonly reason: string };

/** The outcomes of texts, with their reasons. */
export const TOLD = {
  confirmed: { outcome: "accepted", reason: "The file's state was applied." },
  accepted: { outcome: "accepted", reason: "New here." },
  outdated: { outcome: "accepted", reason: "It translates an earlier source, so it was imported as outdated." },
  unchanged: { outcome: "unchanged", reason: "Equal to the text in the project." },
  updated: { outcome: "accepted", reason: "Changed in the file since its last import." },
  replaced: { outcome: "replaced", reason: "Replaced a text that was edited in the project." },
  kept: { outcome: "kept", reason: "Edited in the project since the file's last import." },
  reviewed: { outcome: "conflict", reason: "A different text in the project is reviewed." },
  both: { outcome: "conflict", reason: "Changed in the project and in the file." },
} as const satisfies Readonly<Record<string, Told>>;

const LEFT: Readonly<Record<NonNullable<ImportedValue["left"]>, Told>> = {
  notFound: { outcome: "notFound", reason: "The document has no such text." },
  notUnderstood: { outcome: "notUnderstood", reason: "Could not be read as a translation of a text in the document." },
  copy: { outcome: "unchanged", reason: "Equal to its source, so it is not a translation." },
};

/** Number of values by outcome. `conflicts` is the plural of the outcome's name. */
export type ReceiptCounts = Readonly<Record<Exclude<ImportOutcome, "conflict"> | "conflicts" | "values", number>>;

/** Records the outcome of every value in an imported file, each once, even if a step runs again after a crash. */
export class Receipt {
  readonly #values: readonly ImportedValue[];
  readonly #bySegment = new Map<string, number[]>();

  constructor(
    private readonly job: Job<unknown>,
    values: readonly ImportedValue[],
  ) {
    this.#values = values;
    for (const [number, { segments }] of values.entries()) {
      const [first] = segments;
      if (first === undefined) continue;
      const own = this.#bySegment.get(first);
      if (own) own.push(number);
      else this.#bySegment.set(first, [number]);
    }
  }

  /** Records the values of some segments. A value of several segments gets the most important of their outcomes. */
  async record(tx: Transaction, told: ReadonlyMap<string, Told>): Promise<Partial<ReceiptCounts>> {
    const rows = [...told.keys()].flatMap((key) =>
      (this.#bySegment.get(key) ?? []).map((number) => {
        const all = this.#values[number]!.segments.flatMap((segment) => told.get(segment) ?? []);
        return { number, told: all.sort((a, b) => rankOf(b) - rankOf(a))[0]! };
      }),
    );
    return this.#insert(tx, rows);
  }

  /** Records the remaining values: those without a segment, or whose segment is no longer in the document. */
  async close(tx: Transaction): Promise<Partial<ReceiptCounts>> {
    const done = await tx.select({ number: jobValues.number }).from(jobValues).where(eq(jobValues.jobId, this.job.id));
    const numbers = new Set(done.map(({ number }) => number));
    const rows = this.#values.flatMap(({ left }, number) =>
      numbers.has(number) ? [] : [{ number, told: LEFT[left ?? "notFound"] }],
    );
    return { ...NONE, ...(await this.#insert(tx, rows)), values: this.#values.length };
  }

  /** Runs {@link record} and {@link close}; returns the number of all values by outcome. */
  async settle(tx: Transaction, told: ReadonlyMap<string, Told>): Promise<Partial<ReceiptCounts>> {
    const counts = await this.record(tx, told);
    const left = Object.entries(await this.close(tx));
    return Object.fromEntries(left.map(([name, count]) => [name, count + (counts[name as keyof ReceiptCounts] ?? 0)]));
  }

  async #insert(
    tx: Transaction,
    rows: readonly { readonly number: number; readonly told: Told }[],
  ): Promise<Partial<ReceiptCounts>> {
    const { id: jobId, accountId } = this.job;
    for (let at = 0; at < rows.length; at += BATCH_SIZE)
      await tx
        .insert(jobValues)
        .values(
          rows.slice(at, at + BATCH_SIZE).map(({ number, told }) => {
            const { key, line } = this.#values[number]!;
            return { jobId, accountId, number, key: storable(key), line, ...told };
          }),
        )
        .onConflictDoNothing();
    const counts: Record<string, number> = {};
    for (const { told } of rows) {
      const name = told.outcome === "conflict" ? "conflicts" : told.outcome;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}

const BATCH_SIZE = 2_000;

const NONE = { accepted: 0, unchanged: 0, replaced: 0, kept: 0, conflicts: 0, notFound: 0, notUnderstood: 0 };

/** Importance of an outcome; `unchanged` is the least important. */
function rankOf({ outcome }: Told): number {
  return outcome === "unchanged" ? -1 : IMPORT_OUTCOMES.indexOf(outcome);
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storable(key: string): string {
  return key.replaceAll("\0", "").toWellFormed().slice(0, 500).toWellFormed();
}
