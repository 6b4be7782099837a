import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { changeProject } from "@/lib/projects/change/change-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { patchSegment } from "./patch-segment";

const PO = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#. On the door
#, c-format, ignore-number, max-length:20
msgid "Room 5 is free."
msgstr ""
`;
const XLIFF = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body>
<trans-unit id="room" weblate-flags="ignore-number"><source>Room 5 is free.</source></trans-unit></body></file></xliff>`;
const ARB = `{"@@locale": "en", "room": "Room 5 is free.", "@room": {"description": "On the door", "flags": ["ignore-number"]}}`;

async function opened(name: string, content: string) {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  const [segment] = await db().select().from(segments).where(eq(segments.documentId, document.id));
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "user", id: null } as const };
  const changes = [{ segmentId: segment!.id, text: "La sala está libre." }];
  await db().transaction((tx) => changeProject(tx, target, (change) => changeTranslations(change, "es", changes)));
  const reported = async () => {
    const mine = and(eq(qaIssues.segmentId, segment!.id), eq(qaIssues.status, "open"));
    return (await db().select().from(qaIssues).where(mine)).map(({ checkId }) => checkId);
  };
  return { caller, segment: segment!, reported };
}

test.each([
  ["room.po", PO, ["ignore-number", "max-length:20"]],
  ["room.xlf", XLIFF, ["ignore-number"]],
  ["room.arb", ARB, ["ignore-number"]],
])("check flags in %s apply unless a manager sets other flags", async (name, content, flags) => {
  const { caller, segment, reported } = await opened(name, content);
  expect(segment.fileFlags).toEqual(flags);
  expect(await reported()).not.toContain("number.missing");
  expect(await patchSegment(caller, segment.id, { flags: ["ignore-space"] })).toMatchObject({
    flags: ["ignore-space"],
  });
  await runJobs(caller);
  expect(await reported()).toContain("number.missing");
  expect(await patchSegment(caller, segment.id, { flags: null })).toMatchObject({ flags });
  await runJobs(caller);
  expect(await reported()).not.toContain("number.missing");
});

test("a maximum length set by a manager replaces the file's maximum length until the manager removes it", async () => {
  const { caller, segment } = await opened("room.po", PO);
  const limitBy = async (patch: Parameters<typeof patchSegment>[2]) =>
    (await patchSegment(caller, segment.id, patch)).maxLength;
  expect(segment.maxLength).toBe(20);
  expect(await limitBy({ flags: ["max-length:5"] })).toBe(5);
  expect(await limitBy({ description: "On the door" })).toBe(5);
  expect(await limitBy({ flags: [] })).toBe(20);
  expect(await limitBy({ flags: ["max-length:50"] })).toBe(50);
  expect(await limitBy({ flags: null })).toBe(20);
  await expect(limitBy({ flags: ["max-length:5", "max-length:50"] })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("an invalid flag is refused, and the error gives its index", async () => {
  const { caller, segment } = await opened("room.txt", "Room 5 is free.");
  await expect(
    patchSegment(caller, segment.id, { flags: ["ignore-space", "placeholders:(?=a)"] }),
  ).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path: "flags.1", code: "format", reason: "flag_unusable" }] },
  });
});
