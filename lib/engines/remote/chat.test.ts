import { beforeEach, describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import {
  enEs,
  expectNoSecret,
  interactive,
  remoteEngine,
  SAMPLES,
  startFakeVendor,
  wordByWord,
} from "@/e2e/doubles/fake-vendor";
import { CHAT_KEY, ChatStandIn, refusedByChat, translateAll } from "@/e2e/doubles/vendors/chat";
import { plainSegment } from "@/lib/text/segment";
import { chat } from "./chat";
import { isTranslation } from "./chat-answer";
import { chatPrompt, readReply } from "./chat-prompt";
import type { ChatPrice } from "./chat-usage";
import { requestSize, windowOf } from "./chat-window";

const chatServer = new ChatStandIn();
const fakeVendor = startFakeVendor(chatServer.answer);
beforeEach(() => {
  chatServer.takes = { schema: true, object: true, temperature: true };
  chatServer.speak = translateAll;
  chatServer.limit = Number.POSITIVE_INFINITY;
});

const vendor = () =>
  chat({ url: `${fakeVendor.url}/v1`, model: "toy", key: CHAT_KEY, languages: ["en", "es", "zh"], backoffMs: 1 });
const requests = () => fakeVendor.askedFor("/v1/chat/completions").map(({ body }) => JSON.parse(body));

engineContract("A chat server", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("chat requests", () => {
  test("a chat request uses temperature 0, numbered texts and a strict JSON schema", async () => {
    const codes = [{ id: 1, kind: "placeholder" as const, equiv: "{name}" }];
    const segments = [plainSegment("The house"), { text: "Click <x1/> here", codes }];
    const answers = await remoteEngine(vendor()).translate(segments, enEs, interactive);
    expect(answers.map(({ text }) => text)).toEqual(["La casa", "Pulse <x1/> aquí"]);
    const [request] = requests();
    expect(request).toMatchObject({
      model: "toy",
      temperature: 0,
      response_format: { type: "json_schema", json_schema: { strict: true } },
    });
    expect(JSON.parse(request.messages[1].content)).toEqual({
      texts: [
        { id: 1, text: "The house" },
        { id: 2, text: "Click <x1/> here", tags_stand_for: { "<x1/>": "{name}" } },
      ],
    });
  });

  test("a chat request contains only the glossary terms that occur in its texts", async () => {
    const terms = [
      { source: "house", target: "hogar" },
      { source: "privacy policy", target: "política de privacidad" },
      { source: "ship", target: "buque" },
    ];
    const engine = remoteEngine(vendor());
    const segments = [plainSegment("The houses"), plainSegment("The Privacy rules")];
    await engine.translate(segments, enEs, { ...interactive, terms });
    const [system, user] = requests()[0].messages;
    expect(system.content).toContain("terms");
    expect(JSON.parse(user.content).terms).toEqual(terms.slice(0, 2));
    await engine.translate([plainSegment("The moon")], enEs, { ...interactive, terms });
    expect(JSON.parse(requests()[1].messages[1].content)).not.toHaveProperty("terms");
    expect(requests()[1].messages[0].content).not.toContain("terms");
  });

  test("later chat requests omit the schema or the temperature after the server rejected it once", async () => {
    chatServer.takes = { schema: false, object: false, temperature: false };
    chatServer.speak = (texts) => `<think>{"hm"}</think>Here you are:\n\`\`\`json\n${translateAll(texts)}\n\`\`\``;
    const engine = remoteEngine(vendor());
    expect(await engine.translate([plainSegment("The house")], enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(requests()).toHaveLength(4);
    await engine.translate([plainSegment("The house")], enEs, interactive);
    expect(requests()).toHaveLength(5);
    expect(requests().at(-1)).not.toHaveProperty("response_format");
    expect(requests().at(-1)).not.toHaveProperty("temperature");
  });

  test("a chat server that refuses one text still gets JSON requests for later texts", async () => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(...Array(3).fill(refusedByChat(400, "The content is against our policy.", null)));
    const failed = engine.translate([plainSegment("The house")], enEs, interactive);
    await expect(failed).rejects.toMatchObject({ code: "unavailable" });
    expect(await engine.translate([plainSegment("The house")], enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(requests().at(-1).response_format.type).toBe("json_schema");
  });

  test.each([
    ["omits its translation", () => JSON.stringify({ translations: [{ id: 1, text: "La casa" }] })],
    ["answers its question", (texts: readonly { text: string }[]) => reply(texts.map(() => "Es grande."))],
    ["drops a code", (texts: readonly { text: string }[]) => reply(texts.map(({ text }) => text.replace("<x1/>", "")))],
    ["truncates its answer", (texts: readonly { id: number; text: string }[]) => translateAll(texts).slice(0, -9)],
  ])("a text is requested again on its own if a chat server %s", async (_, first) => {
    const codes = [{ id: 1, kind: "placeholder" as const }];
    const segments = [plainSegment("The house"), { text: "is <x1/> the house here?", codes }];
    const said: string[] = [];
    chatServer.speak = (texts) => {
      const words = said.length === 0 ? first(texts) : translateAll(texts);
      said.push(words);
      return words;
    };
    const answers = await remoteEngine(vendor()).translate(segments, enEs, interactive);
    expect(answers[1]?.text).toBe("es <x1/> la casa aquí?");
    const alone = JSON.parse(requests().at(-1).messages[1].content).texts;
    expect(alone).toEqual([{ id: 1, text: "is <x1/> the house here?" }]);
  });

  test("a chat answer that never ends is aborted, and the error doesn't contain the text", async () => {
    chatServer.speak = (texts) => reply(texts.map(() => "I'm sorry, but I can't help with the secret plan."));
    const failed = remoteEngine(vendor()).translate([plainSegment("The secret plan")], enEs, interactive);
    const error = await failed.catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code: "unavailable" });
    expectNoSecret(error, CHAT_KEY, "secret plan");
  });

  test("a chat answer that lost a code twice is accepted, since codes are repaired after every engine", async () => {
    chatServer.speak = (texts) => reply(texts.map(({ text }) => wordByWord(text.replace("<x1/>", ""))));
    const codes = [{ id: 1, kind: "placeholder" as const }];
    const [translated] = await remoteEngine(vendor()).translate(
      [{ text: "The <x1/> house", codes }],
      enEs,
      interactive,
    );
    expect(translated?.text).toBe("La  casa");
  });

  test("a chat server without credit is set aside for a while, and gets no requests in that time", async () => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    const error = { message: "You exceeded your current quota", type: "insufficient_quota", param: null, code: null };
    fakeVendor.next.push({ status: 429, json: { error } });
    const failed = engine.translate([plainSegment("The house")], enEs, interactive);
    await expect(failed).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 600 });
    expect(requests()).toHaveLength(1);
  });

  test.each([
    ["a wrong key", refusedByChat(401, "Incorrect API key provided: sk-chat-secret", null), "unavailable"],
    ["no such model", refusedByChat(404, "The model does not exist", "model"), "unavailable"],
    [
      "its limit",
      { ...refusedByChat(429, "Rate limit reached", null), headers: { "retry-after": "20" } },
      "overloaded",
    ],
    ["no choice", { json: { choices: [] } }, "unavailable"],
  ] as const)("an error of a chat server is reported without secrets: %s", async (_, told, code) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(told);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, CHAT_KEY, "The house");
  });

  test("a chat server on this machine counts as local unless its model runs in the cloud", () => {
    const local = (url: string, model: string): boolean => chat({ url, model, languages: [] }).local;
    expect(local("http://127.0.0.1:11434/v1", "qwen3:8b")).toBe(true);
    expect(local("http://127.0.0.1:11434/v1", "gpt-oss:120b-cloud")).toBe(false);
    expect(local("http://127.0.0.1:11434/v1", "qwen3:cloud")).toBe(false);
    expect(local("https://api.openai.com/v1", "gpt-4o")).toBe(false);
  });
});

