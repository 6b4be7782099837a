import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { ics, vcf } from "./cards";

const crlf = (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"));

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Tea//Left here//EN
X-WR-CALNAME:Left here
BEGIN:VTIMEZONE
TZID:Europe/Madrid
END:VTIMEZONE
BEGIN:VEVENT
UID:1@tea.example
DTSTART;TZID=Europe/Madrid:20240101T100000
SUMMARY;LANGUAGE=en-US:A cup of tea\\, with milk
DESCRIPTION;ALTREP="cid:part1:x":We drink tea together and talk about the day
  that has been\\, as we did last week.\\nBring a cup\\; we have the \\\\ tea.
LOCATION:Kitchen on the second floor
CATEGORIES:LEFT,HERE
ATTENDEE;CN="Left; here":mailto:jane@tea.example
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:This is a reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:1@tea.example
RECURRENCE-ID:20240108T100000
SUMMARY:Another cup
LOCATION:https://meet.tea.example/abc
COMMENT:It is later today
END:VEVENT
END:VCALENDAR
`;
const TASKS = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VTODO
SUMMARY:Buy tea, milk and sugar; then go home
DESCRIPTION:This line is much longer than 75 octets, because the program that wrote it does not fold
END:VTODO
END:VCALENDAR
`;
const OLD_CALENDAR = `BEGIN:VCALENDAR
VERSION:1.0
BEGIN:VEVENT
SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Caf=E9 and tea in the long garden behind the=
 house
END:VEVENT
END:VCALENDAR
`;

formatContract(ics, {
  fixtures: [
    {
      name: "events with alarms, folded lines and escapes",
      bytes: crlf(CALENDAR),
      texts: [
        "A cup of tea, with milk",
        "We drink tea together and talk about the day that has been, as we did last week.\nBring a cup; we have the \\ tea.",
        "Kitchen on the second floor",
        "This is a reminder",
        "Another cup",
        "It is later today",
      ],
    },
    { name: "a task of a program that neither folds nor escapes, with LF", bytes: Buffer.from(TASKS) },
    {
      name: "vCalendar with quoted-printable",
      bytes: crlf(OLD_CALENDAR),
      texts: ["Café and tea in the long garden behind the house"],
    },
  ],
});

const CARDS = `BEGIN:VCARD
VERSION:3.0
FN:Left Here
N:Here;Left;;;
ORG:Left here;Sales
TITLE:Head of the tea kitchen
item1.NOTE:She likes tea\\, but only with milk.\\nCall in the morning\\, please\\, a
 nd not at night.
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD
 NOTE:left
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Left
ROLE;LANGUAGE=en:Buyer of teas
END:VCARD
`;
const OLD_CARD = `BEGIN:VCARD
VERSION:2.1
N:Left;Here
TITLE:Buyer, seller; and more
NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:First line =E2=80=93 of tea=0D=0AThe second line is=
 longer than the first=2C and wraps
ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;Left=20here
END:VCARD
`;

formatContract(vcf, {
  fixtures: [
    {
      name: "cards of versions 3 and 4",
      bytes: crlf(CARDS),
      texts: [
        "Head of the tea kitchen",
        "She likes tea, but only with milk.\nCall in the morning, please, and not at night.",
        "Buyer of teas",
      ],
    },
    {
      name: "a card of version 2.1 with quoted-printable",
      bytes: crlf(OLD_CARD),
      texts: ["Buyer, seller; and more", "First line – of tea\nThe second line is longer than the first, and wraps"],
    },
    { name: "LF and lower case", bytes: Buffer.from("begin:vcard\nversion:4.0\nnote:Some words\nend:vcard\n") },
  ],
});

async function translated(format: Format, source: Buffer, target: string, texts: (text: string) => string) {
  const document = await format.open(source, {});
  const { bytes } = await document.write(
    document.segments.map(({ text }) => ({ text: texts(text) })),
    target,
  );
  return Buffer.from(bytes).toString();
}

describe("calendar and contact files", () => {
  test("lines of calendars and contacts are folded at 75 bytes, never within a character", async () => {
    const written = await translated(ics, crlf(CALENDAR), "ja", () => `${"お茶".repeat(40)}, 1`);
    for (const line of written.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(written).toContain("SUMMARY;LANGUAGE=ja:お茶");
    expect(written.replaceAll("\r\n ", "")).toContain(`${"お茶".repeat(40)}\\, 1\r\n`);
    expect(written).toContain("X-WR-CALNAME:Left here\r\n");
  });

  test("calendars and contacts whose source isn't folded or escaped are written without folding and escaping", async () => {
    const written = await translated(ics, Buffer.from(TASKS), "es", (text) => text.replace("tea", "té"));
    expect(written).toBe(TASKS.replace("tea", "té"));
  });

  test("contacts are folded and escaped as their declared vCard version requires", async () => {
    const long = `The tea is red\\, yes.\\n${"It is here. ".repeat(8).trim()}`;
    const card = (version: string, note: string) => `BEGIN:VCARD\nVERSION:${version}\nNOTE:${note}\nEND:VCARD\n`;
    const first = card("3.0", long).replace("It is here. It", "It is here. \n It");
    const source = first + card("2.1", "The tea is green");
    const written = await translated(vcf, Buffer.from(source), "es", (text) => text.replace("tea", "té"));
    expect(written).toContain("NOTE:The té is red\\, yes.\\nIt is");
    for (const line of written.split("\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test("contact properties that are already in the target language are unchanged", async () => {
    const source = Buffer.from("BEGIN:VCARD\nVERSION:4.0\nNOTE;LANGUAGE=es:La casita\nTITLE:Head of tea\nEND:VCARD\n");
    const texts = async (into: string) => (await vcf.open(source, { into })).segments.map(({ text }) => text);
    expect(await texts("es")).toEqual(["Head of tea"]);
    expect(await texts("fr")).toEqual(["La casita", "Head of tea"]);
  });

  test("calendars are written in UTF-8 if their character set lacks a letter of the translation", async () => {
    const written = await translated(ics, crlf(OLD_CALENDAR), "pl", () => "Herbata w długim ogrodzie");
    expect(written).toContain(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Herbata w d=C5=82ugim ogrod=\r\nzie\r\n",
    );
  });

  test("calendars and contacts are recognised by their content", () => {
    expect(chooseFormat(crlf(CALENDAR), "invite").id).toBe("ics");
    expect(chooseFormat(crlf(OLD_CARD), "card").id).toBe("vcf");
  });

  test.each([
    [`BEGIN:VCARD\n${"NOTE:a\n b\n".repeat(15_000)}`],
    [`BEGIN:VCARD\nNOTE${';a="'.repeat(100_000)}`],
    [`BEGIN:VCARD\n${"NOTE;QUOTED-PRINTABLE:a=\n".repeat(15_000)}`],
    [`BEGIN:VCARD\n${"BEGIN:A\n".repeat(40_000)}`],
  ])("hostile contacts are read in linear time", async (source) => {
    await withinCpuMs(3_000, () => vcf.open(Buffer.from(source), {}));
  });
});
