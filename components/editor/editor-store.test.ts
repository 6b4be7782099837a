import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { SegmentStore } from "@/lib/client/segment-store";
import type { Segment, SegmentTranslation } from "@/lib/schemas/segments";
import { DraftStore } from "./draft-store";
import type { EditingSession } from "./editing-session";
import { EditingSessions, type Translator } from "./editing-sessions";
import { EditorStore } from "./editor-store";
import { NO_FILTER } from "./filters";
import { PLAIN, sameTexts } from "./texts";

const AUTOSAVED_MS = 2_000;
const DECIDER = { by: "usr_1", projectId: "prj_1" };
const TRANSLATOR: Translator = { language: "es", mayEdit: true, decider: DECIDER };

/** A double of the service that answers the editor's requests. */
class Service {
  readonly segments: Segment[];
  /** Ids of the segments in the order of their saves. */
  readonly saved: string[] = [];
  /** Earlier translations, by index and revision. */
  private readonly revisions = new Map<string, SegmentTranslation>();
  /** Answers the next save, either in place of the service or after it. */
  next: ((save: () => Response) => Response | Promise<Response>) | null = null;

  constructor(...targets: readonly (string | null)[]) {
    this.segments = targets.map(segmentOf);
  }

  translation(number: number): SegmentTranslation {
    return this.segments[number - 1]!.translation;
  }

  get states(): string[] {
    return this.segments.map(({ translation }) => translation.state);
  }

  readonly fetch = async (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const index = this.segments.findIndex(({ id }) => url.split(/[/?]/).includes(id));
    if (method === "GET") return Response.json(this.segments[index]);
    const { next } = this;
    this.next = null;
    const write = method === "POST" ? this.revert : this.save;
    const save = () => write(index, Number(new Headers(headers).get("If-Match")?.slice(1, -1)), String(body));
    return next ? next(save) : save();
  };

  private readonly revert = (index: number, revision: number, body: string): Response => {
    const { text, state } = this.revisions.get(`${index} ${JSON.parse(body).revision}`)!;
    return this.save(index, revision, JSON.stringify({ text, state }));
  };

  private readonly save = (index: number, revision: number, body: string): Response => {
    const segment = this.segments[index]!;
    const current = segment.translation;
    if (current.revision !== revision) return refusal(412, "precondition_failed", { current });
    this.revisions.set(`${index} ${revision}`, current);
    const { text = current.text, state = "draft" } = JSON.parse(body);
    const translation = { ...current, text, state, revision: revision + 1 };
    this.segments[index] = { ...segment, translation };
    this.saved.push(segment.id);
    return Response.json({ ...translation, propagated: [] });
  };
}

/** A person with an open editor that receives no changes of others. */
class Person {
  readonly store: EditorStore;
  readonly sessions: EditingSessions;
  session!: EditingSession;
  private readonly segments = new SegmentStore(createQueryClient());
  private frames: (() => void)[] = [];

  constructor(
    service: Service,
    readonly drafts = new DraftStore(),
  ) {
    this.segments.put(service.segments, "es");
    this.sessions = new EditingSessions(this.segments, async () => {}, drafts);
    const view = { isGrid: false, columns: [] };
    this.store = new EditorStore(
      { filter: NO_FILTER, view, segmentId: null, language: "es", targetLanguages: ["es"], mayReview: true },
      this.segments,
      (work) => void this.frames.push(work),
    );
    this.store.setIds(service.segments.map(({ id }) => id));
    this.showField();
    this.store.subscribe(() => this.showField());
  }

  /** Number of the open segment. */
  get at(): number {
    return Number(this.session.segmentId.slice("seg_".length));
  }

  type(text: string): void {
    this.session.setTexts({ [PLAIN]: text });
  }

  /** Approves as a keystroke does. The next keystroke comes before a frame. */
  approve(): Promise<boolean> {
    this.store.finishMove();
    const { state } = this.session;
    const saved = this.session.act("reviewed");
    void this.store.stepOn(saved, () => sameTexts(state.texts, {}) || state.conflict !== null);
    return saved;
  }

  step(by: number): void {
    this.store.finishMove();
    this.store.step(by);
  }

  frame(): void {
    for (const work of this.frames.splice(0)) work();
  }

  /** Shows the field like the row of the open segment. */
  private showField(): void {
    const id = this.store.state.segmentId ?? "seg_1";
    if (this.session?.segmentId === id) return;
    if (this.session) this.sessions.leave(this.session);
    this.session = this.sessions.of(this.segments.get(id, "es")!, TRANSLATOR);
    this.sessions.open(this.session);
  }
}

