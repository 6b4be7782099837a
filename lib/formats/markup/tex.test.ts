import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { isSeparator } from "@/lib/text/segment";
import { tex } from "./tex";

const ARTICLE =
  String.raw`\documentclass{article}
\usepackage[utf8]{inputenc}
\title{The big title}
\author{Jane Doe}
\begin{document}
\maketitle

\section{First words}\label{sec:first}
Some \textbf{bold} and \emph{soft} words, $a^2 + b$ and \verb|code|,
see Section~\ref{sec:first} \cite[p.~3]{doe}.\footnote{A note here.} % a comment
Caf\'e costs 5\,\% \& more---` +
  "``really''" +
  String.raw`.

\begin{itemize}
  \item First item
  \item[Label] Second item
\end{itemize}

\begin{equation}
  left = here
\end{equation}
\begin{verbatim}
left as it is
\end{verbatim}

\begin{figure}[ht]
  \centering
  \includegraphics[width=3cm]{left.png}
  \caption{What it shows}
\end{figure}

\begin{tabular}{ll}
One cell & Another cell \\
\end{tabular}

\unknown{left here}
\end{document}
`;

formatContract(tex, {
  fixtures: [
    {
      name: "an article",
      bytes: Buffer.from(ARTICLE),
      texts: [
        "The big title",
        "First words",
        "A note here.",
        "Some bold and soft words, $a^2 + b$ and code, see Section\u00a0sec:first doe. Café costs 5% & more—“really”.",
        "First item",
        "Label",
        "Second item",
        "What it shows",
        "One cell",
        "Another cell",
      ],
    },
    {
      name: "a part of a document",
      bytes: Buffer.from("\\section{Words}\r\n\r\nSome words\r\nhere\r\n"),
      texts: ["Words", "Some words here"],
    },
  ],
});

async function translate(source: string, ...texts: (string | null)[]): Promise<string> {
  const document = await tex.open(Buffer.from(source), { source: "en" });
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    "es",
  );
  return Buffer.from(bytes).toString();
}

test("short headings, theorem names, spanning cells and subtitles in LaTeX are separate texts", async () => {
  const source = String.raw`\title[Short title]{The title}
\begin{document}
\section[Short heading]{A long heading}
\begin{figure}[ht]\caption[Short caption]{A long caption}\end{figure}
\begin{theorem}[A name]
It holds.
\end{theorem}
\begin{tabular}{ll}
\multicolumn{2}{c}{Over two} \\
\multirow[t]{2}{*}{Over rows} & One cell
\end{tabular}
\begin{frame}{Its title}{Its subtitle}
Some words
\end{frame}
\end{document}`;
  const { segments } = await tex.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual([
    ...["Short title", "The title", "Short heading", "A long heading", "Short caption", "A long caption", "A name"],
    ...["It holds.", "Over two", "Over rows", "One cell", "Its title", "Its subtitle", "Some words"],
  ]);
});

describe("LaTeX", () => {
  test("special characters are escaped in LaTeX, and a command before a letter gets braces", async () => {
    expect(await translate("Words with \\LaTeX here\n", "5 % de $ {a}_b\\ <x1/>es")).toBe(
      "5 \\% de \\$ \\{a\\}\\_b\\textbackslash{} \\LaTeX{}es\n",
    );
  });

  test("typewriter text in LaTeX becomes a code, and a font switch includes the space after it", async () => {
    const { segments } = await tex.open(Buffer.from("Call {\\tt open file} on {\\em\n some} words"), {});
    expect(segments[0]).toMatchObject({
      text: "Call <x1/> on <g2>some</g2> words",
      codes: [{ equiv: "open file" }, { id: 2 }],
    });
  });

  test("texts that a space command of LaTeX separates are one segment with separator codes between the texts", async () => {
    const { segments } = await tex.open(Buffer.from("Engineer \\enskip\\cdotp\\enskip Architect \\quad here"), {});
    expect(segments[0]!.codes.filter(isSeparator)).toHaveLength(3);
  });

  test("accented letters written as LaTeX commands are read as letters", async () => {
    const { segments } = await tex.open(Buffer.from(String.raw`Se\~nor G\"{o}del, \c{c}a, na\"\i f, \ss{} \o re`), {});
    expect(segments[0]?.text).toBe("Señor Gödel, ça, naïf, ß øre");
  });

  test("a LaTeX paragraph ends at an empty line after a comment", async () => {
    const document = await tex.open(Buffer.from("The red car % a note\n\n$a = b$ holds.\n"), {});
    expect(document.segments.map(({ text }) => text.replace(/ ?<x\d\/> ?/g, "|"))).toEqual(["The red car", "|holds."]);
  });

  test("arguments of an unknown LaTeX command are separate texts, even with comments between the arguments", async () => {
    const source =
      "\\myentry\n  {Engineer} % job\n  {The big company} % employer\n  {Old town} % place\n\nMore words\n";
    const { segments } = await tex.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual(["The big company", "Old town", "More words"]);
  });

  test("a LaTeX file in an old encoding is converted to UTF-8 if its encoding can't represent the translation", async () => {
    const source = Buffer.from(
      "\\usepackage[latin1]{inputenc}\\begin{document}\nCaf\xe9 words\n\\end{document}",
      "latin1",
    );
    const document = await tex.open(source, {});
    expect(document.segments[0]?.text).toBe("Café words");
    const { bytes } = await document.write([{ text: "茶" }], "ja");
    expect(Buffer.from(bytes).toString()).toContain("[utf8]{inputenc}\\begin{document}\n茶\n");
  });
});

