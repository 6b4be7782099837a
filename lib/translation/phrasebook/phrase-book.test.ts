import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine, Translated } from "@/lib/engines/engine";
import { plainSegment, type Segment } from "@/lib/text/segment";
import type { Resources } from "@/lib/translation/resources";
import { translateWithResources } from "@/lib/translation/translate-with-resources";
import { translateFramed } from "./frames";
import { findPhrase, phraseFinder } from "./phrase-book";

test.each([
  ["en", "es", "Save", "Guardar"],
  ["en", "es", "save", "guardar"],
  ["en", "es", "SAVE CHANGES", "GUARDAR CAMBIOS"],
  ["en", "es", "Sign In", "Iniciar sesión"],
  ["en", "es", "OK", "Aceptar"],
  ["en", "es", "Done!", "¡Hecho!"],
  ["en", "es", "Loading…", "Cargando…"],
  ["en", "ca", "Loading...", "S'està carregant..."],
  ["en", "fr", "Name:", "Nom\u00a0:"],
  ["fr", "es", "Se connecter", "Iniciar sesión"],
  ["fr", "es", "Enregistrer", "Guardar"],
  ["es", "ca", "Guardar cambios", "Desa els canvis"],
  ["es", "fr", "lunes", "lundi"],
  ["en", "fr", "Are you sure?", "Êtes-vous sûr\u00a0?"],
  ["en-GB", "it", "What’s new?", "Che cosa c'è di nuovo?"],
  ["en", "gl", "Monday", "Luns"],
  ["en", "pt", "DECEMBER", "DEZEMBRO"],
  ["es", "en", "lunes", "Monday"],
  ["es", "en", "Guardar", "Save"],
  ["es", "en", "Iniciar sesión", "Sign in"],
  ["es", "en", "¿Estás seguro?", "Are you sure?"],
  ["en", "es", "Open", "Abrir"],
  ["en", "es", "open", null],
  ["en", "gl", "Expand all", "Expandir todo"],
  ["es", "en", "Descartar", "Discard"],
  ["it", "en", "Fine", "End"],
  ["fr", "en", "Annuler", null],
  ["en", "pt-BR", "File", null],
  ["en", "de", "Save", null],
  ["es", "fr", "Guardar", "Enregistrer"],
  ["es", "ast", "Guardar", null],
  ["en", "es", "Save the whales", null],
  ["en", "es", "", null],
])("the phrase book translates the pair %s-%s: %s", (source, target, text, expected) => {
  expect(findPhrase(text, source, target)).toBe(expected);
});

test("abbreviated weekdays are translated in both directions, with the capitalisation of the target language", () => {
  const days = "lun mar mié jue vie sáb dom".split(" ");
  const find = phraseFinder(
    days.map((text) => plainSegment(text)),
    { source: "es", target: "en" },
  );
  expect(days.map(find)).toEqual("Mon Tue Wed Thu Fri Sat Sun".split(" "));
});

describe("phrases with a variable part", () => {
  const INFINITIVES: Readonly<Record<string, string>> = {
    "to close this window": "para cerrar esta ventana",
    "to sign <g1>in</g1>": "para <g1>entrar</g1>",
    "to worry": "para preocupación",
    "to enter your code": "pour introduire ton code",
    "to open": "pour ouvrir",
    "to share your password": "para compartir tu contraseña",
    "to be late here": "para ser tarde aquí",
  };
  const translated = async (text: string, target: string) => {
    const asked: string[] = [];
    const translate = async (inputs: readonly Segment[]) => {
      asked.push(...inputs.map((input) => input.text));
      return inputs.map((input) => ({ text: INFINITIVES[input.text] ?? "?" }));
    };
    const sentence = { text, codes: [{ id: 1, kind: "placeholder" as const }] };
    const [answer] = await translateFramed([sentence], { source: "en-US", target }, translate, { text: "" });
    return { text: answer?.text, asked };
  };

  test.each([
    ["es", "Sign in with Google", "Iniciar sesión con Google"],
    ["es", "sign in with <x1/>…", "iniciar sesión con <x1/>…"],
    ["fr", 'No results found for "a b"', 'Aucun résultat pour "a b"'],
    ["it", "Page <x1/> of 12", "Pagina <x1/> di 12"],
    ["gl", "<x1/> items selected", "<x1/> elementos seleccionados"],
    ["es", "Hello Ada Lovelace!", "¡Hola, Ada Lovelace!"],
    ["es", "You must be 18 years old.", "Debes tener 18 años."],
  ])("a phrase with a variable part is translated into %s without an engine: %s", async (target, text, expected) => {
    expect(await translated(text, target)).toEqual({ text: expected, asked: [] });
  });

  test.each([
    ["es", "Don't close this window.", "No cerrar esta ventana.", ["to close this window"]],
    ["es", "Please sign <g1>in</g1>", "Por favor, <g1>entrar</g1>", ["to sign <g1>in</g1>"]],
    ["es", "You must not share your password.", "No debes compartir tu contraseña.", ["to share your password"]],
    ["es", "You must share your password", "Debes compartir tu contraseña", ["to share your password"]],
    ["es", "Never share your password!", "¡Nunca compartir tu contraseña!", ["to share your password"]],
    ["es", "Don't be late here", "No ser tarde aquí", ["to be late here"]],
    ["fr", "Please enter your code", "Veuillez introduire votre code", ["to enter your code"]],
    ["fr", "Don't forget to open", "N'oubliez pas d'ouvrir", ["to open"]],
    ["es", "Unable to worry", "?", ["to worry", "Unable to worry"]],
    ["es", "Don't you like it?", "?", ["Don't you like it?"]],
    ["es", "Please, Mr. Bennet", "?", ["Please, Mr. Bennet"]],
    ["es", "Delete Files?", "?", ["Delete Files?"]],
    ["de", "Sign in with Google", "?", ["Sign in with Google"]],
  ])(
    "a phrase that the phrase book covers only in part is translated into %s by an engine: %s",
    async (target, text, expected, asked) => {
      expect(await translated(text, target)).toEqual({ text: expected, asked });
    },
  );
});