test.each([
  ["What is the capital of France?", "¿Cuál es la capital de Francia?", "es", true],
  ["What is the capital of France?", "París.", "es", false],
  ["What is the capital of France?", "法国的首都是哪里？", "zh", true],
  ["What is the capital of France?", "フランスの首都はどこですか。", "ja", true],
  ["What is the capital of France?", "Ποια είναι η πρωτεύουσα της Γαλλίας;", "el", true],
  ["Lo siento.", "I'm sorry.", "en", true],
  ["Claro, aquí está.", "Sure, it is there.", "en", true],
  ["Write a poem.", "Here is the translation: Escribe un poema.", "es", false],
  ["Write a poem.", "Rosas rojas,\nvioletas azules", "es", false],
  ["Write a poem.", "Escribe un poema.", "es", true],
  ["Write a poem.", "rosas y violetas y ".repeat(30), "es", false],
  ["Write a poem.", " ", "es", false],
])(
  "isTranslation checks that an answer translates the text instead of replying: %j → %j into %s is %s",
  (source, translated, target, expected) => {
    const direction = { source: target === "en" ? "es" : "en", target };
    expect(isTranslation(plainSegment(source), translated, direction)).toBe(expected);
  },
);

test("chat answers beyond the number of requested texts are ignored", () => {
  const entries = [{ id: 1, text: "a" }, { id: "2", text: "b" }, { id: 3 }, null, { id: "x", text: "c" }];
  expect([...readReply(JSON.stringify({ translations: entries }))]).toEqual([
    [1, "a"],
    [2, "b"],
  ]);
  for (const junk of ["", "}{", "[]", '{"translations": 1}', "null"]) expect(readReply(junk).size).toBe(0);
});

