import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projects, webhookDeliveries, webhooks } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { newId } from "@/lib/base/ids";
import { EventsQuery, type EventType } from "@/lib/schemas/events";
import { listEvents, listProjectEvents } from "./events";
import { recordEvent } from "./record";

const SYSTEM = { type: "system", id: null } as const;
const query = (input: Record<string, unknown> = {}) => EventsQuery.parse(input);

const record = (
  person: TestPerson,
  more: { type?: EventType; projectId?: string; data?: Record<string, unknown> } = {},
  tx?: Transaction,
) => {
  const event = {
    accountId: person.accountId,
    projectId: null,
    type: "project.created",
    actor: SYSTEM,
    data: {},
    ...more,
  } as const;
  return tx ? recordEvent(tx, event) : db().transaction((own) => recordEvent(own, event));
};

async function newProject(person: TestPerson, name = "Help centre"): Promise<string> {
  const id = newId("project");
  await db().insert(projects).values({
    id,
    accountId: person.accountId,
    externalId: randomUUID(),
    name,
    sourceLanguage: "en",
    workflow: "mt_review",
  });
  return id;
}

describe("recording events", () => {
  test("an event keeps the names that the actor and the project had at the time of the change", async () => {
    const person = await newPerson();
    const projectId = await newProject(person, "Before");
    await db().transaction((tx) =>
      recordEvent(tx, {
        accountId: person.accountId,
        projectId,
        type: "project.updated",
        actor: { type: "user", id: person.userId },
        data: { changed: ["name"] },
      }),
    );
    await db().update(projects).set({ name: "After" }).where(eq(projects.id, projectId));
    const { events: found } = await listProjectEvents(person, projectId, query());
    expect(found).toMatchObject([
      {
        type: "project.updated",
        apiVersion: "v1",
        actor: { type: "user", id: person.userId, name: "Ada Test" },
        data: { changed: ["name"], project: { id: projectId, name: "Before", status: "draft" } },
      },
    ]);
  });

  test("an event and its deliveries are rolled back with the change that caused them", async () => {
    const person = await newPerson();
    await newWebhook(person);
    const change = db().transaction(async (tx) => {
      await record(person, {}, tx);
      throw new Error("no");
    });
    await expect(change).rejects.toThrow("no");
    expect((await listEvents(person, query())).events).toEqual([]);
    expect(await deliveriesOf(person)).toEqual([]);
  });
});

describe("ordering events", () => {
  test("reading events in order misses none, even while slow transactions are open", async () => {
    const person = await newPerson();
    const slow = openTransaction();
    await slow.run((tx) => record(person, { data: { name: "slow" } }, tx));
    await record(person, { data: { name: "quick" } });

    const first = await listEvents(person, query({ after: "0" }));
    expect(first.events.map((event) => event.data.name)).toEqual(["quick"]);
    await slow.commit();
    const next = await listEvents(person, query({ after: first.events[0]!.id }));
    expect(next.events.map((event) => event.data.name)).toEqual(["slow"]);
  });

  test("events of one transaction keep the order in which they were recorded", async () => {
    const person = await newPerson();
    await db().transaction(async (tx) => {
      for (const name of ["a", "b", "c"]) await record(person, { data: { name } }, tx);
    });
    const { events: found } = await listEvents(person, query({ after: "0" }));
    expect(found.map((event) => event.data.name)).toEqual(["a", "b", "c"]);
  });

  test("a reader of 300 events from 12 concurrent writers gets each event exactly once", async () => {
    const person = await newPerson();
    let writing = true;
    const written: string[] = [];
    const writer = async () => {
      for (let i = 0; i < 25; i++)
        await db().transaction(async (tx) => {
          const name = randomUUID();
          await record(person, { data: { name } }, tx);
          // Transactions overlap, so that an event recorded earlier may commit later.
          await tx.execute(`select pg_sleep(${Math.random() / 100})`);
          written.push(name);
        });
    };
    const seen: string[] = [];
    const reader = async () => {
      let after = "0";
      for (let more = true; more; ) {
        // The last read must come after the end of all writers.
        more = writing;
        const page = await listEvents(person, query({ after, limit: "100" }));
        seen.push(...page.events.map((event) => String(event.data.name)));
        after = page.events.at(-1)?.id ?? after;
        if (page.nextCursor) more = true;
      }
    };
    const reading = reader();
    await Promise.all(Array.from({ length: 12 }, writer));
    writing = false;
    await reading;
    expect(seen).toHaveLength(300);
    expect(new Set(seen)).toEqual(new Set(written));
  });
});

