import { beforeEach, describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import { enEs, interactive, remoteEngine, SAMPLES, startFakeVendor, wordByWord } from "@/e2e/doubles/fake-vendor";
import { TranslatingModel } from "@/e2e/doubles/vendors/translating-model";
import { plainSegment } from "@/lib/text/segment";
import { chat } from "./chat";
import { type BareProfile, barePrompt, profileOf, readBare, spoken } from "./chat-profiles";

const server = new TranslatingModel();
const fakeVendor = startFakeVendor(server.answer);
beforeEach(() => server.reset());

type Profile = NonNullable<Parameters<typeof chat>[0]["profile"]>;
const engine = (model: string, profile?: Profile, more: object = {}) => {
  server.model = model;
  const languages = ["en", "es", "zh", "pt-BR"];
  return remoteEngine(chat({ url: `${fakeVendor.url}/v1`, model, languages, profile, backoffMs: 1, ...more }));
};
const translate = async (used: ReturnType<typeof engine>, ...texts: string[]) =>
  (await used.translate(texts.map(plainSegment), enEs, interactive)).map(({ text }) => text);
const requests = () => fakeVendor.askedFor("/v1/chat/completions").map(({ body }) => JSON.parse(body));

engineContract(
  "A model that only translates",
  (queueLimit) =>
    remoteEngine(
      chat({ url: `${fakeVendor.url}/v1`, model: "x", languages: ["en", "es"], profile: "plain", backoffMs: 1 }),
      { queueLimit },
    ),
  SAMPLES,
);

test.each([
  ["google/translategemma-4b-it", "translategemma"],
  ["translategemma:12b", "translategemma"],
  ["MedAIBase/TranslateGemma:4b", "translategemma"],
  ["tencent/Hunyuan-MT-7B-fp8", "hunyuan-mt"],
  ["HY-MT1.5-1.8B", "hunyuan-mt"],
  ["Unbabel/Tower-Plus-9B", "tower"],
  ["TowerInstruct-7B-v0.2", "tower"],
  // Asked for several translations to choose from, which needs another prompt.
  ["tencent/Hunyuan-MT-Chimera-7B", "json"],
  ["gemma3:12b", "json"],
  ["gpt-4.1-mini", "json"],
  ["tencent/Hunyuan-A13B-Instruct", "json"],
])("the model name %s selects the prompt profile %s", (model, profile) => {
  expect(profileOf(model)).toBe(profile);
});

describe("TranslateGemma prompts", () => {
  test("a TranslateGemma request contains one entry with text and language codes, and no parameter that its template rejects", async () => {
    server.takes = "entry";
    expect(await translate(engine("google/translategemma-4b-it"), "The house is big.", "The house")).toEqual([
      "La casa es grande.",
      "La casa",
    ]);
    expect(requests()).toHaveLength(2);
    for (const request of requests())
      expect(Object.keys(request).sort()).toEqual(["messages", "model", "stream", "stream_options", "temperature"]);
    expect(requests()[0].messages).toEqual([
      {
        role: "user",
        content: [{ type: "text", source_lang_code: "en", target_lang_code: "es", text: "The house is big." }],
      },
    ]);
  });

  test.each([400, 422, 500])(
    "TranslateGemma gets a plain prompt after its server rejects the structured entry with %i",
    async (status) => {
      Object.assign(server, { takes: "string", status });
      const used = engine("google/translategemma-4b-it");
      expect(await translate(used, "The house")).toEqual(["La casa"]);
      const before = requests().length;
      expect(await translate(used, "The house is big.")).toEqual(["La casa es grande."]);
      expect(requests()).toHaveLength(before + 1);
      expect(requests().at(-1).messages[0].content).toMatch(
        /^You are a professional English \(en\) to Spanish \(es\) translator\..*\n.*into Spanish:\n\n\nThe house is big\.$/,
      );
    },
  );

  test.each([
    ["translategemma:4b", "library"],
    ["translategemma-4b-it-q8", "llamacpp"],
    ["translategemma-4b-it", "organization_owner"],
  ])(
    "the model %s gets a plain prompt in every request if the owner %s shows that its server drops language codes",
    async (model, owner) => {
      server.owner = owner;
      expect(await translate(engine(model), "The house")).toEqual(["La casa"]);
      expect(typeof requests()[0].messages[0].content).toBe("string");
    },
  );

  test("TranslateGemma gets the structured entry if its server rejects plain prompts, whatever the server's name", async () => {
    Object.assign(server, { takes: "entry", owner: "library" });
    expect(await translate(engine("translategemma:4b"), "The house")).toEqual(["La casa"]);
    expect(requests()).toHaveLength(2);
  });

  test("a TranslateGemma request contains at most the 2,000 tokens that the model can read", async () => {
    const long = "The house is big and so on. ".repeat(400);
    await engine("google/translategemma-4b-it").translate([plainSegment(long)], enEs, interactive);
    expect(server.asked.length).toBeGreaterThan(5);
    for (const { text } of server.asked) expect(text.length).toBeLessThan(1_700);
    expect(server.asked.map(({ text }) => text).join(" ")).toBe(long.trim());
  });
});

test("Hunyuan-MT and Tower get the prompts from their model cards", () => {
  const piece = { text: "It&apos;s &lt;b&gt; &amp; c", codes: [] };
  const prompt = (profile: BareProfile, source: string, target: string) =>
    barePrompt(profile, piece, { source, target, from: source, to: target, rank: 60 }, {}, false)[0]?.content;
  expect(prompt("hunyuan-mt", "en", "es")).toBe(
    "Translate the following segment into Spanish, without additional explanation.\n\nIt&apos;s <b> & c",
  );
  expect(prompt("hunyuan-mt", "en", "zh-Hant")).toMatch(/^把下面的文本翻译成繁体中文，不要额外解释。\n\nIt/);
  expect(prompt("hunyuan-mt", "zh", "en")).toMatch(/^把下面的文本翻译成英语，不要额外解释。/);
  expect(prompt("tower", "en", "pt-PT")).toMatch(
    /^Translate the following English source text to .*Portuguese.*:\nEnglish: It&apos;s <b> & c\n.*Portuguese.*: $/,
  );
});

describe("a translation without JSON", () => {
  test.each(["plain", "translategemma", "hunyuan-mt", "tower"] as const)(
    "a translation requested without JSON as %s keeps its tags, and its entities are decoded",
    async (profile) => {
      const codes = [{ id: 1, kind: "placeholder" as const, equiv: "{name}" }];
      const segments = [{ text: "Click <x1/> here", codes }, plainSegment("The house & <the> big")];
      const answers = await engine("toy", profile).translate(segments, enEs, interactive);
      expect(answers.map(({ text }) => text)).toEqual(["Pulse <x1/> aquí", "La casa &amp; &lt;the> grande"]);
      expect(server.asked.map(({ text }) => text)).toEqual(["Click <x1/> here", "The house & <the> big"]);
      for (const { body } of server.asked) expect(body).not.toHaveProperty("response_format");
    },
  );

  test("a translation without JSON is accepted even if a tag is missing, since codes are repaired after every engine", async () => {
    server.speak = (text) => wordByWord(text.replace("<x1/>", "").trim());
    const codes = [{ id: 1, kind: "placeholder" as const }];
    const answers = await engine("toy", "plain").translate([{ text: "Click <x1/> here", codes }], enEs, interactive);
    expect(answers).toEqual([{ text: "Pulse  aquí" }]);
  });

  test("reasoning that the model prints before its translation is ignored", async () => {
    server.speak = (text) => `<think>The house… <b>casa</b>\n\n</think>\n\n${wordByWord(text)}\n`;
    expect(await translate(engine("toy", "plain"), "The house")).toEqual(["La casa"]);
    expect(spoken("<think>no end")).toBe("");
    expect(readBare({ text: "a", codes: [] }, " <b> & ")).toBe("&lt;b> &amp;");
  });

  test.each([
    ["explains", () => "Here is the translation: La casa"],
    ["answers with several lines", () => "La casa\n\nNote: casa is a house."],
    ["never ends its reasoning", () => "<think>house, casa"],
    ["returns nothing", () => ""],
    ["refuses", () => "I'm sorry, but I can't help with that."],
  ])("a plain answer is rejected if the model %s instead of only translating", async (_, speak) => {
    server.speak = speak;
    await expect(translate(engine("toy", "plain"), "The house")).rejects.toMatchObject({
      name: "EngineError",
      code: "unavailable",
      message: "toy answers the text instead of translating it.",
    });
  });

  test("a prompt contains terms, context and instructions only for models that can follow them", () => {
    const direction = { ...enEs, from: "en", to: "es", rank: 60 };
    const options = {
      terms: [{ source: "house", target: "hogar" }],
      context: "A sign.",
      formality: "more",
      instructions: "Be short.",
    } as const;
    const said = (profile: BareProfile) =>
      barePrompt(profile, { text: "The house", codes: [] }, direction, options, false)[0]?.content;
    for (const part of ["house = hogar", "A sign.", "formally", "Be short."]) {
      expect(said("plain")).toContain(part);
      for (const profile of ["translategemma", "hunyuan-mt", "tower"] as const)
        expect(said(profile)).not.toContain(part);
    }
    expect(
      chat({ url: "http://127.0.0.1:9", model: "toy", languages: [], profile: "tower" }).supports?.(
        "context",
        direction,
      ),
    ).toBe(false);
  });
});

describe("a model that answers a JSON prompt with plain text", () => {
  test("a model with an automatic profile gets the plain prompt after it answered a JSON prompt with plain text", async () => {
    const lenient = engine("nobody-knows");
    fakeVendor.next.push(null, bare("La casa"), bare("La casa"), bare("La casa"));
    expect(await translate(lenient, "The house")).toEqual(["La casa"]);
    expect(await translate(lenient, "The house is big.")).toEqual(["La casa es grande."]);
    const [first, second, third, fourth] = requests();
    for (const request of [first, second]) expect(request.messages[0].role).toBe("system");
    for (const request of [third, fourth]) {
      expect(request.messages).toMatchObject([{ role: "user" }]);
      expect(request).not.toHaveProperty("response_format");
    }
    expect(requests()).toHaveLength(4);
  });

  test("a model that refuses system messages gets the plain prompt after its first answer in plain text", async () => {
    const used = engine("nobody-knows");
    expect(await translate(used, "The house", "The house is big.")).toEqual(["La casa", "La casa es grande."]);
    const before = requests().length;
    expect(await translate(used, "The house")).toEqual(["La casa"]);
    expect(requests()).toHaveLength(before + 1);
    await expect(translate(engine("nobody-knows", "json"), "The house")).rejects.toMatchObject({ status: 400 });
  });

  test("a model with the JSON profile becomes unavailable after a plain-text answer, and the error names the setting to change", async () => {
    const strict = engine("nobody-knows", "json");
    fakeVendor.next.push(null, bare("La casa"), bare("La casa"));
    await expect(translate(strict, "The house")).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 600,
      message: expect.stringContaining("Set its prompt profile to plain"),
    });
  });
});