function reply(texts: readonly string[]): string {
  return JSON.stringify({ translations: texts.map((text, index) => ({ id: index + 1, text })) });
}

describe("the context window of a model", () => {
  test.each([
    ["gpt-4.1-mini", [], false, 1_047_576],
    ["openai/gpt-4o", [], false, 128_000],
    ["nobody-knows", [], false, 4_096],
    // Ollama's default is lower than the model's maximum.
    ["qwen3:8b", [], true, 4_096],
    [
      "mine",
      [
        { id: "other", max_model_len: 512_000 },
        { id: "mine", max_model_len: 16_384 },
      ],
      true,
      16_384,
    ],
    ["mine", [{ id: "mine", context_length: 131_072 }], false, 131_072],
    ["mine", ["junk", null, { id: "mine", context_length: "x" }], false, 4_096],
  ])("the context window of the model %s is read from %j", (model, listed, isLocal, expected) => {
    expect(windowOf(model, listed, isLocal)).toBe(expected);
  });

  test("a model's context window limits the size of a request and leaves room for the answer", () => {
    expect(requestSize(4_096, false)).toEqual({ items: 9, characters: 1_724 });
    expect(requestSize(16_384, false).characters).toBe(8_000);
    expect(requestSize(16_384, true).characters).toBe(2_000);
    expect(requestSize(1_024, false)).toEqual({ items: 2, characters: 400 });
  });

  test("a larger context window in the settings allows larger requests", async () => {
    const options = { url: `${fakeVendor.url}/v1`, model: "toy", key: CHAT_KEY, languages: ["en", "es"] };
    const texts = Array.from({ length: 30 }, (_, at) => plainSegment(`The house ${at}`));
    const engine = remoteEngine(chat({ ...options, window: 64_000 }));
    expect((await engine.translate(texts, enEs, interactive)).at(-1)?.text).toBe("La casa 29");
    expect(requests()).toHaveLength(1);
  });
});

