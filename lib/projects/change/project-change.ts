import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import type { Actor } from "@/lib/events/actor";
import { recordEvent } from "@/lib/events/record";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { EventType } from "@/lib/schemas/events";

/** What the status of a project follows from besides its counters. */
export type StatusInputs = {
  /** Work begins with this change, if it has not begun. */
  readonly starts: boolean;
  /** The status that a person chose; `draft` for one that follows from the content. */
  readonly status?: "cancelled" | "archived" | "draft";
  /** A person completes the project although work is missing. */
  readonly completes: boolean;
  /** Added to the event about the new status: the reason, whether it was forced. */
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * A locked project and what is being changed in it. Only `changeProject` makes one: whatever takes it (texts, documents,
 * languages, comments, counters) can rely on the lock, and on status and counters being derived once, after the work.
 */
export class ProjectChange {
  #project: ProjectRow;
  #decisions: StatusInputs = { starts: false, completes: false, data: {} };
  #isTouched = false;
  #isContentTouched = false;

  constructor(
    readonly tx: Transaction,
    project: ProjectRow,
    /** Who changes the project: named in events and revisions. */
    readonly actor: Actor,
  ) {
    this.#project = project;
  }

  /** The row as it was locked, or as {@link update} has made it. */
  get project(): ProjectRow {
    return this.#project;
  }

  /** Says that documents, segments or translations change: exports are made again, and a forced completion ends. */
  touchContent(): void {
    this.#isTouched = true;
    this.#isContentTouched = true;
  }

  /** Says that counters, assignments or anything else changes that a reader of the project sees. */
  touch(): void {
    this.#isTouched = true;
  }

  /** Writes columns of the project itself. */
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

  /** Lets the work begin, if it has not begun. */
  start(): void {
    this.#decide({ starts: true });
  }

  /** Sets the status that a person chose; `draft` for one that follows from the content. */
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

  /** For `changeProject`: what to derive the status from; null when nothing was touched. */
  outcome(): { readonly contentChanged: boolean; readonly decisions: StatusInputs } | null {
    return this.#isTouched ? { contentChanged: this.#isContentTouched, decisions: this.#decisions } : null;
  }
}
