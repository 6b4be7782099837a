import { looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { openPage, PARTS, TRANSLATES } from "./html";
import type { TemplateLanguage } from "./template-code";

/** A format of HTML pages with code in a template language. The first extension is also the format's id. */
function templateFormat(name: string, extensions: readonly [TemplateLanguage, ...string[]], code: string): Format {
  const [language] = extensions;
  const format: Format = {
    id: language,
    name,
    extensions,
    mediaTypes: [`text/x-${language}`],
    translates: `${TRANSLATES} Texts in the front matter as for Markdown.`,
    leaves: `${code} byte for byte, scripts, styles, comments and elements marked translate="no" or notranslate.`,
    parts: [...PARTS, "front_matter"],
    options: ["keys"],
    matches: (bytes, extension) =>
      extensions.some((own) => own === extension) && looksLikeText(bytes) && isPage(peekText(bytes, 65_536)),
    open: (bytes, options) => openPage(format, bytes, options, language),
  };
  return format;
}

/** Ruby's templates of pages and mails, not those of scripts and settings. */
export const erb = templateFormat("ERB template", ["erb", "rhtml"], "Code in <% … %> and <%= … %>");
export const ejs = templateFormat("EJS template", ["ejs"], "Code in <% … %>, <%= … %> and <%- … %>");
export const hbs = templateFormat(
  "Handlebars template",
  ["hbs", "handlebars"],
  "Expressions, blocks and partials in {{ … }}",
);
export const svelte = templateFormat("Svelte component", ["svelte"], "Expressions and blocks in { … }");

/** Whether a file has a tag and does not start like a script, or has no line of program code. */
function isPage(text: string): boolean {
  const plain = text.replace(/<%[^%]{0,2000}%>|\{\{[^{}]{0,2000}\}\}/g, "");
  if (/^\s*(?:[$(]|\/[/*]|(?:var|let|const|function|import|export)\s|\w+(?:\.\w+)+\()/.test(plain)) return false;
  if (/<[a-z][\w-]{0,40}[\s/>]/i.test(plain)) return true;
  return !/[;{}][ \t]*$|^[ \t]*(?:- )?[\w.-]+:(?:[ \t]|$)|^[ \t]*(?:#|\/\/)/m.test(plain);
}