describe("listing events", () => {
  test("the event list is sorted newest first, and its pages neither repeat nor skip events while new events arrive", async () => {
    const person = await newPerson();
    for (let i = 0; i < 5; i++) await record(person, { data: { i } });
    const first = await listEvents(person, query({ limit: "2" }));
    await record(person, { data: { i: 5 } });
    const second = await listEvents(person, query({ limit: "2", cursor: first.nextCursor }));
    const third = await listEvents(person, query({ limit: "2", cursor: second.nextCursor }));
    expect([first, second, third].flatMap((page) => page.events.map((event) => event.data.i))).toEqual([4, 3, 2, 1, 0]);
    expect(third.nextCursor).toBeNull();
  });

  test("the event list can continue after an event id or number, oldest first, page by page", async () => {
    const person = await newPerson();
    for (let i = 0; i < 5; i++) await record(person, { data: { i } });
    const all = await listEvents(person, query({ after: "0" }));
    const after = String(all.events[0]!.sequence);
    const first = await listEvents(person, query({ after, limit: "3" }));
    const rest = await listEvents(person, query({ after, limit: "3", cursor: first.nextCursor }));
    expect([...first.events, ...rest.events]).toEqual(all.events.slice(1));
    expect((await listEvents(person, query({ after: all.events.at(-1)!.id }))).events).toEqual([]);
  });

  test("the event list contains only the requested types", async () => {
    const person = await newPerson();
    for (const type of ["project.created", "document.added", "export.ready"] as const) await record(person, { type });
    const page = await listEvents(person, query({ types: "export.ready,document.added" }));
    expect(page.events.map((event) => event.type)).toEqual(["export.ready", "document.added"]);
  });

  test("the event list contains no events of other accounts, and events and projects of other accounts are not found", async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()];
    const projectId = await newProject(theirs);
    await record(theirs, { projectId });
    const [event] = (await listEvents(theirs, query())).events;
    expect((await listEvents(mine, query())).events).toEqual([]);
    const missing = { code: "not_found", details: { resource: "event" } };
    await expect(listEvents(mine, query({ after: event!.id }))).rejects.toMatchObject(missing);
    await expect(listEvents(mine, query({ after: newId("event") }))).rejects.toMatchObject(missing);
    for (const id of [projectId, newId("project")])
      await expect(listProjectEvents(mine, id, query())).rejects.toMatchObject({
        code: "not_found",
        details: { resource: "project" },
      });
  });

  test("the event list refuses a cursor that was created with another filter", async () => {
    const person = await newPerson();
    for (let i = 0; i < 2; i++) await record(person);
    const { nextCursor } = await listEvents(person, query({ limit: "1" }));
    await expect(listEvents(person, query({ cursor: nextCursor, types: "job.failed" }))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("delivering events to webhooks", () => {
  test("an event is delivered to the account's enabled webhooks whose filters match its type, project and language", async () => {
    const person = await newPerson();
    const stranger = await newPerson();
    const [projectId, other] = [await newProject(person), await newProject(person)];
    const asking = {
      all: await newWebhook(person),
      type: await newWebhook(person, { eventTypes: ["document.ready", "export.ready"] }),
      project: await newWebhook(person, { projectId }),
      language: await newWebhook(person, { languages: ["de"] }),
    };
    await newWebhook(person, { status: "disabled" });
    await newWebhook(stranger);
    const reported = async (more: { type?: EventType; projectId?: string; data?: Record<string, unknown> }) => {
      await record(person, more);
      const [event] = (await listEvents(person, query({ limit: "1" }))).events;
      const to = (await deliveriesOf(person)).filter((delivery) => delivery.eventId === event!.id);
      return Object.entries(asking)
        .filter(([, id]) => to.some((delivery) => delivery.webhookId === id))
        .map(([name]) => name);
    };
    expect(await reported({ type: "document.ready", projectId })).toEqual(["all", "type", "project", "language"]);
    expect(await reported({ type: "document.added", projectId: other })).toEqual(["all", "language"]);
    expect(await reported({ type: "webhook.disabled" })).toEqual(["all", "language"]);
    const about = (language: string) => ({ type: "translations.reviewed", projectId, data: { language } }) as const;
    expect(await reported(about("de"))).toEqual(["all", "project", "language"]);
    expect(await reported(about("fr"))).toEqual(["all", "project"]);
    expect((await deliveriesOf(person)).length).toBe(4 + 2 + 2 + 3 + 2);
    expect(await deliveriesOf(stranger)).toEqual([]);
  });

  test("recording an event while a webhook is being deleted doesn't roll back the change", async () => {
    const person = await newPerson();
    const [deleted, kept] = [await newWebhook(person), await newWebhook(person)];
    const deleting = openTransaction();
    await deleting.run(async (tx) => void (await tx.delete(webhooks).where(eq(webhooks.id, deleted))));
    const recording = record(person);
    await expect.poll(async () => (await db().execute(WAITING))[0]?.n).toBeGreaterThan(0);
    await deleting.commit();
    await recording;
    expect((await deliveriesOf(person)).map((delivery) => delivery.webhookId)).toEqual([kept]);
  });
});

/** Statements on webhooks that are waiting for a lock. */
const WAITING = sql`
  select count(*)::int as n from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook%'`;

async function newWebhook(person: TestPerson, more: Partial<typeof webhooks.$inferInsert> = {}): Promise<string> {
  const id = newId("webhook");
  await db()
    .insert(webhooks)
    .values({ id, accountId: person.accountId, url: "https://example.org/", secret: Buffer.alloc(0), ...more });
  return id;
}

const deliveriesOf = (person: TestPerson) =>
  db().select().from(webhookDeliveries).where(eq(webhookDeliveries.accountId, person.accountId));

/** A transaction that stays open until `commit` is called. */
function openTransaction() {
  const opened = deferred<Transaction>();
  const released = deferred<void>();
  const done = db().transaction(async (tx) => {
    opened.resolve(tx);
    await released.promise;
  });
  return {
    run: async (work: (tx: Transaction) => Promise<void>) => work(await opened.promise),
    commit: () => {
      released.resolve();
      return done;
    },
  };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
