import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions } from "@/lib/formats/format";
import { plainText } from "@/lib/text/segment";
import { csv, tsv } from "./csv";
import { detectDialect, lexCsv } from "./csv-lexer";

const table = (...rows: string[]) => Buffer.from(`${rows.join("\n")}\n`);

formatContract(csv, {
  fixtures: [
    {
      name: "ids, prose and numbers",
      bytes: table(
        "id,description,price,owner name",
        'A-1,"A cup, white",4.50,Ann Lee',
        'A-2,"Say ""tea"" now\nand then",7,Bo Chan',
        "A-3, Plain words ,12,Cy Day",
      ),
      texts: ["A cup, white", 'Say "tea" now', "and then", "Plain words"],
    },
    {
      name: "semicolons, CRLF, a byte order mark and no header",
      bytes: Buffer.from("\ufeff1;Boil the water;ok\r\n2;Warm the pot;ok\r\n"),
      texts: ["Boil the water", "Warm the pot"],
    },
    {
      name: "backslashes before quotes, and Excel's line about the delimiter",
      bytes: table("sep=|", "key|text", 'a|"Say \\"tea\\" now"', 'b|"Other words"'),
      texts: ['Say "tea" now', "Other words"],
    },
    {
      name: "a row whose quotes do not match",
      bytes: table("id,text", '1,"good tea" bad', '2,"never closed, alas', "3,fine words"),
      texts: ["fine words"],
    },
    { name: "numbers alone", bytes: table("a,b", "1,2", "3,4"), texts: [] },
    { name: "one column", bytes: table("Tea", "Cup"), texts: ["Tea", "Cup"] },
  ],
  documents: fc
    .array(
      fc.tuple(
        fc.constantFrom(
          "Plain words here",
          '"Quoted, words"',
          '"With ""quotes"" in it"',
          '"Over two\nlines here"',
          '"broken" tail words',
          '"open words',
          "",
          "x",
        ),
        fc.integer({ min: 0, max: 99 }),
      ),
      { maxLength: 8 },
    )
    .map((rows) => ["text,n", ...rows.map(([text, n]) => `${text},${n}`)].join("\n")),
});

formatContract(tsv, {
  fixtures: [
    {
      name: "texts with commas, and quotes that mean nothing special",
      bytes: table("key\ttext", 'a\tTea, milk and "sugar"', "b\tMore words"),
      texts: ['Tea, milk and "sugar"', "More words"],
    },
    {
      name: "a line before the table that says what it is",
      bytes: table("# Teas, as of May", "key\ttext", "a\tMore words here", "b\tMilk and sugar"),
      texts: ["More words here", "Milk and sugar"],
    },
  ],
});

async function translate(source: string, options: FormatOptions, texts: string[], target: string) {
  const document = await csv.open(Buffer.from(source), { into: target, ...options });
  expect(document.segments).toHaveLength(texts.length);
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    target,
  );
  return Buffer.from(bytes).toString();
}

