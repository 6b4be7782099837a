import { looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { openPage, PARTS, TRANSLATES } from "./html";
import type { TemplateLanguage } from "./template-code";

/** HTML around code of a template language. */
function templateFormat(
  language: TemplateLanguage,
  name: string,
  { extensions, mediaTypes, code }: { extensions: readonly string[]; mediaTypes: readonly string[]; code: string },
): Format {
  const format: Format = {
    id: language,
    name,
    extensions,
    mediaTypes,
    translates: `${TRANSLATES} Texts of a front matter as in Markdown.`,
    leaves: `${code} byte for byte, scripts, styles, comments and what is marked translate="no" or notranslate.`,
    parts: [...PARTS, "front_matter"],
    options: ["keys"],
    matches: (bytes, extension) =>
      extensions.includes(extension) && looksLikeText(bytes) && isPage(peekText(bytes, 65_536)),
    open: (bytes, options) => openPage(format, bytes, options, language),
  };
  return format;
}

/** Ruby's templates, also of other files: scripts, settings and mails without a tag are no pages. */
export const erb = templateFormat("erb", "ERB template", {
  extensions: ["erb", "rhtml"],
  mediaTypes: ["text/x-erb"],
  code: "Code in <% … %> and <%= … %>",
});

export const ejs = templateFormat("ejs", "EJS template", {
  extensions: ["ejs"],
  mediaTypes: ["text/x-ejs"],
  code: "Code in <% … %>, <%= … %> and <%- … %>",
});

export const hbs = templateFormat("hbs", "Handlebars template", {
  extensions: ["hbs", "handlebars"],
  mediaTypes: ["text/x-handlebars-template"],
  code: "Expressions, blocks and partials in {{ … }}",
});

export const svelte = templateFormat("svelte", "Svelte component", {
  extensions: ["svelte"],
  mediaTypes: ["text/x-svelte"],
  code: "Expressions and blocks in { … }",
});

/** Whether a file has a tag and does not begin as a script, or else has no line of a program. */
function isPage(text: string): boolean {
  const plain = text.replace(/<%[^%]{0,2000}%>|\{\{[^{}]{0,2000}\}\}/g, "");
  if (/^\s*(?:[$(]|\/[/*]|(?:var|let|const|function|import|export)\s|\w+(?:\.\w+)+\()/.test(plain)) return false;
  if (/<[a-z][\w-]{0,40}[\s/>]/i.test(plain)) return true;
  return !/[;{}][ \t]*$|^[ \t]*(?:- )?[\w.-]+:(?:[ \t]|$)|^[ \t]*(?:#|\/\/)/m.test(plain);
}