test("the phrase book contains each phrase once with a cell per language, and only the listed cells are empty", () => {
  const file = readFileSync(path.join(import.meta.dirname, "phrases.tsv"), "utf8");
  const [languages = [], ...rows] = file
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
  expect(languages).toEqual(["en", "ca", "es", "fr", "gl", "it", "pt"]);
  expect(
    rows.filter((cells) => cells.length !== languages.length || cells.some((cell) => cell !== cell.trim())),
  ).toEqual([]);
  expect(new Set(rows.map(([label]) => label!.toLowerCase())).size).toBe(rows.length);
  const gaps = rows.map(([label, ...cells]) => [label, ...languages.slice(1).filter((_, i) => !cells[i])]);
  expect(gaps.filter(([, ...missing]) => missing.length > 0)).toEqual([
    ["Command", "ca"],
    ["Line", "ca", "es", "gl"],
    ["End", "ca", "es", "fr", "gl", "pt"],
  ]);
});

class Echo implements Engine {
  readonly local = true;
  constructor(readonly id: string) {}
  async directions() {
    return [];
  }
  async translate(segments: readonly Segment[]): Promise<readonly Translated[]> {
    return segments.map(({ text }) => ({ text: `${text} by ${this.id}` }));
  }
  state() {
    return { id: this.id, state: "ready", detail: "", queued: 0, memoryMb: 0 } as const;
  }
  async close() {}
}

test.each([
  ["apertium", undefined, ["Save", "A house"], ["Guardar", "A house by apertium"], "phrasebook+apertium"],
  ["apertium", undefined, ["Save"], ["Guardar"], "phrasebook"],
  ["apertium", "apertium", ["Save"], ["Save by apertium"], "apertium"],
  ["bergamot", undefined, ["Save"], ["Save by bergamot"], "bergamot"],
  ["apertium", undefined, ["Sun", "Tue", "FRI", "Sat."], ["Dom", "Mar", "VIE", "Sáb"], "phrasebook"],
  ["apertium", undefined, ["Sun", "Mar", "Sat"], ["Sun by apertium", "Mar by apertium", "Sat by apertium"], "apertium"],
  [
    "apertium",
    undefined,
    "jan feb mar apr may jun sep".split(" "),
    "ene feb mar abr may jun sept".split(" "),
    "phrasebook",
  ],
])(
  "the phrase book is used only with Apertium, unless the request names an engine: %s (requested: %s) %j",
  async (id, engine, texts, expected, named) => {
    const resources: Resources = { accountId: "", glossaryIds: [], memories: [] };
    const work = {
      hops: [{ engine: new Echo(id), source: "en", target: "es", rank: 40 }],
      localOnly: true,
      engine,
      priority: "interactive",
    } as const;
    const done = await translateWithResources(texts.map(plainSegment), work, resources);
    expect(done.translations.map(({ text }) => text)).toEqual(expected);
    expect(done.engine).toBe(named);
  },
);

const COMMANDS =
  "Archive|Block|Build|Call|Change|Close|Draw|Fill|Filter|Follow|Merge|Open|Pin|Play|Record|Save|Share|Split|View";

test.each([
  ["ca", /a$|eix$|en$|esa$|re$|obre$/i],
  ["es", /[aei]r$/],
  ["fr", /(?:er|ir|re)(?: |$)/],
  ["gl", /[aei]r$/],
  ["it", /[aei]$/],
  ["pt", /[aei]r$/],
])("the phrase book reads commands of buttons as verbs in %s, not as nouns", (target, verb) => {
  for (const label of COMMANDS.split("|")) expect(findPhrase(label, "en", target)?.split(" ")[0], label).toMatch(verb);
});
