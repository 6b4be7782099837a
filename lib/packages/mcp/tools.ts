import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type Dragoman, isDragomanError } from "@/lib/packages/sdk/sdk";
import { FORMALITIES, TEXT_FORMATS } from "@/lib/vocabulary/texts";

/** What a tool does to the server's data, for the assistant's consent. No tool reaches the open web. */
const READ: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const ADD: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const CHANGE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

const language = z.string().describe("BCP 47 language tag, such as es or pt-BR");
const limit = z.int().min(1).max(100).default(20).describe("Page size");
const cursor = z.string().optional().describe("nextCursor of the previous page");

/** Assistants send either, whichever a tool has taught them. */
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

type Shape = Record<string, z.ZodType>;
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

type AddTool = ReturnType<typeof toolAdder>;

function toolAdder(server: McpServer) {
  return <S extends Shape>(
    name: string,
    about: { readonly title: string; readonly description: string; readonly annotations: ToolAnnotations },
    inputSchema: S,
    run: (input: Input<S>, signal: AbortSignal) => PromiseLike<unknown>,
  ) =>
    server.registerTool(name, { ...about, inputSchema: z.strictObject(inputSchema) }, (async (
      input: Input<S>,
      { signal }: { signal: AbortSignal },
    ) => answer(run(input, signal))) as never);
}

function addTranslationTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "translate_text",
    { title: "Translate text", description: "Translates a text into one or several languages.", annotations: READ },
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
      description: "Translates a document of any supported format and returns the translated file.",
      annotations: ADD,
    },
    {
      name: z.string().min(1).describe("File name with its extension, such as report.docx"),
      text: z.string().optional().describe("Content of a text file; or else base64"),
      base64: z.base64().optional().describe("Content of any file"),
      ...LANGUAGES,
      source: language.optional().describe("Default: detected"),
    },
    async ({ name, text, base64, source, ...languages }, signal) => {
      const [target, ...others] = languagesOf(languages);
      if (others.length > 0) throw new Error("A file is translated into one language a call.");
      if ((text === undefined) === (base64 === undefined)) throw new Error("Send either text or base64.");
      const content = text ?? new Uint8Array(Buffer.from(base64!, "base64"));
      const input = { target: target!, ...(source ? { source } : {}) };
      const { file, download } = await dragoman.translateDocument({ name, content }, input, { signal });
      const bytes = Buffer.from(await download.bytes());
      const written = text === undefined ? { base64: bytes.toString("base64") } : { text: bytes.toString("utf8") };
      const { outputName, source: from, detectedSource, warnings } = file;
      return { name: outputName, ...written, source: from, detectedSource, warnings };
    },
  );
  tool(
    "detect_language",
    {
      title: "Detect the language",
      description: "Names the language of each text, with candidates.",
      annotations: READ,
    },
    { texts: z.array(z.string().min(1)).min(1).max(100) },
    (input, signal) => dragoman.detectLanguages(input, { signal }),
  );
  tool(
    "list_languages",
    { title: "List languages", description: "Lists the languages and what each translates into.", annotations: READ },
    { source: language.optional().describe("Only the targets of this language") },
    (input, signal) => dragoman.listLanguages(input, { signal }),
  );
}

function addSearchTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "search_memory",
    {
      title: "Search translation memories",
      description: "Finds earlier translations that contain a text, in one memory or in all.",
      annotations: READ,
    },
    { query: z.string().min(1).max(200), language: language.optional(), memoryId: z.string().optional(), limit },
    async ({ query, memoryId, ...input }, signal) => {
      const search = (id: string) => dragoman.listMemoryUnits({ memoryId: id, q: query, ...input }, { signal });
      if (memoryId !== undefined) return search(memoryId);
      const { translationMemories } = await dragoman.listMemories({ limit: MAX_SEARCHED }, { signal });
      const found = await Promise.all(
        translationMemories.map(async ({ id, name }) => ({ memoryId: id, name, units: (await search(id)).units })),
      );
      return { memories: found.filter(({ units }) => units.length > 0) };
    },
  );
  tool(
    "search_glossary",
    {
      title: "Search glossaries",
      description: "Finds terms and their prescribed translations, in one glossary or in all.",
      annotations: READ,
    },
    { query: z.string().min(1).max(200), language: language.optional(), glossaryId: z.string().optional(), limit },
    async ({ query, glossaryId, ...input }, signal) => {
      const search = (id: string) => dragoman.listGlossaryTerms({ glossaryId: id, q: query, ...input }, { signal });
      if (glossaryId !== undefined) return search(glossaryId);
      const { glossaries } = await dragoman.listGlossaries({ limit: MAX_SEARCHED }, { signal });
      const found = await Promise.all(
        glossaries.map(async ({ id, name }) => ({ glossaryId: id, name, terms: (await search(id)).terms })),
      );
      return { glossaries: found.filter(({ terms }) => terms.length > 0) };
    },
  );
}

function addProjectTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "list_projects",
    { title: "List projects", description: "Lists projects with their status, newest first.", annotations: READ },
    { q: z.string().max(200).optional().describe("Part of the name"), limit, cursor },
    (input, signal) => dragoman.listProjects(input, { signal }),
  );
  tool(
    "get_project_status",
    {
      title: "Show a project's status",
      description: "Status, blockers, health and progress of a project and of each of its languages.",
      annotations: READ,
    },
    { projectId: z.string() },
    (input, signal) => dragoman.getProject(input, { signal }),
  );
}

function addSegmentTools(tool: AddTool, dragoman: Dragoman): void {
  tool(
    "list_segments",
    {
      title: "List segments",
      description: "Lists a project's texts with their translations into a language.",
      annotations: READ,
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
      description: "A text with its translation, its revision, and matches from memories.",
      annotations: READ,
    },
    { segmentId: z.string(), language },
    async (input, signal) => {
      const [segment, matches] = await Promise.all([
        dragoman.getSegment(input, { signal }),
        dragoman.listSegmentMatches(input, { signal }),
      ]);
      return { segment, ...matches };
    },
  );
  tool(
    "edit_segment",
    {
      title: "Edit a translation",
      description:
        "Replaces the translation of a segment. Send the revision that you read: if somebody has changed it since, the edit is refused.",
      annotations: CHANGE,
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
      description: "Checks all translations of a project and returns the issues found.",
      annotations: ADD,
    },
    { projectId: z.string(), language: language.optional(), limit },
    async ({ projectId, ...input }, signal) => {
      const job = await dragoman.checkProject({ projectId }, { signal });
      await dragoman.waitForJob(job.id, { signal });
      return dragoman.listQaIssues({ projectId, ...input }, { signal });
    },
  );
}

/** Memories or glossaries searched in one call. */
const MAX_SEARCHED = 20;

/** Errors of the API are results that the assistant can read; others are thrown. */
async function answer(running: PromiseLike<unknown>): Promise<CallToolResult> {
  try {
    const data = await running;
    return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: { ...(data as object) } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const known =
      isDragomanError(error) && "details" in error
        ? { code: error.code, message, details: error.details }
        : { message };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(known) }] };
  }
}
