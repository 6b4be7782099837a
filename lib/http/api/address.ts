import { type AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import { isId } from "@/lib/base/ids";
import { parseLanguage } from "@/lib/text/languages";
import { isBranchName } from "@/lib/vocabulary/projects";
import type { Contract } from "./contract";
import type { ApiRequest, PathParams } from "./endpoint";
import { Faults, shownName, validate } from "./validate";

/** Shape of a language tag, also with `_`; the service checks that it is known. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/;
const BRANCH_MESSAGE = "The address takes the name of a branch here, with / written as %2F.";
const LANGUAGE_MESSAGE = "The address takes a BCP 47 language tag here.";

/** The ids of a path, and its languages in canonical form. Throws 400 for malformed ones. */
export function pathParams(contract: Contract, given: PathParams): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, kind] of Object.entries(contract.params ?? {})) {
    const value = given[name];
    if (kind === "language") {
      if (typeof value !== "string" || !LANGUAGE_TAG.test(value)) throw wrongPart(name, LANGUAGE_MESSAGE);
      params[name] = parseLanguage(value) ?? value;
    } else if (kind === "branch") {
      if (typeof value !== "string" || !isBranchName(value)) throw wrongPart(name, BRANCH_MESSAGE);
      params[name] = value;
    } else {
      if (typeof value !== "string" || !isId(kind, value))
        throw wrongPart(name, `The address takes the id of a ${kind} here.`);
      params[name] = value;
    }
  }
  return params;
}

function wrongPart(path: string, message: string): AppError {
  return invalidRequest([{ path, code: "format", message }]);
}

/** The query, parsed by its schema. Throws 400 with every fault at once. */
export function queryOf(contract: Contract, request: ApiRequest): unknown {
  // No prototype: `toString` is an ordinary name.
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
    for (const name of Object.keys(values)) fault(name, "unknown_field", "This address takes no query parameters.");
  faults.refuse();
  return parsed ?? {};
}