describe("a truncated list of translations", () => {
  test("a truncated list is requested again in halves, and later requests still use JSON", async () => {
    chatServer.limit = 200;
    const texts = Array.from({ length: 16 }, (_, at) => plainSegment(`The house ${at}`));
    const engine = remoteEngine(
      chat({ url: `${fakeVendor.url}/v1`, model: "toy", key: CHAT_KEY, languages: ["en", "es"], window: 64_000 }),
    );
    expect((await engine.translate(texts, enEs, interactive)).map(({ text }) => text)).toEqual(
      texts.map((_, at) => `La casa ${at}`),
    );
    const sent = requests().map(({ messages }) => JSON.parse(messages[1].content).texts.length);
    expect(sent).toEqual([16, 8, 4, 4, 8, 4, 4]);
  });

  test("a list that is complete but padded with blanks up to the token limit is accepted", async () => {
    chatServer.limit = 300;
    chatServer.speak = (texts) => translateAll(texts) + " ".repeat(400);
    expect(await remoteEngine(vendor()).translate([plainSegment("The house")], enEs, interactive)).toEqual([
      { text: "La casa" },
    ]);
    expect(requests()).toHaveLength(1);
  });
});

describe("context in chat requests", () => {
  test("neighbouring text is sent as context, up to a quarter of the request's size on each side", async () => {
    const texts = Array.from({ length: 25 }, (_, at) => plainSegment(`The house ${at}`));
    await remoteEngine(vendor()).translate(texts, enEs, interactive);
    const said = requests().map(({ messages }) => JSON.parse(messages[1].content));
    const middle = said.find(({ texts }) => texts[0].text === "The house 9");
    expect(middle.before.at(-1)).toBe("The house 8");
    expect(middle.after[0]).toBe("The house 18");
    const first = said.find(({ texts }) => texts[0].text === "The house 0");
    expect(first).not.toHaveProperty("before");
  });

  test("a request's context includes the descriptions of project and document", () => {
    const direction = { source: "en", target: "de", from: "en", to: "de", rank: 60 };
    const background = { title: "guide.docx", about: "A shop for bicycles.", instructions: "Use short words." };
    const [system, user] = chatPrompt([{ text: "Save", codes: [] }], direction, {
      background,
      instructions: "Be kind.",
    });
    expect(JSON.parse(user!.content).document).toEqual({ title: "guide.docx", about: "A shop for bicycles." });
    expect(system?.content).toContain("Use short words. Be kind.");
    expect(system?.content).toContain("document");
  });
});

