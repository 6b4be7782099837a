import { describe, expect, test } from "vitest";
import { menuString } from "./accelerator";

describe("access keys in menu texts", () => {
  test.each([
    ["&File", "File", "Archivo", "&Archivo"],
    ["_File", "File", "Fichero", "_Fichero"],
    ["F~ile", "File", "Ver lista", "~Ver lista"],
    ["F~ile", "File", "Listado Bis", "L~istado Bis"],
    ["E&xit", "Exit", "Salir", "&Salir"],
    ["Save &As...", "Save As...", "Guardar como...", "Gu&ardar como..."],
    ["&Open\tCtrl+O", "Open\tCtrl+O", "Abrir\tCtrl+O", "&Abrir\tCtrl+O"],
    ["&File...", "File...", "ファイル...", "ファイル(&F)..."],
    ["ファイル(&F)", "ファイル", "File", "&File"],
    ["_File", "File", "_Archivo", "_Archivo"],
    ["0 ~a", "0 a", "0 é", "0 ~é"],
    ["ay X~yz", "ay Xyz", "éy Xyz", "éy X~yz"],
  ])(
    "the access key of %j is removed before translation, which gives %j, and is added to the translation %j, which gives %j",
    (source, text, translation, marked) => {
      const string = menuString(source);
      expect(string?.segment).toEqual({ text, codes: [] });
      expect(string?.restore(translation)).toBe(marked);
    },
  );

  test.each([
    "AT&T",
    "Q&A",
    "rock&roll",
    "Terms & conditions",
    "Terms &amp; conditions",
    "It&#39;s here",
    "a_name",
    "&File &Edit",
    "_File {name}",
    "about ~5 cups",
  ])("text without an access key is unchanged: %j", (source) => {
    const string = menuString(source);
    expect(string?.restore(string.segment.text)).toBe(source);
    if (string?.segment.codes.length === 0) expect(string.segment.text.replaceAll("&amp;", "&")).toBe(source);
  });
});
