import { expect, test } from "vitest";
import { fileName } from "./file-names";

test.each([
  ["{language}/{path}", {}, "pt-BR", "pt-BR/docs/a.md"],
  ["{language_underscore}/{name}", {}, "pt-BR", "pt_BR/a.md"],
  ["values-{android}/{name}", {}, "pt-BR", "values-pt-rBR/a.md"],
  ["{language}/{name}", { "zh-Hans": "zh-CN" }, "zh-Hans", "zh-CN/a.md"],
  ["{unknown}/{path}", {}, "es", "{unknown}/docs/a.md"],
])(
  "the file name pattern %s with the language codes %o gives the expected path for %s",
  (pattern, codes, language, expected) => {
    expect(fileName(pattern, codes, language, "docs/a.md")).toBe(expected);
  },
);