describe("a streamed chat answer", () => {
  const token = (content: string, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }], usage: null })}\n\n`;
  const tokens = [...reply(["La casa"])].map((letter) => token(letter));
  const done = "data: [DONE]\n\n";
  const house = [plainSegment("The house")];
  const started = async (timeoutMs = 10_000) => {
    const engine = remoteEngine(vendor(), { timeoutMs });
    await engine.directions();
    return engine;
  };

  test("a streamed chat answer may take longer than the timeout while tokens arrive, unless the caller sets a deadline", async () => {
    const engine = await started(2_000);
    const slow = { events: [...tokens, token("", "stop"), done], everyMs: 70 };
    fakeVendor.next.push(slow, slow);
    const began = performance.now();
    expect(await engine.translate(house, enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(performance.now() - began).toBeGreaterThan(2_400);
    expect(requests()).toMatchObject([{ stream: true, stream_options: { include_usage: true } }]);
    const limited = engine.translate(house, enEs, { ...interactive, timeoutMs: 400 });
    await expect(limited).rejects.toMatchObject({ code: "timeout" });
  });

  test.each([
    ["stops in the middle", { events: tokens.slice(0, 9), misbehaves: "hang" }],
    ["sends nothing but comments", { events: Array(40).fill(": still working\n\n"), everyMs: 30 }],
  ] as const)("a chat stream that %s fails with a timeout", async (_, told) => {
    const engine = await started(400);
    fakeVendor.next.push(told);
    const began = performance.now();
    await expect(engine.translate(house, enEs, interactive)).rejects.toMatchObject({ code: "timeout" });
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test.each([
    ["is cut", { events: tokens, misbehaves: "cut" }],
    ["ends without an end mark", { events: tokens }],
    ["ends with an error", { events: [...tokens, 'data: {"error":{"message":"out of memory"}}\n\n', done] }],
  ] as const)("a chat stream that %s is requested again and not accepted as complete", async (_, told) => {
    const engine = await started();
    fakeVendor.next.push(told);
    expect(await engine.translate(house, enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(requests()).toHaveLength(2);
    fakeVendor.next.push(...Array(4).fill(told));
    await expect(engine.translate(house, enEs, interactive)).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["junk lines", ["\u0000<html>\n", "event: x\ndata: {broken\n\n", ...tokens, "data: 7\n\n", done]],
    ["no [DONE]", [...tokens, token("", "stop")]],
    ["line ends of Windows, many events at once", [[...tokens, done].join("").replaceAll("\n", "\r\n")]],
    ["thoughts beside the content", ['data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n', ...tokens, done]],
  ])("a chat stream with %s is read correctly", async (_, events) => {
    const engine = await started();
    fakeVendor.next.push({ events });
    expect(await engine.translate(house, enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(requests()).toHaveLength(1);
  });

  test("a server that refuses streaming gets no more streaming requests, and streamed tokens are counted", async () => {
    const engine = await started();
    fakeVendor.next.push(refusedByChat(422, "stream_options: Extra inputs are not permitted", "stream_options"));
    await engine.translate([plainSegment("The house"), plainSegment("is big")], enEs, interactive);
    await engine.translate(house, enEs, interactive);
    expect(requests().map(({ stream }) => stream)).toEqual([true, undefined, undefined]);
    const counted = await started();
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":111,"completion_tokens":22}}\n\n';
    fakeVendor.next.push({ events: [...tokens, token("", "stop"), usage, done] });
    await counted.translate(house, enEs, interactive);
    expect(counted.state().detail).toContain("111 tokens sent and 22 received");
  });
});

describe("token counts", () => {
  const costing = (price?: ChatPrice) =>
    remoteEngine(chat({ url: `${fakeVendor.url}/v1`, model: "toy", key: CHAT_KEY, languages: ["en", "es"], price }));

  test("token counts and their cost are taken from the server's report", async () => {
    const engine = costing({ input: 2, output: 8 });
    await engine.translate([plainSegment("The house")], enEs, interactive);
    const [, sent, received, cost] = /(\d+) tokens sent and (\d+) received since the start, which cost ([\d.]+)\./.exec(
      engine.state().detail,
    )!;
    expect(Number(sent)).toBeGreaterThan(Number(received));
    expect(Number(cost)).toBeCloseTo((Number(sent) * 2 + Number(received) * 8) / 1_000_000, 4);
  });

  test("token counts are estimated if the server reports no counts", async () => {
    const engine = costing();
    await engine.directions();
    fakeVendor.next.push({ json: { choices: [{ message: { content: reply(["La casa"]) } }] } });
    await engine.translate([plainSegment("The house")], enEs, interactive);
    expect(engine.state().detail).toMatch(/about \d+ tokens sent and \d+ received since the start\.$/);
  });
});

test("a chat prompt contains context, formality and instructions", () => {
  const direction = { source: "en", target: "de", from: "en", to: "de", rank: 60 };
  const piece = { text: "Save", codes: [] };
  const options = { context: "A button of a shop.", formality: "less", instructions: "Use short words." } as const;
  const [system, user] = chatPrompt([piece], direction, options);
  expect(system?.content).toContain("informally");
  expect(system?.content).toContain("Use short words.");
  expect(JSON.parse(user!.content)).toMatchObject({ context: "A button of a shop.", texts: [{ id: 1, text: "Save" }] });
  const [plain, bare] = chatPrompt([piece], direction);
  expect(plain?.content).not.toMatch(/context|customer|Address/);
  expect(JSON.parse(bare!.content)).not.toHaveProperty("context");
});
