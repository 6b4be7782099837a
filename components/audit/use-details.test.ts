import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT, sourcesBelow } from "@/e2e/sources";
import type { Resource } from "@/lib/http/api/contract";
import { DETAILS, FIELDS, languagesOfPair } from "./use-details";

const routeFiles = sourcesBelow("app/api/v1")
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => path.join(ROOT, file));

/** The rules of all calls, including those that are not in the public document. */
const declared = (
  await Promise.all(routeFiles.map((file) => import(file) as Promise<{ endpoint?: Partial<Resource> }>))
)
  .flatMap(({ endpoint }) => Object.values(endpoint?.routes ?? {}))
  .flatMap(({ contract }) => (contract.audit ? [{ audit: contract.audit, body: contract.body }] : []));

test("the interface has a text for every detail that the audit log stores", () => {
  const kept = declared.flatMap(({ audit }) => Object.keys(audit.details ?? {}));
  expect(kept).toContain("role");
  expect(kept.filter((name) => !(name in DETAILS))).toEqual([]);
});

test("the interface has a name for every field whose change the audit log stores", () => {
  const kept = declared.flatMap(({ audit, body }) =>
    audit.changed && body instanceof z.ZodObject ? Object.keys(body.shape) : [],
  );
  expect(kept).toContain("localOnly");
  expect(kept.filter((name) => !(name in FIELDS))).toEqual([]);
});

test("a language pair is split into its two language tags, including tags with scripts and regions", () => {
  expect(languagesOfPair("en-de")).toEqual(["en", "de"]);
  expect(languagesOfPair("zh-Hant-en")).toEqual(["zh-Hant", "en"]);
  expect(languagesOfPair("en-pt-BR")).toEqual(["en", "pt-BR"]);
});
