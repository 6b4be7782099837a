import { expect, test } from "vitest";
import { outputName } from "./output-name";

test.each([
  ["report.docx", "docx", undefined, "report.es.docx"],
  ["Report.DOCX", "docx", "docx", "Report.es.DOCX"],
  ["page.htm", "html", "html", "page.es.htm"],
  ["letter.dotx", "docx", "dotx", "letter.es.dotx"],
  ["README", "txt", "txt", "README.es"],
  [".env", "txt", "txt", ".env.es"],
  ["paper.pdf", "pdf", "docx", "paper.es.docx"],
  ["page.html", "html", "xlf", "page.es.xlf"],
  ["index.html.erb", "erb", "erb", "index.es.html.erb"],
  ["mail.text.ejs", "ejs", "ejs", "mail.es.text.ejs"],
  ["index.html.erb", "erb", "xlf", "index.html.es.xlf"],
  [".html.erb", "erb", "erb", ".html.es.erb"],
  ["v1.2.erb", "erb", "erb", "v1.2.es.erb"],
])(
  "the translation of %j (format %s) keeps the extension unless it is written in another format",
  (name, format, written, output) => {
    expect(outputName(name, "es", format, written)).toBe(output);
  },
);

test.each([
  ["a workbook with a Word document's extension", "prices.docx", "xlsx", "xlsx", "prices.es.xlsx"],
  ["a Word template with a PDF's extension", "letter.pdf", "docx", "dotx", "letter.es.dotx"],
  ["a Word document with an older extension", "letter.doc", "docx", undefined, "letter.es.docx"],
  ["an HTML page with a Word document's extension", "report.docx", "html", "html", "report.es.html"],
])("the translation of %s gets the extension of its actual format", (_, name, format, written, output) => {
  expect(outputName(name, "es", format, written)).toBe(output);
});

test.each([
  ["messages.txt", "po"],
  ["page.tpl", "html"],
  ["strings.xml", "xliff1"],
])("the translation of %j in the format %s keeps the name's extension", (name, format) => {
  expect(outputName(name, "es", format)).toBe(name.replace(".", ".es."));
});
