import { z } from "zod";

/** Paths of files in an export, with placeholders for the language and the document. */
export const FileNames = z
  .string()
  .min(1)
  .max(200)
  .refine((pattern) => /\{(?:path|name)\}/.test(pattern) && !/(?:^|\/)\.{1,2}(?:\/|$)|\\|^\//.test(pattern), {
    params: { code: "format", reason: "file_name_pattern" },
    message: "The pattern must contain {language} and {path} or {name}, such as {language}/{path}.",
  })
  .describe(
    "Paths of exported files. Language: `{language}` (`pt-BR`), `{language_underscore}` (`pt_BR`), `{android}` (`pt-rBR`, `b+zh+Hans`), `{apple}` (`zh-Hans`), `{script}` (`sr-Cyrl`). Document: `{path}`, or `{name}` without folders",
  );