test.each([
  ["braces", "{".repeat(100_000)],
  ["formats", "\\textbf{a ".repeat(40_000)],
  ["formulas", "$a ".repeat(60_000)],
  ["opened formulas", "\\( a ".repeat(60_000)],
  ["commands", "\\a{".repeat(30_000)],
  ["brackets", "\\a[".repeat(30_000)],
  ["environments", "\\begin{verbatim}".repeat(30_000)],
  ["items", "\\item[".repeat(30_000)],
  ["comments", "%".repeat(100_000)],
  ["backslashes", "\\".repeat(100_000)],
  ["notes", "a\\footnote{".repeat(30_000)],
])("hostile LaTeX is read or refused in linear time: %s", async (_, source) => {
  await withinCpuMs(2_000, () =>
    tex.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile")),
  );
});

describe("LaTeX commands that contain text", () => {
  const read = async (body: string, preamble = "") => {
    const source = `${preamble}\\begin{document}\n${body}\n\\end{document}\n`;
    const { segments, warnings } = await tex.open(Buffer.from(source), {});
    return { texts: segments.map(({ text }) => text), warnings };
  };

  test("each argument of LaTeX's CV commands is a separate text, even after a comment", async () => {
    const body = String.raw`\cvsection{Experience}
\cventry
  {Head of tea} % Job
  {Fine Tea} % Organization
  {\begin{cvitems}\item {Boiled the water.}\end{cvitems}}
\lettersection{About me}`;
    const { texts, warnings } = await read(body, String.raw`\lettertitle{A letter}`);
    expect(texts).toEqual(["A letter", "Experience", "Head of tea", "Fine Tea", "Boiled the water.", "About me"]);
    expect(warnings).toEqual([]);
  });

  test("a heading within a Pandoc hypertarget is translated, and the type argument of a caption is kept", async () => {
    const body = String.raw`\hypertarget{tea}{%
\section{About tea}\label{tea}}
A \hypertarget{cup}{nice cup} here. \captionof{figure}{A cup} \parbox{10cm}{In a box}`;
    const { texts } = await read(body);
    expect(texts).toEqual(["About tea", "A <g1>nice cup</g1> here.", "A cup", "In a box"]);
  });

  test("braces after a LaTeX command that has no arguments are text", async () => {
    const { texts } = await read(String.raw`\noindent {\bf Some words} here \vfill {\large More words}`);
    expect(texts).toEqual(["<g1>Some words</g1> here <x2/> <g3>More words</g3>"]);
  });

  test("a warning lists unknown LaTeX commands whose arguments contain sentences", async () => {
    const { warnings } = await read(String.raw`\mynote{Left as it is} \mykey{tea-cup} \setup{a b=c} \mynote{Left too}`);
    const message = String.raw`Arguments of commands that are not known stayed as they are: \mynote.`;
    expect(warnings).toEqual([{ code: "part_skipped", count: 2, message }]);
  });
});
