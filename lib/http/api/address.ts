import { type FieldError, invalidRequest } from "@/lib/base/errors";
import { type IdKind, isId } from "@/lib/base/ids";
import { parseLanguage } from "@/lib/text/languages";
import { isBranchName } from "@/lib/vocabulary/projects";
import type { Contract } from "./contract";
import type { ApiRequest, PathParams } from "./endpoint";
import { Faults, shownName, validate } from "./validate";

/** Shape of a language tag, with `-` or `_`. The service checks whether the language is known. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/;
const MESSAGES: Readonly<Record<string, string>> = {
  branch: "Write the name of a branch here in the address, with / as %2F.",
  language: "Write a BCP 47 language tag here in the address.",
};

/** The ids and languages in a path; languages in canonical form. Throws 400 for malformed ones. */
export function pathParams(given: PathParams): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string" || !isValid(name, value)) {
      const message = MESSAGES[name] ?? `Write the ID of the ${idKindOf(name)} here in the address.`;
      throw invalidRequest([{ path: name, code: "format", message }]);
    }
    params[name] = name === "language" ? (parseLanguage(value) ?? value) : value;
  }
  return params;
}

function isValid(name: string, value: string): boolean {
  if (name === "language") return LANGUAGE_TAG.test(value);
  return name === "branch" ? isBranchName(value) : isId(idKindOf(name), value);
}

/** What a path parameter is the id of: `fileId` of a file. */
export function idKindOf(name: string): IdKind {
  return name.replace(/Id$/, "") as IdKind;
}

/** The query, parsed by its schema. Throws 400 that lists all errors. */
export function queryOf(contract: Contract, request: ApiRequest): unknown {
  // Without a prototype, a parameter called `toString` is an ordinary name.
  const values: Record<string, string> = Object.create(null);
  const faults = new Faults();
  const fault = (name: string, code: FieldError["code"], message: string) =>
    faults.add({ path: shownName(name), code, message });
  const start = request.url.indexOf("?");
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : request.url.slice(start))) {
    if (name in values) fault(name, "duplicate", "A query parameter is repeated.");
    values[name] = value;
  }
  const { query } = contract;
  const parsed = query && faults.of(() => validate(query, values, "query"));
  if (!query)
    for (const name of Object.keys(values)) fault(name, "unknown_field", "This address accepts no query parameters.");
  faults.refuse();
  return parsed ?? {};
}
