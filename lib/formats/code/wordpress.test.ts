import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { wordpress } from "./wordpress";

const FILE = String.raw`<?php
return ['x-generator'=>'GlotPress/4.0.1','plural-forms'=>'nplurals=2; plural=n != 1;','project-id-version'=>'The shop','language'=>'de','messages'=>['Save it'=>'Das Haus speichern','verbOpen'=>'Es\'s öffnen "jetzt"','%s site'=>'%s Seite hier' . "\0" . '%s Seiten hier','Empty one'=>'']];
`;

const bytes = Buffer.from(FILE.replace("verbOpen", "verb\u0004Open"));

formatContract(wordpress, {
  fixtures: [
    {
      name: "a language pack",
      bytes,
      texts: ["Das Haus speichern", 'Es\'s öffnen "jetzt"', "%s Seite hier", "%s Seiten hier"],
    },
    {
      name: "one message a line, as wp i18n writes",
      bytes: Buffer.from(
        "<?php\nreturn array(\r\n\t'messages' => array(\r\n\t\t'A b' => 'Some words',\r\n\t),\r\n);\r\n",
      ),
      texts: ["Some words"],
    },
  ],
});

async function translate(
  options: FormatOptions,
  texts: Parameters<Awaited<ReturnType<typeof wordpress.open>>["write"]>[0],
) {
  const document = await wordpress.open(bytes, options);
  const written = await document.write(texts, "pl");
  return { document, text: Buffer.from(written.bytes).toString() };
}

describe("WordPress translation files", () => {
  test("a WordPress translation file is distinguished from other PHP by its messages array", () => {
    expect(chooseFormat(bytes, "shop-de_DE.l10n.php").id).toBe("wordpress");
    expect(chooseFormat(Buffer.from("<?php return ['messages' => 'All of them'];"), "en.php").id).toBe("php");
  });

  test("a WordPress file with translations into another language is translated from its original strings, with the target's plural forms", async () => {
    const options = { source: "en", into: "pl", plurals: "forms" } as const;
    const opened = await wordpress.open(bytes, options);
    expect(opened.segments.map(({ key, text }) => [key, text])).toEqual([
      ["Save it", "Save it"],
      ["verb | Open", "Open"],
      ["%s site", "<x1/> site"],
      ["Empty one", "Empty one"],
    ]);
    const { text } = await translate(options, [
      { text: "Zapisz" },
      { text: null },
      { text: "<x1/> witryn", forms: { 0: "<x1/> witryna", 1: "<x1/> witryny", 2: "<x1/> witryn" } },
      { text: "Pusty" },
    ]);
    expect(text).toContain(`'language'=>'pl'`);
    expect(text).toContain(`'plural-forms'=>'nplurals=3;`);
    expect(text).toContain(`'Save it'=>'Zapisz'`);
    expect(text).toContain(`'%s site'=>'%s witryna' . "\\0" . '%s witryny' . "\\0" . '%s witryn'`);
    expect(text).toContain(`'Empty one'=>'Pusty'`);
  });

  test("a WordPress string without words is reset to its original if its existing translation is in another language", async () => {
    const source = "<?php return ['language'=>'fr','messages'=>['#'=>'N°','UTC'=>'TU','%s'=>'','Save it'=>'Garder']];";
    const document = await wordpress.open(Buffer.from(source), { source: "en" });
    const texts = document.segments.map(({ text }) => ({ text: text === "Save it" ? "Guardar" : text }));
    const written = Buffer.from((await document.write(texts, "es")).bytes).toString();
    expect(written).toBe(
      "<?php return ['language'=>'es','messages'=>['#'=>'#','UTC'=>'UTC','%s'=>'','Save it'=>'Guardar']];",
    );
  });

  test("a WordPress file keeps its finished translations, and only missing translations are added", async () => {
    const options = { source: "en", into: "de", plurals: "forms" } as const;
    const { segments, finished } = await wordpress.open(bytes, options);
    expect(segments.map(({ text }) => text)).toEqual(["Empty one"]);
    expect(finished).toBe(3);
    expect((await wordpress.open(bytes, { ...options, overwrite: true })).segments).toHaveLength(4);
  });
});

test.each([
  `<?php return ['messages'=>[${"'a'=>[".repeat(50_000)}`,
  `<?php return ['messages'=>['a'=>${"'b'.".repeat(50_000)}`,
  "<?php return 'messages'=>1;",
])("hostile WordPress files are read or refused in linear time", async (source) => {
  await withinCpuMs(2_000, () =>
    wordpress.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile")),
  );
});
