import { describe, expect, test } from "vitest";
import type { InlineCode, Segment } from "@/lib/text/segment";
import { adoptCodes } from "./adopt-codes";

const segment = (text: string, ...codes: Omit<InlineCode, "id">[]): Segment => ({
  text,
  codes: codes.map((code, i) => ({ id: i + 1, ...code })),
});
const name = (equiv: string) => ({ kind: "placeholder", equiv }) as const;
const link = { kind: "pair" } as const;
const bold = { kind: "format" } as const;

describe("codes of an existing translation", () => {
  test("each code of an existing translation gets the number of the same code in the source, whatever the order of the codes", () => {
    const source = segment("<x1/> sent <x2/> to <g3>you</g3>", name("{from}"), name("{what}"), link);
    const target = segment("<g1>Du</g1> hast <x2/> von <x3/>", link, name("{what}"), name("{from}"));
    expect(adoptCodes(source, target)).toMatchObject({ text: "<g3>Du</g3> hast <x2/> von <x1/>" });
  });

  test("numbered placeholders of a translation are matched to unnumbered placeholders of the source by position", () => {
    const source = segment("<x1/> of <x2/>", name("%d"), name("%s"));
    const target = segment("<x1/>: <x2/>", name("%2$s"), name("%1$d"));
    expect(adoptCodes(source, target)).toMatchObject({ text: "<x2/>: <x1/>" });
  });

  test("identical codes are matched in the order in which they occur in source and translation", () => {
    const source = segment("<g1>Here</g1> and <g2>there</g2>", link, link);
    const target = segment("<g1>Hier</g1> und <g2>dort</g2>", link, link);
    expect(adoptCodes(source, target)).toMatchObject({ text: "<g1>Hier</g1> und <g2>dort</g2>" });
  });

  test("codes that the source lacks become plain text, and additional formatting codes are removed", () => {
    const source = segment("Sure");
    const target = segment("Zu 100 <x1/>icher, <g2>ja</g2>", name("% s"), bold);
    expect(adoptCodes(source, target)).toMatchObject({ text: "Zu 100 % sicher, ja" });
  });

  test("codes missing from an existing translation are not added", () => {
    const source = segment("Press <g1>here</g1>, <x2/>", link, name("{name}"));
    expect(adoptCodes(source, segment("Hier drücken")).text).toBe("Hier drücken");
  });

  test("codes that differ from all source codes are matched to the remaining source codes in order", () => {
    const source = segment("Run <x1/> in <x2/>", name("{{remote_name}}"), name("{dir}"));
    const target = segment("En <x1/> ejecute <x2/>", name("{dir}"), name("{{nombre_remoto}}"));
    expect(adoptCodes(source, target).text).toBe("En <x2/> ejecute <x1/>");
  });

  test("codes for a placeholder that occurs twice in both source and translation keep their numbers", () => {
    const source = segment("<x1/> = <x2/>", name("{n}"), name("{n}"));
    const target = segment("<x1/> ist <x2/>", name("{n}"), name("{n}"));
    expect(adoptCodes(source, target)).toMatchObject({ text: "<x1/> ist <x2/>" });
  });
});
