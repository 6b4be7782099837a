import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/require-project";
import type { EventType } from "@/lib/schemas/events";
import type { Actor } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import type { Shown } from "@/lib/work/live-notices";

/** Inputs of the project's status besides its counters. */
export type StatusInputs = {
  /** This change starts the work, if not started. */
  readonly starts: boolean;
  /** The status chosen by a person; `draft` to derive it from the content. */
  readonly status?: "cancelled" | "archived" | "draft";
  /** A person completes the project although work is missing. */
  readonly completes: boolean;
  /** Data of the status event: the reason, and whether it was forced. */
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * A locked project and its changes. Created only by `changeProject`: functions that take it (for texts, documents,
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
    /** Who changes the project, for events and revisions. */
    readonly actor: Actor,
  ) {
    this.#project = project;
  }

  /** The row as locked, or after {@link update}. */
  get project(): ProjectRow {
    return this.#project;
  }

  /**
   * Marks a change of documents, segments or translations: exports become outdated, and a forced completion ends. Open
   * editors reload what is shown; by default, everything.
   */
  touchContent(shown: Shown = { language: null, segmentIds: null }): void {
    this.touch(shown);
    this.#isContentTouched = true;
  }

  /** Marks a change of counters, assignments or other visible data. */
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

  /** Starts the work, if not started. */
  start(): void {
    this.#decide({ starts: true });
  }

  /** Sets the status chosen by a person; `draft` to derive it from the content. */
  setStatus(status: "cancelled" | "archived" | "draft", data: StatusInputs["data"]): void {
    this.#decide({ status, data });
  }

  /** Completes the project although work is missing, until its content changes. */
  forceCompletion(data: StatusInputs["data"]): void {
    this.#decide({ completes: true, data: { forced: true, ...data } });
  }

  #decide(decided: Partial<StatusInputs>): void {
    this.touch();
    this.#decisions = { ...this.#decisions, ...decided };
  }

  /** For `changeProject`: the inputs of the status; null if nothing was touched. */
  outcome(): {
    readonly contentChanged: boolean;
    readonly decisions: StatusInputs;
    readonly shown: readonly Shown[];
  } | null {
    if (!this.#isTouched) return null;
    return { contentChanged: this.#isContentTouched, decisions: this.#decisions, shown: this.#shown };
  }
}
