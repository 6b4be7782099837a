import { describe, expect, test } from "vitest";
import type { Engine } from "@/lib/engines/engine";
import { router, setEngines } from "@/lib/engines/registry";
import { plainSegment, plainText, type Segment } from "@/lib/text/segment";
import { prove } from "./prove";
import { translateSegments } from "./translate-segments";
import { warningsOf } from "./translate-text";

function translate(segment: Segment, answer: (text: string) => string) {
  const engine: Engine = {
    id: "stand-in",
    local: true,
    directions: async () => [],
    translate: async (segments) => segments.map(({ text }) => ({ text: answer(text) })),
    state: () => ({ id: "stand-in", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  const hops = [{ engine, source: "en", target: "es", rank: 40 }];
  return translateSegments([segment], { hops, localOnly: true, priority: "bulk", engine: "stand-in" });
}

describe("checking numbers in a translation", () => {
  test.each([
    ["The cat sees 244890 dogs.", "El gato 7244890909990899089988990", ["244890"]],
    ["It costs 45 euros.", "Cuesta 54 euros.", ["45"]],
    ["On 3 May 1998 it fell.", "El 3 de mayo de 1989 cayó.", ["1998"]],
    ["It grew by 1,234.5 percent.", "Creció un 1.235 por ciento.", ["1,234.5"]],
    ["He has 12 cats and 13 dogs.", "Tiene gatos y perros.", ["12", "13"]],
  ])("a number changed by the engine is reported: %s", async (text, answer, missing) => {
    const { translations } = await translate(plainSegment(text), () => answer);
    const [warning] = warningsOf(translations);
    expect(warning).toMatchObject({ code: "numbers_changed", missing });
    expect(Array.isArray(warning!.added)).toBe(true);
  });

  test("a number added by the engine is reported", () => {
    const differences = prove(plainSegment("The cat sees dogs."), "El gato ve 17 perros.", {
      source: "en",
      target: "es",
    });
    expect(differences).toEqual([{ code: "numbers_changed", added: "17" }]);
  });

  test("a segment whose number was changed is translated again without markup", async () => {
    const segment = {
      text: "The <g1>cat</g1> sees <x2/> and 45 dogs.",
      codes: [
        { id: 1, kind: "pair" as const },
        { id: 2, kind: "placeholder" as const, equiv: "{name}" },
      ],
    };
    const { translations } = await translate(segment, (text) =>
      text.includes("<g1>") ? "El <g1>gato</g1> ve <x2/> y 54 perros." : "El gato ve <x2/> y 45 perros.",
    );
    expect(plainText(translations[0]!.text)).toBe("El gato ve  y 45 perros.");
    expect(translations[0]!.text).toMatch(/<g1>.*<\/g1>.*<x2\/>/);
    expect(warningsOf(translations).map(({ code }) => code)).not.toContain("numbers_changed");
  });

  test("a segment whose number was changed is translated by the next engine, which the result names", async () => {
    const engineOf = (id: string, rank: number, answer: string): Engine => ({
      id,
      local: true,
      directions: async () => [{ source: "en", target: "es", rank }],
      translate: async (segments) => segments.map(() => ({ text: answer })),
      state: () => ({ id, state: "ready", detail: "", queued: 0, memoryMb: 0 }),
      close: async () => {},
    });
    setEngines([engineOf("first", 60, "El gato ve 54 perros."), engineOf("second", 40, "El gato ve 45 perros.")]);
    try {
      const hops = (await router().route("en", "es"))!;
      const work = { hops, localOnly: true, priority: "bulk" } as const;
      const { translations, engine } = await translateSegments([plainSegment("The cat sees 45 dogs.")], work);
      expect(translations[0]).toMatchObject({ text: "El gato ve 45 perros.", differences: [] });
      expect(engine).toBe("first+second");
      setEngines([engineOf("first", 60, "El gato ve 54 perros."), engineOf("second", 40, "El gato ve 44 perros.")]);
      const again = { ...work, hops: (await router().route("en", "es"))! };
      const kept = await translateSegments([plainSegment("The cat sees 45 dogs.")], again);
      expect(kept.engine).toBe("first");
      expect(warningsOf(kept.translations)).toMatchObject([
        { code: "numbers_changed", missing: ["45"], added: ["54"] },
      ]);
    } finally {
      setEngines(null);
    }
  });

  test("a changed number is reported if translating without markup changes it, too", async () => {
    const segment = { text: "The <g1>cat</g1> sees 45 dogs.", codes: [{ id: 1, kind: "pair" as const }] };
    const { translations } = await translate(segment, (text) => text.replace("45", "54"));
    expect(warningsOf(translations)).toMatchObject([{ code: "numbers_changed", missing: ["45"], added: ["54"] }]);
  });
});

test.each([
  ["It costs 1,234.50 euros.", "Cuesta 1.234,50 euros.", "es"],
  ["It was the 2nd time.", "Fue la segunda vez.", "es"],
  ["In the 15th century", "En el siglo XV", "es"],
  ["He has 3 cats.", "Tiene tres gatos.", "es"],
  ["Three cats", "3 gatos", "es"],
  ["At 5 pm", "A las 17 h", "es"],
  ["It is 10 % more.", "Es un 10 % más.", "es"],
  ["On 05/03/2020", "Am 5.3.2020", "de"],
  ["2 million people", "2.000.000 Menschen", "de"],
  ["12,5 % von 1.000", "12.5 % of 1,000", "en"],
])("a number written in another notation is not reported: %s → %s", (source, target, language) => {
  const languages = { source: language === "en" ? "de" : "en", target: language };
  expect(prove(plainSegment(source), target, languages)).toEqual([]);
});

describe("suspicious translations", () => {
  test.each([
    ["Do not open the door.", "Abre la puerta.", "negation_changed"],
    ["The cat sees dogs.", "El gato ve el perro el perro el perro el perro el perro.", "repeated_text"],
    ["The cat sees dogs in the garden.", "Кошка видит собак в саду.", "wrong_script"],
    ["The committee publishes its long report on the economy next month.", "Sí.", "length_suspicious"],
  ])("a suspicious translation gets a warning: %s", async (text, answer, code) => {
    const { translations } = await translate(plainSegment(text), () => answer);
    expect(warningsOf(translations).map((warning) => warning.code)).toContain(code);
  });

  test.each([
    ["Do not open the door.", "No abras la puerta."],
    ["See https://en.example.com/a for more.", "Ver https://es.example.com/a para más."],
    ["PIN", "Número de identificación personal"],
    ["Open Acme Console", "Abrir Acme Console"],
    ["very very good", "muy muy bueno"],
  ])("an acceptable difference in a translation is not reported: %s → %s", (text, answer) => {
    expect(prove(plainSegment(text), answer, { source: "en", target: "es" })).toEqual([]);
  });

  test.each([
    ["See https://example.com/a for more.", "Ver https://ejemplo.com/a para más."],
    ["Write to help@example.com today.", "Escribe a ayuda@example.com hoy."],
  ])("a changed address in a translation is reported: %s", (text, answer) => {
    const differences = prove(plainSegment(text), answer, { source: "en", target: "es" });
    expect(differences).toEqual([{ code: "code_changed" }]);
  });

  test.each([
    ["Page 3 | Item 5", "Artículo 5 | Página 3", true],
    ["Home » Rooms / Prices", "Inicio / Salas » Precios", true],
    ["Home » Rooms", "Inicio Salas", true],
    ["Page 3 | Item 5", "Página 3 | Artículo 5", false],
    ["Salt & pepper", "Sal y pimienta", false],
    ["He/she is here", "Él o ella está aquí", false],
  ])(
    "parts around a separator that are swapped in the translation are reported for %s → %s: %s",
    (text, answer, isMoved) => {
      const codes = prove(plainSegment(text), answer, { source: "en", target: "es" }).map(({ code }) => code);
      expect(codes.includes("order_changed")).toBe(isMoved);
    },
  );
});
