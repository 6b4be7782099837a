import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { AnswerOf, Dragoman } from "@/lib/packages/sdk/sdk";
import { FORMALITIES, TEXT_FORMATS } from "@/lib/vocabulary/texts";
import { answerOf, list, type Output, object, type Shape, text } from "./answers";

/** Annotations by which assistants ask for consent: what a tool does to the server's data. No tool accesses the web. */
const READ: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const ADD: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const CHANGE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

const language = z.string().describe("BCP 47 language tag, such as es or pt-BR");
const limit = z.int().min(1).max(100).default(10);
const cursor = z.string().optional().describe("nextCursor of the previous page");
const fields = z
  .array(z.string())
  .min(1)
  .max(30)
  .optional()
  .describe("Fields of the API to answer instead of the usual");
const nextCursor = z.string().nullish();
const warnings = list({ code: z.string(), message: z.string() });
const TERM = {
  source: z.string(),
  doNotTranslate: z.boolean(),
  targets: list({ language: z.string(), text: z.string() }),
};
const UNIT = { source: z.string(), target: z.string(), language: z.string(), reviewed: z.boolean() };
const ISSUE = { check: z.string(), severity: z.string(), params: z.looseObject({}) };
/** An edit must send the `revision`. */
const TRANSLATION = { text: z.string().nullable(), state: z.string(), revision: z.number() };
const TRANSLATED = { translation: z.string(), source: z.string(), target: z.string(), warnings };

/** Accepts both names, because assistants use those of the tools they know. */
const LANGUAGES = {
  target: language.optional().describe("Language to translate into"),
  targets: z.array(language).min(1).max(20).optional().describe("Languages to translate into, instead of target"),
};

function languagesOf({
  target,
  targets = [],
}: {
  target?: string | undefined;
  targets?: string[] | undefined;
}): string[] {
  const languages = target === undefined ? targets : [target];
  if (languages.length === 0 || (target !== undefined && targets.length > 0))
    throw new Error("Send either target or targets.");
  return languages;
}

type Input<S extends Shape> = z.output<z.ZodObject<S>>;

/**
 * Adds the tools. Every tool calls operations of `/v1`, so that keys, scopes, limits and errors are those of the API.
 */
export function addTools(server: McpServer, dragoman: Dragoman): void {
  const tool = toolAdder(server);
  addTranslationTools(tool, dragoman);
  addSearchTools(tool, dragoman);
  addProjectTools(tool, dragoman);
  addSegmentTools(tool, dragoman);
}

type Translated = { name: string; contentUrl: string; text?: string; blob?: string };
type AddTool = ReturnType<typeof toolAdder>;

function toolAdder(server: McpServer) {
  return <S extends Shape>(
    name: string,
    about: {
      readonly title: string;
      readonly description: string;
      readonly annotations: ToolAnnotations;
      readonly output: Output;
    },
    inputSchema: S,
    run: (input: Input<S>, signal: AbortSignal) => PromiseLike<unknown>,
  ) => {
    const { output, ...shown } = about;
    const schemas = {
      inputSchema: z.strictObject(output.of ? { ...inputSchema, fields } : inputSchema),
      outputSchema: object(output.shape),
    };
    server.registerTool(name, { ...shown, ...schemas }, (async (
      { fields: chosen, ...input }: Input<S> & { fields?: string[] },
      { signal }: { signal: AbortSignal },
    ) => answerOf(run(input as Input<S>, signal), output, chosen)) as never);
  };
}

function addTranslationTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "translate_text",
    {
      title: "Translate text",
      description:
        "Translates a text into one or several languages with the server's engines, glossaries and memories. Not for files (translate_file), nor to write into a project (edit_segment).",
      annotations: READ,
      output: {
        shape: { ...TRANSLATED, results: z.record(z.string(), object({ ...TRANSLATED, error: z.looseObject({}) })) },
        content: (data: AnswerOf<"translateText">) =>
          "results" in data
            ? Object.entries(data.results).map(([to, one]) =>
                text(`${to}: ${"error" in one ? `Error: ${one.error.message}` : one.translation}`),
              )
            : [text(data.translation), ...data.warnings.map(({ message }) => text(`Warning: ${message}`))],
      },
    },
    {
      text: z.string().min(1),
      ...LANGUAGES,
      source: language.optional().describe("Default: detected"),
      format: z.enum(TEXT_FORMATS).optional(),
      formality: z.enum(FORMALITIES).optional(),
      context: z.string().max(5_000).optional().describe("Text that helps to understand it; not translated"),
      glossaryId: z.string().optional(),
      projectId: z.string().optional().describe("Uses the project's glossaries and memories"),
    },
    async ({ target, targets, ...input }, signal) => {
      const languages = languagesOf({ target, targets });
      return languages.length === 1
        ? dragoman.translateText({ ...input, target: languages[0]! }, { signal })
        : dragoman.translateText({ ...input, targets: languages }, { signal });
    },
  );
  tool(
    "translate_file",
    {
      title: "Translate a file",
      description:
        "Translates a document of any supported format and returns the translated file. Not for a text without a file (translate_text), nor for files of a project.",
      annotations: ADD,
      output: {
        shape: {
          ...{ id: z.string(), name: z.string(), text: z.string() },
          ...{ contentUrl: z.string().describe("Path on the server: the file for 24 hours, with the key"), warnings },
          source: z.string().nullable(),
        },
        content: ({ name, contentUrl, text: written, blob }: Translated) =>
          written === undefined
            ? [text(`${name}: ${contentUrl}`), { type: "resource", resource: { uri: contentUrl, blob: blob! } }]
            : [text(written)],
      },
    },
    {
      name: z.string().min(1).describe("File name with its extension, such as report.docx"),
      text: z.string().optional().describe("Content of a text file; or else base64"),
      base64: z.base64().optional().describe("Content of any file"),
      ...LANGUAGES,
      source: language.optional().describe("Default: detected"),
    },
    async ({ name, text: given, base64, source, ...languages }, signal) => {
      const [target, ...others] = languagesOf(languages);
      if (others.length > 0) throw new Error("Each call translates a file into one language.");
      if ((given === undefined) === (base64 === undefined)) throw new Error("Send either text or base64.");
      const content = given ?? new Uint8Array(Buffer.from(base64!, "base64"));
      const input = { target: target!, ...(source ? { source } : {}) };
      const { file, download } = await dragoman.translateDocument({ name, content }, input, { signal });
      const bytes = Buffer.from(await download.bytes());
      const written = given === undefined ? { blob: bytes.toString("base64") } : { text: bytes.toString("utf8") };
      return { ...file, name: file.outputName, ...written };
    },
  );
  addLanguageTools(tool, dragoman);
}

function addLanguageTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "detect_language",
    {
      title: "Detect the language",
      description: "Detects the language of each text. Not needed before translate_text, which detects it itself.",
      annotations: READ,
      output: {
        shape: {
          detections: list({ language: z.string().nullable(), confidence: z.number(), supported: z.boolean() }),
        },
        of: "detections",
      },
    },
    { texts: z.array(z.string().min(1)).min(1).max(100) },
    (input, signal) => dragoman.detectLanguages(input, { signal }),
  );
  tool(
    "list_languages",
    {
      title: "List languages",
      description:
        "Lists the languages and the target languages of each. Not needed before translate_text, whose error names the possible languages if a pair is not supported.",
      annotations: READ,
      output: { shape: { languages: list({ code: z.string(), targets: z.array(z.string()) }) }, of: "languages" },
    },
    { source: language.optional().describe("Only the targets of this language") },
    (input, signal) => dragoman.listLanguages(input, { signal }),
  );
}

function addSearchTools(tool: AddTool, dragoman: Dragoman): void {
  const units = list(UNIT);
  tool(
    "search_memory",
    {
      title: "Search translation memories",
      description:
        "Finds earlier translations that contain a text, in one memory or in all. Not for translating: translate_text uses memories automatically.",
      annotations: READ,
      output: {
        shape: { units, memories: list({ memoryId: z.string(), name: z.string(), units }), nextCursor },
      },
    },
    { query: z.string().min(1).max(200), language: language.optional(), memoryId: z.string().optional(), limit },
    async ({ query, memoryId, ...input }, signal) => {
      const search = (id: string) => dragoman.listMemoryUnits({ memoryId: id, q: query, ...input }, { signal });
      if (memoryId !== undefined) return search(memoryId);
      const { translationMemories } = await dragoman.listMemories({ limit: MAX_SEARCHED }, { signal });
      const found = await Promise.all(
        translationMemories.map(async ({ id, name }) => ({ memoryId: id, name, units: (await search(id)).units })),
      );
      return { memories: found.filter((one) => one.units.length > 0) };
    },
  );
  const terms = list(TERM);
  tool(
    "search_glossary",
    {
      title: "Search glossaries",
      description:
        "Finds terms and their prescribed translations, in one glossary or in all. Not for all terms of a glossary: read its resource.",
      annotations: READ,
      output: {
        shape: { terms, glossaries: list({ glossaryId: z.string(), name: z.string(), terms }), nextCursor },
      },
    },
    { query: z.string().min(1).max(200), language: language.optional(), glossaryId: z.string().optional(), limit },
    async ({ query, glossaryId, ...input }, signal) => {
      const search = (id: string) => dragoman.listGlossaryTerms({ glossaryId: id, q: query, ...input }, { signal });
      if (glossaryId !== undefined) return search(glossaryId);
      const { glossaries } = await dragoman.listGlossaries({ limit: MAX_SEARCHED }, { signal });
      const found = await Promise.all(
        glossaries.map(async ({ id, name }) => ({ glossaryId: id, name, terms: (await search(id)).terms })),
      );
      return { glossaries: found.filter((one) => one.terms.length > 0) };
    },
  );
}

