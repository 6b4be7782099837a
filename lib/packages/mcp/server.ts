import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type Dragoman, isDragomanError } from "@/lib/packages/sdk/sdk";
import { addTools } from "./tools";

const INSTRUCTIONS =
  "Dragoman translates texts and files and manages translation projects. Read a segment before editing it, and send its revision. Translations that people made are theirs: change one only if you were asked to.";

/** Maximum resources listed per kind, and maximum terms read of a glossary. */
const MAX_LISTED = 100;

/**
 * An MCP server that works with one key of a Dragoman server.
 * @param version the product's version
 */
export function createMcpServer(dragoman: Dragoman, version: string): McpServer {
  const server = new McpServer({ name: "dragoman", title: "Dragoman", version }, { instructions: INSTRUCTIONS });
  addTools(server, dragoman);
  addResource(server, {
    kind: "project",
    description: "Status, blockers and progress of a project",
    list: async () =>
      (await dragoman.listProjects({ limit: MAX_LISTED })).projects.map(({ id, name, status }) => ({
        ...{ id, name, description: `Translation project, ${status}` },
      })),
    read: (projectId) => dragoman.getProject({ projectId }),
  });
  addResource(server, {
    kind: "glossary",
    description: `A glossary with its terms, ${MAX_LISTED} at most`,
    list: async () =>
      (await dragoman.listGlossaries({ limit: MAX_LISTED })).glossaries.map(({ id, name, sourceLanguage, terms }) => ({
        ...{ id, name, description: `Glossary from ${sourceLanguage}, ${terms} terms` },
      })),
    read: async (glossaryId) => {
      const [glossary, { terms, nextCursor }] = await Promise.all([
        dragoman.getGlossary({ glossaryId }),
        dragoman.listGlossaryTerms({ glossaryId, limit: MAX_LISTED }),
      ]);
      const short = terms.map(({ source, doNotTranslate, targets }) => ({ source, doNotTranslate, targets }));
      return { ...glossary, terms: short, hasMore: nextCursor !== null };
    },
  });
  return server;
}

type Kind = {
  readonly kind: "project" | "glossary";
  readonly description: string;
  readonly list: () => Promise<{ id: string; name: string; description: string }[]>;
  readonly read: (id: string) => PromiseLike<object>;
};

const FOLDER = { project: "projects", glossary: "glossaries" } as const;

/** Adds a kind of resource, such as `dragoman://projects/{projectId}`, unless the key lacks the scope for it. */
function addResource(server: McpServer, { kind, description, list, read }: Kind): void {
  const mimeType = "application/json";
  const listed = async () => {
    try {
      const entries = await list();
      return {
        resources: entries.map(({ id, ...about }) => ({ uri: `dragoman://${FOLDER[kind]}/${id}`, mimeType, ...about })),
      };
    } catch (error) {
      if (isDragomanError(error) && error.code === "forbidden") return { resources: [] };
      throw error;
    }
  };
  server.registerResource(
    kind,
    new ResourceTemplate(`dragoman://${FOLDER[kind]}/{${kind}Id}`, { list: listed }),
    { title: kind === "project" ? "Project" : "Glossary", description, mimeType },
    async (uri, ids) => {
      const text = JSON.stringify(await read(String(ids[`${kind}Id`])));
      return { contents: [{ uri: uri.href, mimeType, text }] };
    },
  );
}
