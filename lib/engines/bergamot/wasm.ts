import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

/** The part of the Emscripten module used here. Objects stay in its memory until `delete()`. */
export type Bergamot = {
  readonly AlignedMemory: new (size: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => { push_back(memory: AlignedMemory): void };
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    lex: AlignedMemory,
    vocabs: unknown,
    qualityModel: null,
  ) => TranslationModel;
  readonly BlockingService: new (options: { cacheSize: number }) => BlockingService;
  readonly VectorString: new () => Deletable & { push_back(text: string): void };
  readonly VectorResponseOptions: new () => Deletable & { push_back(options: ResponseOptions): void };
};
export type TranslationModel = Deletable & { readonly __model: unique symbol };
export type AlignedMemory = { getByteArrayView(): Int8Array };
export type BlockingService = {
  translate(
    model: TranslationModel,
    texts: unknown,
    options: unknown,
  ): Deletable & { get(index: number): { getTranslatedText(): string } };
};
type Deletable = { delete(): void };
type ResponseOptions = { alignment: boolean; html: boolean; qualityScores: boolean };

/** Matrix products that Firefox provides natively; the module exports its own implementations under these names. */
const MATRIX_PRODUCTS = {
  int8_prepare_a: "int8PrepareAFallback",
  int8_prepare_b: "int8PrepareBFallback",
  int8_prepare_b_from_transposed: "int8PrepareBFromTransposedFallback",
  int8_prepare_b_from_quantized_transposed: "int8PrepareBFromQuantizedTransposedFallback",
  int8_prepare_bias: "int8PrepareBiasFallback",
  int8_multiply_and_add_bias: "int8MultiplyAndAddBiasFallback",
  int8_select_columns_of_b: "int8SelectColumnsOfBFallback",
} as const;

type Glue = Bergamot & { asm: Record<string, (...numbers: number[]) => unknown> };

/**
 * Loads the WebAssembly of `@browsermt/bergamot-translator` into this thread, once per thread, because the glue code
 * uses globals. The package's own worker cannot start in Node: its folder is treated as ES modules, but it calls
 * `require`.
 */
export function loadBergamot(): Promise<Bergamot> {
  const require = createRequire(import.meta.url);
  const glue = require.resolve("@browsermt/bergamot-translator/worker/bergamot-translator-worker.js");
  return new Promise((resolve, reject) => {
    const module: Partial<Glue> & Record<string, unknown> = {
      instantiateWasm(imports: WebAssembly.Imports, accept: (instance: WebAssembly.Instance) => void) {
        const products = Object.entries(MATRIX_PRODUCTS).map(([name, own]) => [
          name,
          (...numbers: number[]) => module.asm?.[own]?.(...numbers),
        ]);
        const compiled = new WebAssembly.Module(readFileSync(glue.replace(/\.js$/, ".wasm")));
        accept(new WebAssembly.Instance(compiled, { ...imports, wasm_gemm: Object.fromEntries(products) }));
        return {};
      },
      onRuntimeInitialized: () => resolve(module as Glue), // The glue code adds the other fields.
      onAbort: reject,
      // Not printed: the output contains errors of models, but also texts, which must not be logged.
      print: () => {},
      printErr: () => {},
    };
    Object.assign(globalThis, {
      Module: module,
      self: globalThis,
      require,
      __dirname: path.dirname(glue),
      __filename: glue,
    });
    vm.runInThisContext(readFileSync(glue, "utf8"), glue);
  });
}
