import { describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import { enEs, expectNoSecret, interactive, remoteEngine, SAMPLES, startFakeVendor } from "@/e2e/doubles/fake-vendor";
import { AZURE_KEY, azureStandIn, refusedByAzure } from "@/e2e/doubles/vendors/azure";
import { plainSegment } from "@/lib/text/segment";
import { azure } from "./azure";

const fakeVendor = startFakeVendor(azureStandIn);

const vendor = (key = AZURE_KEY) => azure({ key, region: "westeurope", url: fakeVendor.url, backoffMs: 1 });

engineContract("Azure", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("translating with Azure", () => {
  test("Azure's languages are listed as BCP 47 tags and requested by Azure's codes", async () => {
    const engine = remoteEngine(vendor());
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(expect.arrayContaining(["en>pt-PT", "en>sr", "en>sr-Latn", "en>fr-CA", "zh-Hant>en"]));
    await engine.translate([plainSegment("x y")], { source: "sr", target: "pt-PT" }, interactive);
    const { searchParams } = new URL(fakeVendor.askedFor("/translate")[0]!.url, fakeVendor.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      "api-version": "3.0",
      from: "sr-Cyrl",
      to: "pt-pt",
      textType: "html",
    });
  });

  test("a request to Azure stays below 50,000 characters, including the markup of inline codes", async () => {
    const codes = Array.from({ length: 300 }, (_, at) => ({ id: at + 1, kind: "placeholder" as const }));
    const text = codes.map(({ id }) => `house <x${id}/>`).join(" ");
    const answers = await remoteEngine(vendor()).translate(Array(12).fill({ text, codes }), enEs, interactive);
    expect(answers.every((one) => one.text === text.replaceAll("house", "casa"))).toBe(true);
  });

  test("Azure's size limit is respected for a text that is mostly codes and for one very long code", async () => {
    const codes = Array.from({ length: 1_200 }, (_, at) => ({
      id: at + 1,
      kind: "placeholder" as const,
      equiv: "{name}",
    }));
    const text = codes.map(({ id }) => `house <x${id}/>`).join(" ");
    const page = { id: 1, kind: "placeholder" as const, equiv: "int main() {}\n".repeat(5_000) };
    const answers = await remoteEngine(vendor()).translate(
      [
        { text, codes },
        { text: "house <x1/> is", codes: [page] },
      ],
      enEs,
      interactive,
    );
    expect(answers.map((one) => one.text)).toEqual([text.replaceAll("house", "casa"), "casa <x1/> es"]);
  });

  test.each([
    ["a key of another region", refusedByAzure(401, 401000), "unavailable"],
    ["a used-up quota", refusedByAzure(403, 403001), "unavailable"],
    [
      "a long pause that is asked for",
      { ...refusedByAzure(429, 429000), headers: { "retry-after": "30" } },
      "overloaded",
    ],
  ] as const)("an Azure error is reported without secrets: %s", async (_, reply, code) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, AZURE_KEY, "The house");
    expect(fakeVendor.askedFor("/translate")).toHaveLength(1);
  });

  test("Azure's languages are listed without using the key", async () => {
    await remoteEngine(vendor()).directions();
    expect(fakeVendor.askedFor("/languages")[0]?.headers).not.toHaveProperty("ocp-apim-subscription-key");
  });
});

describe("glossary terms at Azure", () => {
  const creditNote = { source: "credit note", target: "factura rectificativa" };
  const sent = () =>
    fakeVendor.asked.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body)[0].Text);
  const translate = async (
    text: string,
    terms: readonly { source: string; target: string }[],
    direction: { source: string; target: string } = enEs,
    codes: readonly { id: number; kind: "pair" }[] = [],
  ) => {
    const [answer] = await remoteEngine(vendor()).translate([{ text, codes }], direction, { ...interactive, terms });
    return answer?.text;
  };

  test("names and compound terms are sent to Azure as dynamic dictionary entries, and inline codes are kept", async () => {
    const terms = [
      creditNote,
      { source: "Cloud", target: "Nube" },
      { source: "Cloud House", target: 'Casa "N" & Cía' },
    ];
    const text = "Click <g1>the credit note</g1> here: Cloud House, Cloud, Clouds";
    expect(await translate(text, terms, enEs, [{ id: 1, kind: "pair" }])).toBe(
      'Pulse <g1>la factura rectificativa</g1> aquí: Casa "N" &amp; Cía, Nube, Clouds',
    );
    expect(sent()).toEqual([
      'Click <span id="g1">the <mstrans:dictionary translation="factura rectificativa">credit note</mstrans:dictionary></span> here: ' +
        '<mstrans:dictionary translation="Casa &quot;N&quot; &amp; Cía">Cloud House</mstrans:dictionary>, ' +
        '<mstrans:dictionary translation="Nube">Cloud</mstrans:dictionary>, Clouds',
    ]);
  });

  test("an Azure term at the start of a sentence is capitalised in source and translation", async () => {
    expect(await translate("Credit note is big", [creditNote])).toBe("Factura rectificativa es grande");
  });

  test("common words, and terms of a language pair without English, are not sent to Azure as dictionary entries", async () => {
    expect(await translate("The house", [{ source: "house", target: "hogar" }])).toBe("La casa");
    expect(
      await translate("La Nube", [{ source: "La Nube", target: "A Nuvem" }], { source: "es", target: "pt-PT" }),
    ).toBe("La Nube");
    expect(sent()).toEqual(["The house", "La Nube"]);
  });

  test("Azure terms are found in scripts without spaces, and a term counts as a common word if its English text does", async () => {
    const terms = [{ source: "云运行", target: "Cloud Run" }];
    expect(await translate("打开云运行吧", terms, { source: "zh-Hans", target: "en" })).toBe("打开Cloud Run吧");
  });

  test("a dictionary element that Azure returns around a term is replaced by its text", async () => {
    const echo = '<mstrans:dictionary translation="Casa id=g1">Casa Nube</mstrans:dictionary> aquí';
    fakeVendor.next.push(null, { json: [{ translations: [{ text: echo, to: "es" }] }] });
    expect(await translate("Cloud House here", [{ source: "Cloud House", target: "Casa Nube" }])).toBe(
      "Casa Nube aquí",
    );
  });

  test("a request to Azure with terms stays below 50,000 characters, including the dictionary elements", async () => {
    const text = "credit note ".repeat(1_800).trim();
    const answer = await translate(text, [creditNote]);
    expect(answer?.length).toBeGreaterThan(text.length / 2);
  });
});
