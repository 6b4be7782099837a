import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { TargetState } from "@/lib/formats/format";
import { xcstrings } from "./xcstrings";

const CATALOGUE = `{
  "sourceLanguage" : "en",
  "strings" : {
    "" : {

    },
    "%lld" : {

    },
    "Add to cart" : {

    },
    "cart.count" : {
      "comment" : "Under the cart",
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "many" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld of articles"
                }
              },
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld article"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld articles"
                }
              }
            }
          }
        }
      }
    },
    "Dragoman" : {
      "shouldTranslate" : false
    },
    "Tap %@ to see %lld" : {
      "extractionState" : "manual",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Tippe auf %@, um %lld zu sehen"
          }
        },
        "fr" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "?"
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;

formatContract(xcstrings, {
  fixtures: [
    {
      name: "a catalogue with variations",
      bytes: Buffer.from(CATALOGUE),
      texts: ["Add to cart", "%lld of articles", "%lld article", "%lld articles", "Tap %@ to see %lld"],
    },
  ],
  reopen: { source: "es" },
});

async function translate(target: string, source = CATALOGUE, state?: TargetState, overwrite = false) {
  const document = await xcstrings.open(Buffer.from(source), { into: target, overwrite });
  const texts = document.segments.map(({ text }) => ({
    text: text.replace(/(<[^>]*>)|[a-z]/g, (c, code) => code ?? c.toUpperCase()),
    ...(state ? { state } : {}),
  }));
  const written = await document.write(texts, target);
  return Buffer.from(written.bytes).toString();
}

describe("String Catalogs", () => {
  test("a String Catalog is written with Xcode's formatting", async () => {
    const source =
      '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Yes" : {\n\n    }\n  },\n  "version" : "1.0"\n}';
    expect(await translate("fr", source)).toBe(`{
  "sourceLanguage" : "en",
  "strings" : {
    "Yes" : {
      "localizations" : {
        "fr" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "YES"
          }
        }
      }
    }
  },
  "version" : "1.0"
}`);
  });

  test("a String Catalog keeps other languages and finished translations, and texts that need review are translated again", async () => {
    const german = JSON.parse(await translate("de")).strings["Tap %@ to see %lld"].localizations;
    expect(german.de.stringUnit.value).toBe("Tippe auf %@, um %lld zu sehen");
    const all = JSON.parse(await translate("de", CATALOGUE, "draft", true)).strings["Tap %@ to see %lld"];
    expect(all.localizations.de.stringUnit).toEqual({ state: "needs_review", value: "TAP %@ TO SEE %lld" });
    const french = JSON.parse(await translate("fr")).strings["Tap %@ to see %lld"].localizations;
    expect(french.fr.stringUnit).toEqual({ state: "translated", value: "TAP %@ TO SEE %lld" });
    expect(Object.keys(french)).toEqual(["de", "fr"]);
  });

  test("finished strings of a String Catalog are counted, and finished forms of a partly finished plural are kept", async () => {
    const unit = (state: string, value: string) => ({ stringUnit: { state, value } });
    const plural = (one: object, other: object) => ({ variations: { plural: { one, other } } });
    const source = JSON.stringify({
      sourceLanguage: "en",
      strings: {
        Done: { localizations: { de: unit("translated", "Fertig") } },
        Open: { localizations: { de: unit("needs_review", "Offen") } },
        count: {
          localizations: {
            en: plural(unit("translated", "%lld thing"), unit("translated", "%lld things")),
            de: plural(unit("translated", "%lld Ding"), unit("needs_review", "%lld Sachen")),
          },
        },
      },
    });
    for (const plurals of [{}, { plurals: "forms" } as const]) {
      const document = await xcstrings.open(Buffer.from(source), { into: "de", ...plurals });
      expect(document.finished).toBe(1);
      const texts = document.segments.map(({ plural }) => ({
        text: "neu",
        ...(plural ? { forms: { one: "neu", other: "neu" } } : {}),
        state: "draft" as const,
      }));
      const { strings } = JSON.parse(Buffer.from((await document.write(texts, "de")).bytes).toString());
      expect(strings.Done.localizations.de).toEqual(unit("translated", "Fertig"));
      expect(strings.Open.localizations.de).toEqual(unit("needs_review", "neu"));
      expect(strings.count.localizations.de).toEqual(
        plural(unit("translated", "%lld Ding"), unit("needs_review", "neu")),
      );
    }
    expect((await xcstrings.open(Buffer.from(source), { into: "de", overwrite: true })).finished).toBeUndefined();
  });

  test("a String Catalog gets the target's plural categories in the order that Xcode uses", async () => {
    const polish = JSON.parse(await translate("pl")).strings["cart.count"].localizations.pl.variations.plural;
    expect(Object.keys(polish)).toEqual(["few", "many", "one", "other"]);
    const japanese = JSON.parse(await translate("ja")).strings["cart.count"].localizations.ja.variations.plural;
    expect(Object.keys(japanese)).toEqual(["other"]);
    const localizations = JSON.parse(await translate("cs")).strings["cart.count"].localizations;
    expect(Object.keys(localizations)).toEqual(["cs", "en"]);
  });

  test("translations in a String Catalog are imported into a project, and changed translations are replaced on export", async () => {
    const source = JSON.stringify({
      sourceLanguage: "en",
      strings: {
        Hello: { localizations: { es: { stringUnit: { state: "translated", value: "Hola" } } } },
        "Bye %@": { localizations: { es: { stringUnit: { state: "needs_review", value: "Adiós %@" } } } },
        "%lld days": {
          localizations: {
            es: { variations: { plural: { other: { stringUnit: { state: "translated", value: "%lld días" } } } } },
          },
        },
        New: {},
      },
    });
    const document = await xcstrings.open(Buffer.from(source), { source: "en", target: "es" });
    expect(document.segments.map(({ target }) => target)).toEqual([
      { text: "Hola", state: "translated" },
      { text: "Adiós <x1/>", state: "draft" },
      { text: "<x1/> días", state: "translated" },
      undefined,
    ]);
    const texts = document.segments.map(({ target }) => ({ text: target?.text ?? null }));
    expect(Buffer.from((await document.write(texts, "es")).bytes).toString()).toBe(source);
    const edited = await document.write([{ text: "Buenas", state: "translated" }, ...texts.slice(1)], "es");
    expect(JSON.parse(Buffer.from(edited.bytes).toString()).strings.Hello.localizations.es.stringUnit.value).toBe(
      "Buenas",
    );
  });

  test("drafts in a String Catalog are marked for review, and untranslatable strings are not translated", async () => {
    const { strings } = JSON.parse(await translate("it", CATALOGUE, "draft"));
    expect(strings["Add to cart"].localizations.it.stringUnit.state).toBe("needs_review");
    expect(strings.Dragoman).toEqual({ shouldTranslate: false });
    expect(strings["%lld"]).toEqual({});
  });

  test("a String Catalog is recognised by its content, in any order of keys", () => {
    const bytes = Buffer.from('{ "version" : "1.0", "strings" : {}, "sourceLanguage" : "en" }');
    expect(xcstrings.matches(bytes, "xcstrings")).toBe(true);
    expect(xcstrings.matches(bytes, "")).toBe(false);
  });

  test("substitutions in a String Catalog are translated", async () => {
    const source = `{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"You have %#@files@ left"},
      "substitutions":{"files":{"argNum":1,"formatSpecifier":"lld","variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"%arg file"}},"other":{"stringUnit":{"state":"translated","value":"%arg files"}}}}}}}}}}}`;
    const { en, ...others } = JSON.parse(await translate("de", source)).strings.k.localizations;
    expect(en.stringUnit.value).toBe("You have %#@files@ left");
    expect(others.de.stringUnit.value).toBe("YOU HAVE %#@files@ LEFT");
    expect(others.de.substitutions.files).toMatchObject({
      argNum: 1,
      formatSpecifier: "lld",
      variations: { plural: { one: { stringUnit: { value: "%arg FILE" } } } },
    });
  });
});