function segmentOf(target: string | null, index: number): Segment {
  const source = { source: `Text ${index}.`, codes: [], previousSource: null, wordCount: 2, charCount: 7 };
  const details = { maxLength: null, note: null, labels: [], flags: [], description: null, screenshots: [] };
  const translation: SegmentTranslation = {
    ...{ language: "es", text: target, state: target === null ? "untranslated" : "translated", origin: null },
    ...{ qualityScore: null, outdated: false, revision: 1, approvedRevision: null, issues: [], openComments: 0 },
    ...{ updatedBy: null, updatedAt: "2026-01-01T00:00:00.000Z", reviewedBy: null, reviewedAt: null },
  };
  return {
    ...{ id: `seg_${index + 1}`, documentId: "doc_1", position: index, key: `k${index}` },
    ...{ ...source, ...details, excluded: false, nonLinguistic: false, repetitions: 0, translation },
  };
}

function refusal(status: number, code: string, details: object = {}): Response {
  return Response.json({ error: { code, message: "", details } }, { status });
}

function start(...targets: readonly (string | null)[]): { service: Service; person: Person } {
  const service = new Service(...targets);
  vi.stubGlobal("fetch", service.fetch);
  return { service, person: new Person(service) };
}

/** Holds requests until it is opened. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

beforeEach(() => {
  vi.useFakeTimers();
  // Each person has separate drafts.
  vi.stubGlobal("localStorage", undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = () => vi.advanceTimersByTimeAsync(AUTOSAVED_MS);

describe("moving to the next segment", () => {
  test("approving opens the next segment immediately, and the saves are sent in order", async () => {
    const { service, person } = start(...Array.from({ length: 14 }, (_, i) => `Texto ${i}.`));
    const saving = gate();
    service.next = (save) => saving.opened.then(save);
    for (let presses = 0; presses < 12; presses++) void person.approve();
    person.frame();
    expect(person.at).toBe(13);
    expect(person.sessions.unsaved("seg_12", "es")).toMatchObject({
      saving: "saving",
      texts: { [PLAIN]: "Texto 11." },
    });
    expect(person.sessions.worst).toBe("saving");
    expect(service.saved).toEqual([]);
    saving.open();
    await settled();
    expect(service.saved).toEqual(Array.from({ length: 12 }, (_, i) => `seg_${i + 1}`));
    expect(service.states).toEqual([...Array(12).fill("reviewed"), "translated", "translated"]);
    expect(person.sessions.worst).toBe("saved");
  });

  test("a person who opens another segment while a decision is being saved stays in the newly opened segment", async () => {
    const { service, person } = start("a", "b", "c", "d");
    const saving = gate();
    service.next = (save) => saving.opened.then(save);
    void person.approve();
    person.step(1);
    expect(person.at).toBe(3);
    person.frame();
    saving.open();
    await settled();
    expect(service.states).toEqual(["reviewed", "translated", "translated", "translated"]);
    expect(person.at).toBe(3);
  });

  test("approving a text that the server may refuse opens the next segment only after the save, unless the person moves first", async () => {
    const { service, person } = start(null, "b", "c");
    void person.approve();
    person.frame();
    expect(person.at).toBe(1);
    await settled();
    expect(person.at).toBe(2);
    person.step(-1);
    person.type("");
    const saving = gate();
    service.next = (save) => saving.opened.then(save);
    void person.approve();
    person.frame();
    person.store.openSegment("seg_3");
    saving.open();
    await settled();
    expect(person.at).toBe(3);
  });

  test("approving the last segment reports the end of the list only after a successful save", async () => {
    const { service, person } = start("a");
    service.next = () => refusal(400, "invalid_request");
    expect(await person.store.stepOn(person.session.act("reviewed"), () => false)).toBe(false);
    expect(await person.store.stepOn(person.session.act("reviewed"), () => false)).toBe(true);
  });

  test("moving to the next unfinished segment skips approved segments, and moving stops at both ends of the list", async () => {
    const { person } = start("a", "b", "c");
    person.step(1);
    void person.approve();
    await settled();
    person.store.openSegment("seg_1");
    person.store.stepToUnfinished();
    expect(person.at).toBe(3);
    person.step(1);
    expect(person.at).toBe(3);
    person.store.setGrid(true);
    person.step(-1);
    expect(person.at, "the grid has keys of its own").toBe(3);
  });
});

describe("saves that fail", () => {
  test("the text of a failed save is kept when the person leaves the segment, and can be saved again from that segment", async () => {
    const { service, person } = start(null, null, null);
    service.next = () => refusal(503, "overloaded");
    person.type("La casa es grande.");
    void person.approve();
    person.frame();
    person.type("El árbol es verde.");
    void person.approve();
    person.frame();
    await settled();
    expect(person.at).toBe(3);
    expect(service.translation(2)).toMatchObject({ text: "El árbol es verde.", state: "reviewed" });
    expect(person.sessions.failedIds("es")).toBe("seg_1");
    expect(person.sessions.unsaved("seg_1", "es")).toMatchObject({
      saving: "failed",
      texts: { [PLAIN]: "La casa es grande." },
      failure: { status: 503 },
    });

    person.store.openSegment("seg_1");
    expect(person.session.state).toMatchObject({ saving: "failed", texts: { [PLAIN]: "La casa es grande." } });
    await person.approve();
    expect(service.translation(1)).toMatchObject({ text: "La casa es grande.", state: "reviewed" });
    expect(person.sessions.failedIds("es")).toBe("");
  });

  test("text typed while a save fails is stored as a draft by the next save", async () => {
    const { service, person } = start(null);
    const failing = gate();
    service.next = () => failing.opened.then(() => refusal(503, "overloaded"));
    person.type("La casa");
    void person.approve();
    person.type("La casa es grande.");
    failing.open();
    await settled();
    expect(service.translation(1)).toMatchObject({ text: "La casa es grande.", state: "draft" });
    expect(person.sessions.worst).toBe("saved");
  });

  test("repeating a save whose response was lost causes no conflict with the person's own text", async () => {
    const { service, person } = start(null, null);
    service.next = (save) => {
      save();
      throw new TypeError("Failed to fetch");
    };
    person.type("La casa es grande.");
    void person.approve();
    person.frame();
    await settled();
    expect(person.sessions.failedIds("es")).toBe("seg_1");
    person.sessions.resend();
    await settled();
    expect(person.sessions.worst).toBe("saved");
    expect(service.translation(1)).toMatchObject({ text: "La casa es grande.", state: "reviewed", revision: 2 });
  });

  test("a save refused because the session ended is repeated at the same person's next visit", async () => {
    const { service, person } = start(null, "El pan.");
    service.next = () => {
      service.next = () => refusal(401, "unauthorized");
      return refusal(401, "unauthorized");
    };
    person.type("La casa");
    void person.approve();
    person.frame();
    void person.approve();
    await settled();
    expect(service.states).toEqual(["untranslated", "translated"]);

    const another = new Person(service, person.drafts);
    await another.sessions.resume({ ...TRANSLATOR, decider: { ...DECIDER, by: "usr_2" } });
    await settled();
    expect(service.translation(2).state).toBe("translated");
    const again = new Person(service, person.drafts);
    await again.sessions.resume({ ...TRANSLATOR, decider: DECIDER });
    await settled();
    expect(service.segments.map(({ translation }) => [translation.text, translation.state])).toEqual([
      ["La casa", "reviewed"],
      ["El pan.", "reviewed"],
    ]);
  });
});

describe("two people editing one segment", () => {
  async function bothTyped(): Promise<{ service: Service; slower: Person }> {
    const { service, person } = start(null);
    const slower = new Person(service);
    person.type("La casa es grande.");
    await settled();
    slower.type("La casa es enorme.");
    await settled();
    return { service, slower };
  }

  test("the person who saves second sees both texts and can keep the text that they typed", async () => {
    const { service, slower } = await bothTyped();
    expect(slower.session.state.conflict).toMatchObject({
      mine: { [PLAIN]: "La casa es enorme." },
      theirs: { [PLAIN]: "La casa es grande." },
    });
    expect(service.translation(1).text, "nothing is overwritten").toBe("La casa es grande.");
    await slower.session.resolve("mine");
    await settled();
    expect(service.translation(1).text).toBe("La casa es enorme.");
    expect(slower.session.state).toMatchObject({ saving: "saved", conflict: null });
  });

  test("a person who is typing sees immediately that someone else changed the text, and loses no input", async () => {
    const { service, person } = start("La casa.", "b");
    person.type("La casa es enorme.");
    const theirs = { ...service.translation(1), text: "La casa es grande.", state: "reviewed", revision: 2 } as const;
    service.segments[0] = { ...service.segments[0]!, translation: theirs };
    person.session.sync(theirs);
    expect(person.session.state).toMatchObject({
      texts: { [PLAIN]: "La casa es enorme." },
      conflict: { mine: { [PLAIN]: "La casa es enorme." }, theirs: { [PLAIN]: "La casa es grande." } },
    });
    await settled();
    expect(service.saved, "nothing is saved before the choice").toEqual([]);
    await person.session.resolve("mine");
    await person.approve();
    expect(service.translation(1).text).toBe("La casa es enorme.");
  });

  test("the person who saves second can accept the other person's text", async () => {
    const { service, slower } = await bothTyped();
    await slower.session.resolve("theirs");
    await settled();
    expect(slower.session.state).toMatchObject({ saving: "saved", texts: { [PLAIN]: "La casa es grande." } });
    expect(service.translation(1).text).toBe("La casa es grande.");
  });
});

describe("undoing decisions", () => {
  test("undo reverts decisions one by one, the latest first, even while they are being saved", async () => {
    const { service, person } = start("a", "b", "c");
    for (let presses = 0; presses < 3; presses++) void person.approve();
    const undone = await person.sessions.undo();
    expect(undone).toMatchObject({ segmentId: "seg_3", language: "es" });
    expect(service.states).toEqual(["reviewed", "reviewed", "translated"]);
    await person.sessions.undo();
    await person.sessions.undo();
    expect(service.states).toEqual(["translated", "translated", "translated"]);
    expect(person.sessions.canUndo).toBe(false);
    expect(await person.sessions.undo()).toBeNull();
  });

  test("undo of an approval keeps the text that was typed before it", async () => {
    const { service, person } = start(null);
    person.type("La casa es grande.");
    await person.approve();
    expect(service.states).toEqual(["reviewed"]);
    await person.sessions.undo();
    expect(service.translation(1)).toMatchObject({ text: "La casa es grande.", state: "draft" });
  });

  test("undo keeps text that is typed while the undo runs, and saving that text causes no conflict", async () => {
    const { service, person } = start("a");
    await person.approve();
    const undone = person.sessions.undo();
    person.type("a b");
    await undone;
    person.session.sync(service.translation(1));
    expect(person.session.state).toMatchObject({ texts: { [PLAIN]: "a b" }, saving: "typing", conflict: null });
    expect(await person.session.act("draft")).toBe(true);
    expect(service.translation(1)).toMatchObject({ text: "a b", state: "draft" });
  });

  test("undo changes nothing if someone else has edited the text since", async () => {
    const { service, person } = start("a");
    await person.approve();
    service.segments[0] = { ...service.segments[0]!, translation: { ...service.translation(1), revision: 9 } };
    await expect(person.sessions.undo()).rejects.toMatchObject({ code: "precondition_failed" });
    expect(service.states).toEqual(["reviewed"]);
  });

  test("undo reverts up to ten decisions, and none after the editor is closed", async () => {
    const { service, person } = start(...Array.from({ length: 12 }, () => "a"));
    for (let presses = 0; presses < 12; presses++) void person.approve();
    await settled();
    while (await person.sessions.undo());
    expect(service.states.filter((state) => state === "reviewed")).toHaveLength(2);
    await person.approve();
    person.sessions.forgetDecided();
    expect(person.sessions.canUndo).toBe(false);
  });
});

describe("an editor", () => {
  test("two editors share no state", () => {
    const one = start("a", "b").person;
    const other = start("a", "b").person;
    one.step(1);
    one.type("B");
    expect(other.at).toBe(1);
    expect(other.sessions.unsaved("seg_2", "es")).toBeNull();
    expect(one.sessions.unsaved("seg_2", "es")?.texts).toEqual({ [PLAIN]: "B" });
  });

  test("an editor selects single segments, ranges and the whole list", () => {
    const { store } = start("a", "b", "c", "d").person;
    const selected = () => [...store.state.selection.ids];
    store.select(1, false);
    store.select(3, true);
    expect(selected()).toEqual(["seg_2", "seg_3", "seg_4"]);
    store.select(2, false);
    expect(selected()).toEqual(["seg_2", "seg_4"]);
    store.show("bulk", "approve");
    expect(store.state).toMatchObject({ layer: "bulk", bulkKind: "approve" });
    store.closeLayer();
    store.selectAll();
    expect(selected()).toHaveLength(4);
    store.clearSelection();
    expect(selected()).toEqual([]);
  });

  test("an editor keeps the sort order when its filter is cleared", () => {
    const { store } = start("a").person;
    store.narrow({ sort: "risk", state: "draft" });
    store.showAll();
    expect(store.state.filter).toEqual({ ...NO_FILTER, sort: "risk" });
  });

  test("an editor loads rows in batches around the visible rows", () => {
    const { store } = start("a").person;
    const before = store.state;
    store.setVisible({ start: 0, end: 12 });
    expect(store.state).toBe(before);
    store.setVisible({ start: 40, end: 52 });
    expect(store.state.range).toEqual({ start: 25, end: 75 });
  });
});
