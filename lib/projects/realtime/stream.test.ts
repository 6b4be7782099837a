import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/api/v1/routes";
import { db } from "@/db/client";
import { accounts, apiKeys, members } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { AppError } from "@/lib/base/errors";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { createDispatcher } from "@/lib/http/server/dispatcher";
import { createKey } from "@/lib/identity/accounts/keys";
import type { Caller } from "@/lib/identity/auth/caller";
import { openBranch } from "@/lib/projects/branches/open-branch";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { leaveProject, reportPresence } from "./presence";
import { PresenceBoard } from "./presence-board";
import { closeStreams, openStream } from "./stream";

/** The routes over real HTTP, without pages, jobs and engines. */
const server = http.createServer(createDispatcher(ROUTES, (_, response) => response.writeHead(404).end()));
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort();
});
afterAll(async () => {
  server.close();
  await closeSandbox();
});

// biome-ignore lint/suspicious/noExplicitAny: data of any event
type Data = any;
type Message = { event: string; id: string | null; data: Data };
const readers: AbortController[] = [];

async function keyOf(caller: Caller): Promise<string> {
  return (await db().transaction((tx) => createKey(caller, { name: "Live" }, tx))).secret;
}

/** Reads a stream as a browser does. `next` waits for a message. */
async function follow(key: string, path: string, lastEventId?: string) {
  const abort = new AbortController();
  readers.push(abort);
  const response = await fetch(`${url}/v1${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...(lastEventId ? { "Last-Event-ID": lastEventId } : {}) },
    signal: abort.signal,
  });
  const messages: Message[] = [];
  let hints = 0;
  let raw = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      raw += decoder.decode(bytes, { stream: true });
      const parts = raw.split("\n\n");
      raw = parts.pop() ?? "";
      for (const part of parts) {
        const field = (name: string) => part.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? null;
        const event = field("event");
        if (field("retry")) hints += 1;
        if (event) messages.push({ event, id: field("id"), data: JSON.parse(field("data") ?? "null") });
      }
    }
  };
  const reading = response.ok ? read().catch(() => {}) : Promise.resolve();
  const next = async (event: string, fits: (data: Data) => boolean = () => true): Promise<Message> => {
    const find = () => messages.find((one) => one.event === event && fits(one.data));
    await expect.poll(() => find() !== undefined, { interval: 10 }).toBe(true);
    return find()!;
  };
  if (response.ok) await expect.poll(() => messages.length, { interval: 10 }).toBeGreaterThan(0);
  return { response, messages, next, reading, hints: () => hints, end: () => abort.abort() };
}

async function workedOn() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const segments = [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The tree is green." },
  ];
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const ids = (await textsOf(document.id)).map((row) => row.segmentId);
  return { caller, projectId: project.id, key: await keyOf(caller), ids, first: ids[0]! };
}

const edit = (caller: Caller, id: string, language: string, revision: number, body: Record<string, unknown>) =>
  editTranslation(caller, id, language, revision, PatchTranslationBody.parse(body));

describe("streaming a project's changes", () => {
  test("a project's event stream reports texts, states and comments when they are committed", async () => {
    const { caller, projectId, key, first } = await workedOn();
    const stream = await follow(key, `/projects/${projectId}/stream`);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await edit(caller, first, "es", 0, { text: "La casa es grande." });
    const changed = await stream.next("changes");
    expect(changed.data).toEqual({ projectId, branch: null, shown: [{ language: "es", segmentIds: [first] }] });
    await edit(caller, first, "es", 1, { state: "translated" });
    await db().transaction((tx) =>
      createComment(
        caller,
        projectId,
        { segmentId: first, language: "ca", body: "Why?", kind: "comment" } as never,
        tx,
      ),
    );
    await stream.next("changes", ({ shown }) => shown[0]?.language === "ca");
    const ids = stream.messages.filter(({ event }) => event === "changes").map(({ id }) => Number(id));
    expect(ids).toEqual([ids[0], ids[0]! + 1, ids[0]! + 2]);
  });

  test("a project's event stream that reconnects continues after the last received event, without gaps", async () => {
    const { caller, projectId, key, ids } = await workedOn();
    const before = await follow(key, `/projects/${projectId}/stream`);
    await edit(caller, ids[0]!, "es", 0, { text: "Uno." });
    const { id } = await before.next("changes");
    before.end();
    await edit(caller, ids[0]!, "es", 1, { text: "Dos." });
    await edit(caller, ids[1]!, "ca", 0, { text: "Tres." });
    const after = await follow(key, `/projects/${projectId}/stream`, id!);
    await after.next("changes", ({ shown }) => shown[0].language === "ca");
    expect(after.messages.filter(({ event }) => event === "changes").map(({ data }) => data.shown)).toEqual([
      [{ language: "es", segmentIds: [ids[0]] }],
      [{ language: "ca", segmentIds: [ids[1]] }],
    ]);
    expect(after.messages.some(({ event }) => event === "reset")).toBe(false);
  });

  test("a project's event stream starts over if the missed changes are no longer stored, and an invalid event id is refused", async () => {
    const { projectId, key } = await workedOn();
    const { messages, next } = await follow(key, `/projects/${projectId}/stream`, "0");
    await next("reset");
    expect(messages.map(({ event }) => event)).not.toContain("changes");
    for (const id of ["1.2", "x"])
      expect((await follow(key, `/projects/${projectId}/stream`, id)).response.status).toBe(400);
  });

  test("a project's event stream contains nothing from other accounts, projects or branches", async () => {
    const { caller, projectId, key, first } = await workedOn();
    const other = await workedOn();
    expect((await follow(other.key, `/projects/${projectId}/stream`)).response.status).toBe(404);
    await db().transaction((tx) => openBranch(caller, projectId, "next", tx));
    const branch = await follow(key, `/projects/${projectId}/stream?branch=next`);
    const theirs = await follow(other.key, `/projects/${other.projectId}/stream`);
    const mine = await follow(key, `/projects/${projectId}/stream`);
    await edit(caller, first, "es", 0, { text: "La casa." });
    await mine.next("changes");
    // The next message they receive must be about their own project.
    await edit(other.caller, other.first, "es", 0, { text: "La casa." });
    await theirs.next("changes");
    expect(JSON.stringify([theirs.messages, branch.messages])).not.toContain(first);
  });

  test("a project's event stream reports the jobs of its project", async () => {
    const { caller, projectId, key } = await workedOn();
    const stream = await follow(key, `/projects/${projectId}/stream`);
    await addDocument(caller, projectId, "more.json", { segments: [{ key: "c", source: "More." }] });
    expect((await stream.next("job")).data.job).toMatchObject({ projectId, status: "queued" });
    await runJobs(caller);
    await stream.next("job", ({ job }) => job.status === "succeeded");
    await stream.next("changes", ({ shown }) => shown.some((one: Data) => one.segmentIds === null));
  });
});

describe("presence in a project", () => {
  const at = (segmentId: string | null, over = {}) => ({
    tab: "one",
    language: "es",
    segmentId,
    editing: false,
    ...over,
  });

  test("presence shows which segment a person is editing until they leave", async () => {
    const { caller, projectId, key, first } = await workedOn();
    const ana = await newPerson({ accountId: caller.accountId, role: "translator", personName: "Ana" });
    const stream = await follow(key, `/projects/${projectId}/stream`);
    await reportPresence(ana, projectId, at(first, { editing: true }));
    const { data } = await stream.next("presence", ({ people }) => people.length === 1);
    expect(data.people).toEqual([{ userId: ana.userId, name: "Ana", language: "es", segmentId: first, editing: true }]);
    const late = await follow(key, `/projects/${projectId}/stream`);
    await late.next("presence", ({ people }) => people.length === 1);
    stream.messages.length = 0;
    await leaveProject(ana, projectId, "one");
    await stream.next("presence", ({ people }) => people.length === 0);
  });

  test("presence can't be reported to a project of another account", async () => {
    const { projectId } = await workedOn();
    const stranger: TestPerson = await newPerson();
    await expect(reportPresence(stranger, projectId, at(null))).rejects.toMatchObject({ code: "not_found" });
  });

  test("presence ends for browser tabs that stop reporting it", () => {
    let now = 0;
    const board = new PresenceBoard(() => now);
    const report = (tab: string) => ({
      kind: "presence" as const,
      projectId: "prj_a",
      userId: "usr_a",
      name: "Ana",
      tab,
      at: { language: "es", segmentId: null, editing: false },
    });
    expect([board.put(report("one")), board.put(report("two")), board.put(report("one"))]).toEqual([true, true, false]);
    now = 45_000;
    board.put(report("two"));
    now = 60_000;
    expect(board.dropSilent()).toEqual(["prj_a"]);
    expect(board.peopleIn("prj_a")).toHaveLength(1);
  });
});

test("a key can have at most twenty open event streams", async () => {
  const { projectId, key } = await workedOn();
  const path = `/projects/${projectId}/stream`;
  await Promise.all(Array.from({ length: 20 }, () => follow(key, path)));
  expect((await follow(key, path)).response.status).toBe(429);
  for (const reader of readers.splice(0)) reader.abort();
  await expect.poll(async () => (await follow(key, path)).response.status).toBe(200);
});

test("a project's event stream ends when its reader loses access to the project", async () => {
  const { caller, projectId } = await workedOn();
  let mayRead = true;
  const recheck = async () => {
    if (!mayRead) throw new AppError("unauthorized", "The session has ended.", {});
  };
  const watched = [{ projectId, branch: null }];
  const stream = await openStream(caller, watched, { lastEventId: null, recheck, recheckMs: 20 });
  let text = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    mayRead = !text.includes("event: ready");
  }
  expect(text).toContain("event: ready");
});

test.each([
  [
    "whose key is revoked",
    (caller: Caller) =>
      db().update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.accountId, caller.accountId)),
  ],
  [
    "whose key loses the scope",
    (caller: Caller) =>
      db()
        .update(apiKeys)
        .set({ scopes: ["translate"] })
        .where(eq(apiKeys.accountId, caller.accountId)),
  ],
])(
  "the event stream of a reader %s ends immediately",
  async (_, end) => {
    const { caller, projectId, key } = await workedOn();
    const stream = await follow(key, `/projects/${projectId}/stream`);
    await stream.next("ready");
    await end(caller);
    // Without the notification, the stream would end only at the next check, after 30 seconds.
    await stream.reading;
  },
  10_000,
);

test("a removed member's event stream ends immediately, and other members' streams continue", async () => {
  const { caller, projectId } = await workedOn();
  const others = await workedOn();
  const watched = (id: string) => [{ projectId: id, branch: null }];
  const recheck = async () => {
    throw new AppError("unauthorized", "The session has ended.", {});
  };
  const read = async (stream: Response) => {
    for await (const _ of stream.body!);
  };
  const person = await newPerson();
  const reader = { ...caller, keyId: null, userId: person.userId };
  const removed = read(await openStream(reader, watched(projectId), { lastEventId: null, recheck }));
  let hasEnded = false;
  const other = await openStream(others.caller, watched(others.projectId), { lastEventId: null, recheck });
  const reading = read(other).finally(() => {
    hasEnded = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await db().delete(members).where(eq(members.userId, person.userId));
  await removed;
  expect(hasEnded).toBe(false);
  await db().update(accounts).set({ deletedAt: new Date() }).where(eq(accounts.id, others.caller.accountId));
  await reading;
}, 10_000);

test("a stopping server ends its streams and suggests when to reconnect", async () => {
  const { projectId, key } = await workedOn();
  const path = `/projects/${projectId}/stream`;
  const stream = await follow(key, path);
  closeStreams();
  await stream.reading;
  expect(stream.hints()).toBe(2);
  expect((await follow(key, path)).response.status).toBe(503);
});
