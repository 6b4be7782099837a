import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { escapeText, unescapeText } from "@/lib/text/segment";
import type { ModelFile } from "./models/manifest";
import type { Answer, Done, Question, Task } from "./thread";
import { type AlignedMemory, type Bergamot, loadBergamot, type TranslationModel } from "./wasm";

/** The thread that runs a neural model; lib/engines/bergamot/thread.ts is the caller's side. */
let loaded: { bergamot: Bergamot; model: TranslationModel } | undefined;
let service: InstanceType<Bergamot["BlockingService"]> | undefined;

parentPort!.on("message", async (question: Question) => {
  parentPort!.postMessage(await answer(question));
});

async function answer(question: Question): Promise<Answer> {
  try {
    if (question.kind === "translate") return { kind: "translated", done: translate(question.tasks) };
    await load(question);
    return { kind: "loaded" };
  } catch {
    return { kind: "failed" };
  }
}

async function load({ set, folder }: Extract<Question, { kind: "load" }>): Promise<void> {
  const read = (file: ModelFile): Buffer => {
    const bytes = readFileSync(`${folder}/${file.sha256}`);
    if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
      throw new Error("A model file does not match its manifest.");
    return bytes;
  };
  const [model, lex, vocabs] = [read(set.model), set.lex && read(set.lex), set.vocabs.map(read)];
  const bergamot = await loadBergamot();
  const memory = (bytes: Buffer, alignment: number): AlignedMemory => {
    const aligned = new bergamot.AlignedMemory(bytes.byteLength, alignment);
    aligned.getByteArrayView().set(bytes);
    return aligned;
  };
  const list = new bergamot.AlignedMemoryList();
  for (const vocab of vocabs) list.push_back(memory(vocab, 64));
  const config = `${CONFIG}gemm-precision: ${set.precision}\n`;
  const lexMemory = lex ? memory(lex, 64) : new bergamot.AlignedMemory(0, 64);
  loaded = {
    bergamot,
    model: new bergamot.TranslationModel(config, memory(model, 256), lexMemory, list, null),
  };
  service = new bergamot.BlockingService({ cacheSize: 0 });
}

/**
 * Sentences are already split. Alignments keep inline codes with their words; costs give the model's confidence in each
 * word.
 */
const CONFIG = `beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: 128
max-length-factor: 2.0
mini-batch-words: 256
workspace: 128
cpu-threads: 0
quiet: true
quiet-translation: true
skip-cost: false
alignment: soft
ssplit-mode: sentence
`;

function translate(tasks: readonly Task[]): Done[] {
  const { bergamot, model } = loaded!;
  const input = new bergamot.VectorString();
  const options = new bergamot.VectorResponseOptions();
  for (const { text, html, wantsQuality } of tasks) {
    // Costs are returned as markup around words, which requires markup as input.
    input.push_back(wantsQuality && !html ? escapeText(text) : text);
    options.push_back({ alignment: false, html: html || wantsQuality, qualityScores: wantsQuality });
  }
  const responses = service!.translate(model, input, options);
  const done = tasks.map((task, index) => read(task, responses.get(index).getTranslatedText()));
  for (const used of [input, options, responses]) used.delete();
  return done;
}

const MARK = /<\/?font[^>]*>/g;
const SENTENCE_SCORE = /x-bergamot-sentence-score="([^"]*)"/g;

/**
 * Removes the cost markup. A sentence's score is the mean of its words' log-probabilities, which correlates with human
 * judgement about as well as trained scores (Fomicheva et al. 2020, "Unsupervised Quality Estimation for Neural Machine
 * Translation"); the quality is the geometric mean of the probabilities.
 */
function read({ html, wantsQuality }: Task, answer: string): Done {
  if (!wantsQuality) return { text: answer };
  const scores = [...answer.matchAll(SENTENCE_SCORE)].map(([, score]) => Number(score));
  const marked = answer.replace(MARK, "");
  const text = html ? marked : unescapeText(marked);
  if (scores.length === 0) return { text };
  return { text, quality: Math.round(100 * Math.exp(Math.min(0, ...scores))) };
}
