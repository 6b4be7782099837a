import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/require-project";
import type { EventType } from "@/lib/schemas/events";
import type { Actor } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import type { Shown } from "@/lib/work/live-notices";

/** Values from which the project's status is derived, besides its counters. */
export type StatusInputs = {
  /** True if this change starts the work of a project that has not started. */
  readonly starts: boolean;
  /** The status set by a person; `draft` to derive it from the content. */
  readonly status?: "cancelled" | "archived" | "draft";
  /** True if a person marks the project as completed although work is missing. */
  readonly completes: boolean;
  /** Data of the status event: the reason, and whether the status was forced. */
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * A locked project and its changes. Only `changeProject` creates it. Functions that need it (for texts, documents,
 * languages, comments, counters) can rely on the lock, and on status and counters being derived once, after the work.
 */
export class ProjectChange {
  #project: ProjectRow;
  #decisions: StatusInputs = { starts: false, completes: false, data: {} };
  #isTouched = false;
  #isContentTouched = false;
  readonly #shown: Shown[] = [];

  constructor(
    readonly tx: Transaction,
    project: ProjectRow,
    /** Recorded in events and revisions as the author of the changes. */
    readonly actor: Actor,
  ) {
    this.#project = project;
  }

  /** The row as it was locked, or after {@link update}. */
  get project(): ProjectRow {
    return this.#project;
  }

  /**
   * Must be called after changing documents, segments or translations: exports become outdated, and a forced completion
   * ends. Open editors reload `shown`; by default, everything.
   */
  touchContent(shown: Shown = { language: null, segmentIds: null }): void {
    this.touch(shown);
    this.#isContentTouched = true;
  }

  /** Must be called after changing counters, assignments or other visible data. */
  touch(shown?: Shown): void {
    this.#isTouched = true;
    if (shown) this.#shown.push(shown);
  }

  /** Updates columns of the project. */
  async update(set: Partial<typeof projects.$inferInsert>): Promise<void> {
    this.touch();
    const [row] = await this.tx.update(projects).set(set).where(eq(projects.id, this.#project.id)).returning();
    this.#project = row!;
  }

  /** Records an event of the project. */
  record(type: EventType, data: Readonly<Record<string, unknown>>): Promise<void> {
    this.touch();
    const { accountId, id: projectId } = this.#project;
    return recordEvent(this.tx, { accountId, projectId, type, actor: this.actor, data });
  }

  /** Starts the work if it has not started. */
  start(): void {
    this.#decide({ starts: true });
  }

  /** Sets the status chosen by a person; `draft` to derive it from the content. */
  setStatus(status: "cancelled" | "archived" | "draft", data: StatusInputs["data"]): void {
    this.#decide({ status, data });
  }

  /** Marks the project as completed although work is missing. Ends when its content changes. */
  forceCompletion(data: StatusInputs["data"]): void {
    this.#decide({ completes: true, data: { forced: true, ...data } });
  }

  #decide(decided: Partial<StatusInputs>): void {
    this.touch();
    this.#decisions = { ...this.#decisions, ...decided };
  }

  /** For `changeProject`: the values from which the status is derived; null without changes. */
  outcome(): {
    readonly contentChanged: boolean;
    readonly decisions: StatusInputs;
    readonly shown: readonly Shown[];
  } | null {
    if (!this.#isTouched) return null;
    return { contentChanged: this.#isContentTouched, decisions: this.#decisions, shown: this.#shown };
  }
}
