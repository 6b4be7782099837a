import { publicUrl } from "@/lib/http/api/headers";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import packageJson from "@/package.json" with { type: "json" };

type Parameter = readonly [name: string, type: "string" | "integer" | "file", isRequired: boolean];

const KEY: Parameter = ["api_key", "string", false];
const PAIR: readonly Parameter[] = [
  ["source", "string", true],
  ["target", "string", true],
];

/** Path, method, summary, and the names of the form's fields. */
const OPERATIONS: readonly (readonly [string, "get" | "post", string, readonly Parameter[]])[] = [
  [
    "/translate",
    "post",
    "Translate a text",
    [["q", "string", true], ...PAIR, ["format", "string", false], ["alternatives", "integer", false], KEY],
  ],
  ["/detect", "post", "Detect the language of a text", [["q", "string", true], KEY]],
  ["/translate_file", "post", "Translate a file", [["file", "file", true], ...PAIR, KEY]],
  ["/suggest", "post", "Suggest a translation", [["q", "string", true], ["s", "string", true], ...PAIR, KEY]],
  ["/languages", "get", "List the languages", []],
  ["/frontend/settings", "get", "Settings of the server", []],
  ["/health", "get", "State of the server", []],
];

/** `GET /spec`: a Swagger 2.0 document of these endpoints. */
export async function spec({ request }: Omit<FacadeContext, "caller">): Promise<FacadeAnswer> {
  const { host, protocol } = new URL(publicUrl(request));
  const paths = OPERATIONS.map(([path, method, summary, fields]) => {
    const parameters = fields.map(([name, type, required]) => ({ name, in: "formData", type, required }));
    const responses = { 200: { description: "Success" }, ...(method === "post" ? FAILURES : {}) };
    return [path, { [method]: { summary, tags: ["translate"], parameters, responses } }];
  });
  return {
    body: {
      swagger: "2.0",
      info: { title: "LibreTranslate's API of Dragoman", version: packageJson.version },
      host,
      basePath: "/libretranslate",
      schemes: [protocol.replace(":", "")],
      paths: Object.fromEntries(paths),
    },
  };
}

const FAILURES = {
  400: { description: "Invalid request" },
  403: { description: "Invalid API key" },
  429: { description: "Slow down" },
  500: { description: "Fault of the server" },
};
