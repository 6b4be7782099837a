import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents, jobErrors, segments, translations } from "@/db/schema";
import { filterCondition } from "@/lib/projects/segments/filter";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import type { PretranslatePayload } from "./send";

/** The segments that a job fills, and the job. */
export type Scope = Pick<
  PretranslatePayload,
  "projectId" | "language" | "documentIds" | "segmentIds" | "filter" | "overwrite"
> & {
  readonly accountId: string;
  readonly jobId: string;
};

/** A segment to fill, with its current revision. */
export type QueuedSegment = {
  readonly segment: SegmentRow;
  readonly revision: number;
  /** For a plural message without its main form: the forms that a person has written, which stay. */
  readonly typed: Forms | null;
};

/** Number of segments in a job's scope, by what the job does with them. */
export type ScopeCounts = {
  readonly open: number;
  readonly excluded: number;
  /** Segments whose text a person has written or confirmed; it stays. */
  readonly humanText: number;
  /** Segments whose machine translation stays. */
  readonly machineText: number;
};

const isMachineDraft = sql`(${translations.state} = 'draft' and not ${translations.edited}
  and ${translations.origin} in ('mt', 'tm', 'repetition'))`;

/**
 * Reads the segments that a job still has to fill, in document order. Skips those it has filled or recorded as failed,
 * so that a restarted job continues.
 */
export class SegmentQueue {
  readonly #scope: Scope;
  #documents: string[] | undefined;
  #after = -1;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** The next segments, at most `count`; empty at the end. */
  async next(count: number): Promise<QueuedSegment[]> {
    this.#documents ??= await this.#documentIds();
    const picked: QueuedSegment[] = [];
    while (picked.length < count && this.#documents.length > 0) {
      const rows = await this.#inDocument(this.#documents[0]!, count - picked.length);
      picked.push(...rows);
      if (picked.length === count) {
        this.#after = rows.at(-1)!.segment.position;
      } else {
        this.#documents.shift();
        this.#after = -1;
      }
    }
    return picked;
  }

  async survey(): Promise<ScopeCounts> {
    const among = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
    const open = this.#open();
    const [row] = await db()
      .select({
        open: among(sql`not ${segments.excluded} and ${open}`),
        excluded: among(sql`${segments.excluded}`),
        humanText: among(
          sql`not ${segments.excluded} and ${translations.text} is not null and not ${isMachineDraft} and not ${open}`,
        ),
        machineText: among(sql`not ${segments.excluded} and ${isMachineDraft} and not ${open}`),
      })
      .from(segments)
      .innerJoin(translations, this.#joined())
      .where(
        and(
          eq(segments.accountId, this.#scope.accountId),
          eq(segments.projectId, this.#scope.projectId),
          this.#scope.documentIds ? inArray(segments.documentId, [...this.#scope.documentIds]) : undefined,
          this.#chosen(),
          isNull(segments.removedIn),
        ),
      );
    return row!;
  }

  async #documentIds(): Promise<string[]> {
    const { accountId, projectId, documentIds } = this.#scope;
    const rows = await db()
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.accountId, accountId),
          eq(documents.projectId, projectId),
          isNull(documents.deletedAt),
          documentIds ? inArray(documents.id, [...documentIds]) : undefined,
        ),
      )
      .orderBy(asc(documents.id));
    return rows.map(({ id }) => id);
  }

  #inDocument(documentId: string, count: number): Promise<QueuedSegment[]> {
    return db()
      .select({ segment: segments, revision: translations.revision, typed: this.#typed() })
      .from(segments)
      .innerJoin(translations, this.#joined())
      .where(
        and(
          eq(segments.documentId, documentId),
          gt(segments.position, this.#after),
          isNull(segments.removedIn),
          eq(segments.excluded, false),
          this.#chosen(),
          this.#open(),
        ),
      )
      .orderBy(asc(segments.position))
      .limit(count);
  }

  #joined(): SQL | undefined {
    return and(eq(translations.segmentId, segments.id), eq(translations.language, this.#scope.language));
  }

  #chosen(): SQL | undefined {
    const { segmentIds, filter, accountId, projectId, language } = this.#scope;
    return and(
      segmentIds ? sql`${segments.id} = any(${sql.param([...segmentIds])}::text[])` : undefined,
      filter ? filterCondition({ accountId, id: projectId }, language, filter) : undefined,
    );
  }

  #typed(): SQL<Forms | null> {
    if (this.#scope.overwrite === "all") return sql`null`;
    return sql<Forms | null>`case when ${translations.text} is null and not ${isMachineDraft}
      then nullif(${translations.forms}, '{}'::jsonb) end`;
  }

  #open(): SQL {
    const { overwrite, jobId } = this.#scope;
    const isDone = sql`coalesce(${translations.originDetail} ->> 'jobId', '') = ${jobId}`;
    const replaced = {
      never: sql`(${isMachineDraft} and ${translations.outdated})`,
      machine: sql`(${isMachineDraft} and not ${isDone})`,
      all: sql`not ${isDone}`,
    }[overwrite];
    return sql`((${translations.text} is null or ${replaced}) and not exists (
      select from ${jobErrors} where ${jobErrors.jobId} = ${jobId} and ${jobErrors.segmentId} = ${segments.id}))`;
  }
}