describe("tables with a column per language", () => {
  const source = "key,en,pt_BR,es\nhi,Hello,Olá,\nbye,Bye,,Adiós\n";

  test("a table with a column per language is translated from the source column into empty cells of the target column", async () => {
    expect(await translate(source, { source: "en" }, ["Hola"], "es")).toBe(
      "key,en,pt_BR,es\nhi,Hello,Olá,Hola\nbye,Bye,,Adiós\n",
    );
    expect((await csv.open(Buffer.from(source), { source: "en", into: "es" })).finished).toBe(1);
    expect(await translate(source, { source: "en", overwrite: true }, ["Hola", "Chao"], "es")).toBe(
      "key,en,pt_BR,es\nhi,Hello,Olá,Hola\nbye,Bye,,Chao\n",
    );
    expect(await translate(source, { source: "en-GB" }, ["Tchau"], "pt")).toBe(
      "key,en,pt_BR,es\nhi,Hello,Olá,\nbye,Bye,Tchau,Adiós\n",
    );
  });

  test("a table with a column per language gets a target column in every row if it lacks that column", async () => {
    const rows = "key,en,fr_FR\r\nhi,Hello,Salut\r\nshort,Hi\r\nnum,1,2\r\n";
    expect(await translate(rows, { source: "fr" }, ['Ciao, "tu"'], "pt-BR")).toBe(
      'key,en,fr_FR,pt_BR\r\nhi,Hello,Salut,"Ciao, ""tu"""\r\nshort,Hi,,\r\nnum,1,2,\r\n',
    );
  });

  test("a cell of the target column is filled in even if its translation equals the source", async () => {
    expect(await translate("key,en,es\nok,OK,\nhi,Hello,\n", { source: "en" }, ["OK", "Hola"], "es")).toBe(
      "key,en,es\nok,OK,OK\nhi,Hello,Hola\n",
    );
  });

  test("missing translations are filled in if a table has a translation column, or two columns that are mostly equal", async () => {
    const named = 'location,source,target\na.c:1,"Hello, you",\nb.c:2,Bye,Adiós\n';
    expect(await translate(named, {}, ["Hola, tú"], "es")).toBe(
      'location,source,target\na.c:1,"Hello, you","Hola, tú"\nb.c:2,Bye,Adiós\n',
    );
    const unnamed = '"Add it","Add it"\n"All","All"\n"Thank you.","Gracias."\n';
    expect(await translate(unnamed, {}, ["Añádelo", "Todo"], "es")).toBe(
      '"Add it","Añádelo"\n"All","Todo"\n"Thank you.","Gracias."\n',
    );
  });

  test("line breaks within a cell are kept in a table with a column per language", async () => {
    expect(await translate('key,en,es\nhi,"One\ntwo",\n', { source: "en" }, ["Uno<x1/>dos"], "es")).toBe(
      'key,en,es\nhi,"One\ntwo","Uno\ndos"\n',
    );
  });

  test("a project reads the key, note and translation of each row, and imports translations from another table of that kind", async () => {
    const table = "key,context,en,es\nhi,At the door,Hello,Hola\nbye,,Bye,\n";
    const document = await csv.open(Buffer.from(table), { source: "en", target: "es" });
    expect(document.segments).toEqual([
      { text: "Hello", codes: [], key: "hi", note: "At the door", target: { text: "Hola", state: "translated" } },
      { text: "Bye", codes: [], key: "bye" },
    ]);
    const write = async (...texts: string[]) =>
      Buffer.from(
        (
          await document.write(
            texts.map((text) => ({ text })),
            "es",
          )
        ).bytes,
      ).toString();
    expect(await write("Hola", "Bye")).toBe(table);
    expect(await write("Buenas", "Chao")).toBe("key,context,en,es\nhi,At the door,Hello,Buenas\nbye,,Bye,Chao\n");
  });
});

test("formulas are kept in every column", async () => {
  const source = 'name,note\nx,A cup of tea\ny,"=CONCAT(A1, "x")"\nz,=$B4 & " cups"\nw,= equal to that\n';
  const { segments } = await csv.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["A cup of tea", "= equal to that"]);
});

test("the key of a table cell is its column and row, such as B2", async () => {
  const { segments } = await csv.open(table("id,text", "1,Some words", "2,More words"), {});
  expect(segments.map(({ key }) => key)).toEqual(["B2", "B3"]);
});

test("an unquoted cell keeps its outer spaces, and is quoted if its translation requires it", async () => {
  expect(await translate("id,text\n1, Some words \n2,More words\n", {}, ["Unas, pocas", '"más"'], "es")).toBe(
    'id,text\n1," Unas, pocas "\n2,"""más"""\n',
  );
});

test("CSV with unclosed quotation marks is read in linear time", () => {
  const source = '"a\n'.repeat(100_001);
  expect(lexCsv(source, { delimiter: ",", quoteEscape: '"' }).length).toBeGreaterThan(1);
  expect(detectDialect(source, [",", ";"]).delimiter).toBe(",");
});