function bare(content: string) {
  return { json: { choices: [{ message: { role: "assistant", content } }] } };
}

/** Finish reasons of OpenAI and most servers, Mistral, DeepSeek, Claude and Gemini behind gateways, and vLLM. */
const CUT_REASONS = ["length", "model_length", "insufficient_system_resource", "max_tokens", "MAX_TOKENS", "abort"];

describe("a chat answer truncated by the server", () => {
  const long = Array.from({ length: 12 }, () => "The house is big.").join(" ");

  test.each(CUT_REASONS)(
    "an answer truncated with the reason %s is not accepted as complete, and the text is split",
    async (reason) => {
      server.limit = 90;
      server.cutReason = reason;
      expect(await translate(engine("tower-plus"), long)).toEqual([wordByWord(long)]);
      expect(server.asked.length).toBeGreaterThan(2);
    },
  );

  test.each(["stop", "eos_token", null])(
    "an answer with the finish reason %s is accepted as complete",
    async (reason) => {
      server.limit = 90;
      server.cutReason = reason as string;
      expect(await translate(engine("tower-plus"), long)).toEqual([wordByWord(long).slice(0, 90)]);
      expect(server.asked).toHaveLength(1);
    },
  );

  test("a text fails, with a reason for operators, if the server truncates its answers to the whole text and to the text's parts", async () => {
    server.limit = 5;
    await expect(translate(engine("tower-plus"), long)).rejects.toMatchObject({
      code: "unavailable",
      message: "tower-plus stops too early (length).",
    });
  });
});