function addProjectTools(tool: AddTool, dragoman: Dragoman): void {
  const about = { id: z.string(), name: z.string(), status: z.string() };
  tool(
    "list_projects",
    {
      title: "List projects",
      description:
        "Lists projects with their status, newest first. Not for progress and blockers (get_project_status).",
      annotations: READ,
      output: {
        shape: {
          projects: list({
            ...about,
            ...{ sourceLanguage: z.string(), targetLanguages: z.array(z.string()), dueAt: z.string().nullable() },
          }),
          nextCursor,
        },
        of: "projects",
      },
    },
    { q: z.string().max(200).optional().describe("Part of the name"), limit, cursor },
    (input, signal) => dragoman.listProjects(input, { signal }),
  );
  const percent = z.number().nullable();
  tool(
    "get_project_status",
    {
      title: "Show a project's status",
      description:
        "Status, blockers, health and progress of a project and of each of its languages. Not for its texts (list_segments).",
      annotations: READ,
      output: {
        shape: {
          ...about,
          ...{ dueAt: z.string().nullable(), health: object({ level: z.string(), reasons: z.array(z.string()) }) },
          blockers: list({ code: z.string(), language: z.string().nullable(), count: z.number() }),
          languages: list({
            ...{ language: z.string(), status: z.string() },
            progress: object({ translatedPercent: percent, reviewedPercent: percent, openIssues: z.number() }),
          }),
        },
      },
    },
    { projectId: z.string() },
    (input, signal) => dragoman.getProject(input, { signal }),
  );
}

function addSegmentTools(tool: AddTool, dragoman: Dragoman): void {
  const segment = { id: z.string(), key: z.string(), source: z.string(), note: z.string().nullable() };
  tool(
    "list_segments",
    {
      title: "List segments",
      description:
        "Lists a project's texts with their translations into a language. Ask for a state or a text instead of reading all pages.",
      annotations: READ,
      output: {
        shape: { segments: list({ ...segment, translation: object(TRANSLATION) }), nextCursor },
        of: "segments",
      },
    },
    {
      projectId: z.string(),
      language,
      documentId: z.string().optional(),
      state: z
        .string()
        .optional()
        .describe("untranslated, draft, needs_work, translated or reviewed; several with commas"),
      q: z.string().max(200).optional().describe("Part of the source or translation"),
      limit,
      cursor,
    },
    (input, signal) => dragoman.listSegments(input as never, { signal }),
  );
  tool(
    "get_segment",
    {
      title: "Read a segment",
      description:
        "A text with its translation, its revision, matches from memories and terms of glossaries. Needed before edit_segment only if the revision is not known from list_segments.",
      annotations: READ,
      output: {
        shape: {
          segment: object({
            ...segment,
            ...{ description: z.string().nullable(), maxLength: z.number().nullable() },
            translation: object({ ...TRANSLATION, issues: list(ISSUE) }),
          }),
          matches: list({ source: z.string(), target: z.string(), match: z.number(), origin: z.string() }),
          terms: list(TERM),
        },
        of: "segment",
      },
    },
    { segmentId: z.string(), language },
    async (input, signal) => {
      const [found, matches] = await Promise.all([
        dragoman.getSegment(input, { signal }),
        dragoman.listSegmentMatches(input, { signal }),
      ]);
      return { segment: found, ...matches };
    },
  );
  tool(
    "edit_segment",
    {
      title: "Edit a translation",
      description:
        "Replaces the translation of a segment. Send the revision that you read: if somebody has changed it since, the edit is refused. Not for translations that people have reviewed, unless you were asked to.",
      annotations: CHANGE,
      output: { shape: { language: z.string(), ...TRANSLATION, issues: list(ISSUE) } },
    },
    {
      segmentId: z.string(),
      language,
      revision: z.int().min(0).describe("revision of the translation, as read"),
      text: z.string().optional().describe("With the codes of the source, such as <g1>…</g1>"),
      state: z.enum(["draft", "translated", "reviewed", "needs_work"]).optional(),
      comment: z.string().optional().describe("Reason for needs_work"),
    },
    ({ revision, ...input }, signal) => dragoman.updateTranslation(input, { signal, ifMatch: `"${revision}"` }),
  );
  tool(
    "run_checks",
    {
      title: "Run checks",
      description:
        "Checks all translations of a project and returns the issues found. Not after each edit_segment, which checks its own text.",
      annotations: ADD,
      output: {
        shape: {
          issues: list({ ...ISSUE, segmentId: z.string(), language: z.string() }),
          misreadings: z.array(z.looseObject({})),
          nextCursor,
        },
        of: "issues",
      },
    },
    { projectId: z.string(), language: language.optional(), limit },
    async ({ projectId, ...input }, signal) => {
      const job = await dragoman.checkProject({ projectId }, { signal });
      await dragoman.waitForJob(job.id, { signal });
      return dragoman.listQaIssues({ projectId, ...input }, { signal });
    },
  );
}

/** Maximum memories or glossaries searched in one call. */
const MAX_SEARCHED = 20;
