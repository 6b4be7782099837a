import type { PresenceNotice } from "@/lib/work/live-notices";

/** A person in the editor of a project. */
export type Present = {
  readonly userId: string;
  readonly name: string | null;
  readonly language: string;
  readonly segmentId: string | null;
  /** Whether the person has recently typed in that segment. */
  readonly editing: boolean;
};

/** Milliseconds without a report after which a tab counts as closed: three missed reports. */
const GONE_AFTER_MS = 50_000;
/** Maximum tabs per project; others are not shown. */
const MAX_TABS = 200;

type Tab = { readonly present: Present; readonly seenAt: number };

/** Where people are, by project and tab. Kept only in memory, because tabs report repeatedly. */
export class PresenceBoard {
  readonly #projects = new Map<string, Map<string, Tab>>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Stores a report. True if it changes what other people see. */
  put({ projectId, userId, name, tab, at }: PresenceNotice): boolean {
    const tabs = this.#projects.get(projectId) ?? new Map<string, Tab>();
    const key = `${userId} ${tab}`;
    const known = tabs.get(key);
    if (at === null) {
      this.#delete(projectId, tabs, key);
      return known !== undefined;
    }
    if (!known && tabs.size >= MAX_TABS) return false;
    const present = { userId, name, ...at };
    tabs.set(key, { present, seenAt: this.now() });
    this.#projects.set(projectId, tabs);
    return JSON.stringify(known?.present) !== JSON.stringify(present);
  }

  /** The people in a project, one entry per tab, in order of their first report. */
  peopleIn(projectId: string): readonly Present[] {
    return [...(this.#projects.get(projectId)?.values() ?? [])].map(({ present }) => present);
  }

  /** Removes tabs that have stopped reporting. Returns the projects of these. */
  dropSilent(): readonly string[] {
    const last = this.now() - GONE_AFTER_MS;
    const changed = new Set<string>();
    for (const [projectId, tabs] of this.#projects)
      for (const [key, { seenAt }] of tabs)
        if (seenAt < last) {
          this.#delete(projectId, tabs, key);
          changed.add(projectId);
        }
    return [...changed];
  }

  #delete(projectId: string, tabs: Map<string, Tab>, key: string): void {
    tabs.delete(key);
    if (tabs.size === 0) this.#projects.delete(projectId);
  }
}
