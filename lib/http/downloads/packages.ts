import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { notFound } from "@/lib/base/errors";
import { ROOT } from "@/lib/base/root";
import type { Resource } from "@/lib/http/api/contract";
import type { Endpoint } from "@/lib/http/api/endpoint";
import { noneMatch } from "@/lib/http/api/etag";
import { requestIdOf } from "@/lib/http/api/headers";
import { openApiDocument } from "@/lib/http/api/openapi";
import { publicEndpoint } from "@/lib/http/api/public-document";
import { baseHeaders } from "@/lib/http/api/responses";
import { slimDocument, type TypeDocument, typesFile } from "@/lib/packages/schema-types";
import { packageTarball } from "./tarball";

const PACKAGES = path.join(ROOT, "lib/packages");

/** First line of the SDK's files. It keeps consumers' compilers from checking them by stricter rules. */
const UNCHECKED = "// @ts-nocheck\n";

type Download = { readonly etag: string; readonly bytes: Buffer };

/**
 * `GET /downloads/dragoman-cli.tgz` and `-sdk.tgz`: the command and the SDK as npm packages with this server's version.
 * Public, so that `npx` and `npm install` accept the address.
 * @param routes those for which the SDK has types
 */
export function downloadsEndpoint(routes: readonly Resource[], version: string): Endpoint {
  const packed = new Map<string, Download>();
  const packers: Readonly<Record<string, () => Record<string, string | Buffer>>> = {
    "dragoman-cli.tgz": () => filesOf("cli", version, ["dist/dragoman.mjs"]),
    "dragoman-sdk.tgz": () => ({
      ...filesOf("sdk", version, ["README.md", "dist/sdk.js", "dist/sdk.cjs"]),
      ...sdkTypes(routes),
    }),
  };
  const download = (name: string): Download => {
    const known = packed.get(name);
    if (known) return known;
    if (!Object.hasOwn(packers, name)) throw notFound("file");
    const bytes = packageTarball(packers[name]!());
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    packed.set(name, { etag, bytes });
    return { etag, bytes };
  };
  return publicEndpoint("/downloads/{file}", (request, { file }) => {
    const { etag, bytes } = download(String(file));
    const headers = baseHeaders(requestIdOf(request));
    headers.set("ETag", etag);
    headers.set("Cache-Control", "public, no-cache");
    if (noneMatch(request, etag)) return { status: 304, headers, body: null };
    headers.set("Content-Type", "application/gzip");
    headers.set("Content-Length", String(bytes.length));
    return { status: 200, headers, body: new Blob([new Uint8Array(bytes)]).stream() };
  });
}

function filesOf(name: string, version: string, files: readonly string[]): Record<string, string | Buffer> {
  const folder = path.join(PACKAGES, name);
  const description = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  return {
    "package.json": `${JSON.stringify({ ...description, version }, null, 2)}\n`,
    LICENSE: fs.readFileSync(path.join(ROOT, "LICENSE")),
    ...Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(folder, file))])),
  };
}

/** The SDK's sources, also used as its types, with those of the API's schemas: servers have no compiler. */
function sdkTypes(routes: readonly Resource[]): Record<string, string> {
  const folder = path.join(PACKAGES, "sdk");
  const document = openApiDocument(routes, { url: "/v1", version: "1" }) as TypeDocument;
  const sources = fs.readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "schema.ts");
  // Adds file extensions to imports: Node requires them, the sources omit them.
  const asModule = (source: string) => source.replace(/(from|import\() ?"(\.\/[\w-]+)"/g, '$1 "$2.js"');
  return Object.fromEntries(
    [
      ...sources.map((name) => [name, asModule(fs.readFileSync(path.join(folder, name), "utf8"))] as const),
      ["schema.ts", typesFile(slimDocument(document))] as const,
    ].map(([name, source]) => [`dist/types/${name}`, UNCHECKED + source]),
  );
}