describe("choosing columns to translate", () => {
  const source = "id,Name,Remark\n1,Ann Lee,Very good\n2,Bo Chan,Quite good\n";
  const read = async (options: FormatOptions, text = source) => {
    const { segments, warnings } = await csv.open(Buffer.from(text), options);
    return [segments.map((segment) => plainText(segment.text)), warnings.map(({ message }) => message)];
  };

  test("the selected columns, by name or letter, are translated, and other columns are not", async () => {
    expect(await read({ columns: ["name"] })).toEqual([["Ann Lee", "Bo Chan"], []]);
    expect(await read({ columns: ["C"] })).toEqual([["Very good", "Quite good"], []]);
    expect(await read({ columns: ["B", "Remark"] })).toEqual([["Ann Lee", "Very good", "Bo Chan", "Quite good"], []]);
  });

  test("an error names the selected column that doesn't exist", async () => {
    const [texts, warnings] = await read({ columns: ["Text", "Remark"] });
    expect(texts).toEqual(["Very good", "Quite good"]);
    expect(warnings).toEqual(["The table has no column called Text. Its first row reads: id, Name, Remark."]);
  });

  test("the first row of a table is translated unless it is a header", async () => {
    expect(await read({ columns: ["C"], header: false })).toEqual([["Remark", "Very good", "Quite good"], []]);
  });

  test("columns named after other languages are not translated", async () => {
    const table =
      "Code,UN English Formal,UN French Formal,English Short\nFR,the French Republic,la République française,the Republic\nES,the Kingdom of Spain,le Royaume d'Espagne,the Kingdom\n";
    const own = ["the French Republic", "the Republic", "the Kingdom of Spain", "the Kingdom"];
    expect(await read({ source: "en" }, table)).toEqual([own, []]);
    const french = ["la République française", "le Royaume d'Espagne"];
    expect(await read({ source: "fr" }, table)).toEqual([french, []]);
    expect(await read({ source: "en" }, "English,French\nhouse,maison\ngarden,jardin\n")).toEqual([
      ["house", "garden"],
      [],
    ]);
  });

  test("every column with words is translated if a table has only short cells", async () => {
    expect(await read({}, "Country,Capital,ISO code\nGermany,Berlin,DE\nSpain,Madrid,ES\n")).toEqual([
      ["Germany", "Berlin", "Spain", "Madrid"],
      [],
    ]);
  });
});

describe("plural forms in rows of a table", () => {
  const rows = [
    "key,en,pl,note",
    'items_one,"One item, here",Jeden element,In the cart',
    "items_other,%d items,%d elementu,",
    "title,The title,Tytuł,",
  ];
  const open = (lines: readonly string[], target: string) =>
    csv.open(table(...lines), { source: "en", target, plurals: "forms" });

  test("rows of plural forms become one text with plural forms in a project, and rows for missing forms are added", async () => {
    const document = await open(rows, "pl");
    const forms = { one: "Jeden element", other: "%d elementu" };
    expect(document.segments).toMatchObject([
      {
        key: "items",
        note: "In the cart",
        plural: { rule: "cardinal", forms: { one: "One item, here", other: "%d items" } },
        target: { forms, state: "translated" },
      },
      { key: "title", target: { text: "Tytuł" } },
    ]);
    const write = async (given: Record<string, string>) => {
      const texts = [{ text: given.other!, forms: given }, { text: "Tytuł" }];
      return Buffer.from((await document.write(texts, "pl")).bytes).toString();
    };
    expect(await write(forms)).toBe(`${rows.join("\n")}\n`);
    expect(await write({ ...forms, few: "%d elementy", many: "%d, wiele" })).toBe(
      `${[...rows.slice(0, 3), "items_few,,%d elementy,", 'items_many,,"%d, wiele",', rows[3]].join("\n")}\n`,
    );
  });

  test("rows of plural forms that only the target has are read as forms of the same text", async () => {
    const more = [...rows.slice(0, 3), "items_few,,%d elementy,", rows[3]!];
    const [segment] = (await open(more, "pl")).segments;
    expect(segment).toMatchObject({
      plural: { forms: { one: "One item, here", other: "%d items" } },
      target: { forms: { one: "Jeden element", few: "%d elementy", other: "%d elementu" } },
    });
  });

  test("rows of plural forms are written to a new column if the table lacks the target language", async () => {
    const document = await open(rows, "ja");
    const { bytes } = await document.write([{ text: "%d個", forms: { other: "%d個" } }, { text: "題名" }], "ja");
    expect(Buffer.from(bytes).toString().split("\n").slice(0, 4)).toEqual([
      "key,en,pl,note,ja",
      'items_one,"One item, here",Jeden element,In the cart,',
      "items_other,%d items,%d elementu,,%d個",
      "title,The title,Tytuł,,題名",
    ]);
  });

  test("rows of plural forms are separate texts outside a project, or if their key suffix has another meaning", async () => {
    expect((await csv.open(table(...rows), { source: "en", into: "pl", overwrite: true })).segments).toHaveLength(3);
    const other = ["key,en,pl", "page_one,The first page,", "page_two,The second page,"];
    expect((await open(other, "pl")).segments).toHaveLength(2);
  });
});
