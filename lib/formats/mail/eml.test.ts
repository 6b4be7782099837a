import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { eml } from "./eml";
import { decodeWords, encodeWords } from "./mime";

const ATTACHMENT =
  "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQK\r\n";

const MAIL = Buffer.from(
  `From: Jane <jane@example.com>
To: john@example.com
Subject: Re: =?utf-8?Q?The_order_caf=C3=A9?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

Preamble left
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Good day, caf=E9 friends

Some more words
--inner
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${Buffer.from("<p>Good <b>day</b>, café friends</p>").toString("base64")}
--inner--
--outer
${ATTACHMENT.replaceAll("\r\n", "\n")}--outer
Content-Type: text/plain
Content-Disposition: attachment; filename=left.txt

Left here
--outer--
Epilogue left
`.replaceAll("\n", "\r\n"),
);

formatContract(eml, {
  fixtures: [
    {
      name: "a message with an alternative and attachments",
      bytes: MAIL,
      texts: ["The order café", "Good day, café friends", "Some more words", "Good day, café friends"],
    },
    {
      name: "a plain message",
      bytes: Buffer.from("From: a@example.com\nSubject: The order\n\nSome words here\n"),
      texts: ["The order", "Some words here"],
    },
  ],
});

async function translate(source: string | Buffer, change: (text: string) => string): Promise<string> {
  const document = await eml.open(Buffer.from(source), {});
  const { bytes } = await document.write(
    document.segments.map(({ text }) => ({ text: change(text) })),
    "es",
  );
  return Buffer.from(bytes).toString("latin1");
}

describe("e-mail messages", () => {
  test("attachments, character sets and transfer encodings of an e-mail are kept", async () => {
    const written = await translate(MAIL, (text) => text.replace("friends", "señores"));
    expect(written).toContain(ATTACHMENT);
    expect(written).toContain("charset=iso-8859-1");
    expect(written).toContain("caf=E9 se=F1ores");
    expect(written).toContain(Buffer.from("<p>Good <b>day</b>, café señores</p>").toString("base64"));
    expect(written).toContain("Preamble left");
    expect(written).toContain("Left here\r\n--outer--\r\nEpilogue left");
  });

  test("a plain message declares UTF-8 if its translation contains letters outside ASCII", async () => {
    const written = await translate("Subject: The order\n\nSome words\n", () => "Señor");
    expect(written).toContain("Content-Type: text/plain; charset=utf-8\n");
    expect(written).toContain("Content-Transfer-Encoding: quoted-printable\n");
    expect(written).toContain("\n\nSe=C3=B1or\n");
    expect(written).toContain("Subject: =?UTF-8?B?U2XDsW9y?=\n");
  });

  test("an e-mail detected as windows-1252 gets a header with that encoding, below the From line of a mailbox file", async () => {
    const mail = Buffer.from("From x@y.org Mon Jan 1 00:00:00 2024\nSubject : Words\n\nThe caf\xe9 here\n", "latin1");
    const written = await translate(mail, (text) => text.replace("here", "aqu\xed"));
    expect(written).toMatch(/^From x@y\.org[^\n]*\n/);
    expect(written).toContain("Content-Type: text/plain; charset=windows-1252\n");
    expect(written).toContain("The caf=E9 aqu=ED");
    const { segments } = await eml.open(Buffer.from(written, "latin1"), {});
    expect(segments.map(({ text }) => plainText(text))).toEqual(["Words", "The café aquí"]);
  });

  test("forwarded messages are translated, signed messages cause a warning, and encrypted messages are refused", async () => {
    const forwarded = "Content-Type: message/rfc822\n\nSubject: Inner words\n\nThe body here\n";
    const { segments } = await eml.open(Buffer.from(forwarded), {});
    expect(segments.map(({ text }) => plainText(text))).toEqual(["Inner words", "The body here"]);
    const signed = await eml.open(Buffer.from("DKIM-Signature: v=1\nSubject: The order\n\n"), {});
    expect((await signed.write([{ text: "x" }], "es")).warnings).toMatchObject([{ code: "signature_invalid" }]);
    await expect(
      eml.open(Buffer.from("Content-Type: multipart/encrypted; boundary=a\n\n--a--"), {}),
    ).rejects.toMatchObject({
      reason: "encrypted",
    });
  });

  test.each(["Plain words", "Señor, señora", "茶".repeat(100), "a =?b"])(
    "the encoded subject %j is decoded",
    (text) => {
      expect(decodeWords(encodeWords(text, "\r\n"))).toBe(text);
      expect(encodeWords(text, "\r\n")).toMatch(/^[\x20-\x7e\r\n]*$/);
    },
  );

  test("encoded words in the same character set are joined, even if they split a letter", () => {
    expect(decodeWords("=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?= x")).toBe("café x");
  });
});

test.each([
  ["nested parts", `Content-Type: message/rfc822\n\n`.repeat(30_000), "too_complex"],
  ["many parts", `Content-Type: multipart/mixed; boundary=a\n\n${"--a\n\n\n".repeat(30_000)}`, "too_complex"],
  ["a long header", `Subject: ${"=?utf-8?Q?a?= ".repeat(30_000)}\n\n`, null],
  ["folds", `Subject: a${"\n a".repeat(30_000)}\n\nx`, null],
  ["parameters", `Content-Type: text/plain${"; a=".repeat(30_000)}\n\nSome words`, null],
])("hostile e-mail is read or refused in linear time: %s", async (_, source, reason) => {
  const opened = await withinCpuMs(2_000, () => eml.open(Buffer.from(source), {}).catch((error) => error));
  if (reason) expect(opened).toMatchObject({ reason });
});
