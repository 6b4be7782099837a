import { describe, expect, test } from "vitest";
import { md } from "./markdown";

async function translate(source: string, ...texts: readonly string[]): Promise<string> {
  const document = await md.open(Buffer.from(source), { source: "en" });
  expect(document.segments).toHaveLength(texts.length);
  const written = await document.write(
    texts.map((text) => ({ text })),
    "es",
  );
  return Buffer.from(written.bytes).toString();
}

describe("line breaks in a paragraph", () => {
  test("a translated paragraph has one sentence per line if the source paragraph does", async () => {
    expect(
      await translate(
        "> Push your commits.\n> Then *open* a pull request.\n> Wait.\n",
        "Envíe todo. Luego <g1>abra</g1> otra. Espere.",
      ),
    ).toBe("> Envíe todo.\n> Luego *abra* otra.\n> Espere.\n");
  });

  test("a wrapped translation keeps list indentation and line endings", async () => {
    const source = "- Push all of it.\r\n  Then wait. And see.\r\n  It works.\r\n";
    expect(await translate(source, "Envíe todo. Luego espere. Y vea. Funciona.")).toBe(
      "- Envíe todo.\r\n  Luego espere. Y vea.\r\n  Funciona.\r\n",
    );
  });

  test("a translation is wrapped at the source's width if the source wraps within sentences", async () => {
    const source = "This was wrapped\nby hand. The next one\nbegins here.\nThe last one is alone.\n";
    expect(await translate(source, "Esto fue cortado a mano. La segunda empieza aquí. La última está sola.")).toBe(
      "Esto fue cortado a\nmano. La segunda\nempieza aquí.\nLa última está sola.\n",
    );
  });

  test("a wrapped text in a quote or list stays wrapped, outside of codes, even if the translation has more sentences than the source", async () => {
    const source =
      "> - The quick brown fox [jumps over](https://example.com/fox) the\n>   lazy dog, and `runs away home` again.\n";
    expect(
      await translate(
        source,
        "El zorro <g1>salta sobre</g1> el perro perezoso. Luego <x2/> corre otra vez. Y más y más.",
      ),
    ).toBe(
      "> - El zorro [salta sobre](https://example.com/fox) el perro\n>   perezoso. Luego `runs away home` corre otra vez. Y más y más.\n",
    );
  });

  test("a translation in a script without spaces is not wrapped", async () => {
    const source = "This was wrapped\nby hand, once.\n";
    expect(await translate(source, "これは手で折り返されました。")).toBe("これは手で折り返されました。\n");
  });

  test("a translation is written on one line if its source has one sentence per line but more sentences than the translation", async () => {
    expect(await translate("Push all.\nThen wait.\n", "Envíe todo y espere.")).toBe("Envíe todo y espere.\n");
  });

  test("a wrapped line never starts with characters that would turn it into a list item or heading", async () => {
    expect(await translate("Count them.\nTwo are there.\n", "Cuente. 2. Hay dos.")).not.toMatch(/^2\./m);
    expect(await translate("Count them.\nThe first one.\n", "Cuente. #Uno es.")).not.toMatch(/^#/m);
  });
});
