import { type AppError, type FieldError, invalidRequest } from "@/lib/errors";
import { isId } from "@/lib/ids";
import type { ApiRequest, Contract } from "./contract";
import { validate } from "./validate";

/** What stands in the place of the ids of an address. */
export type PathParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The shape of a BCP 47 tag; the service says whether it is known. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,8}$/;
const LANGUAGE_MESSAGE = "The address takes a BCP 47 language tag here.";

/** The ids and tags of an address. Throws 400 for those of another kind. */
export function pathParams(contract: Contract, given: PathParams): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, kind] of Object.entries(contract.params ?? {})) {
    const value = given[name];
    if (typeof value !== "string" || !(kind === "language" ? LANGUAGE_TAG.test(value) : isId(kind, value)))
      throw invalidRequest([
        {
          path: name,
          code: "format",
          message: kind === "language" ? LANGUAGE_MESSAGE : `The address takes the id of a ${kind} here.`,
        },
      ]);
    params[name] = value;
  }
  return params;
}

/** The query by its schema. Throws 400 with every fault at once. */
export function queryOf(contract: Contract, request: ApiRequest): unknown {
  // Without a prototype: `toString` is a name like any other.
  const values: Record<string, string> = Object.create(null);
  const twice = new Set<string>();
  const start = request.url.indexOf("?");
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : request.url.slice(start))) {
    if (name in values) twice.add(name);
    values[name] = value;
  }
  if (twice.size > 0) throw queryFaults([...twice], "duplicate", "A query parameter stands twice.");
  if (contract.query) return validate(contract.query, values);
  const unknown = Object.keys(values);
  if (unknown.length > 0) throw queryFaults(unknown, "unknown_field", "This address takes no query parameters.");
  return {};
}

function queryFaults(names: readonly string[], code: FieldError["code"], message: string): AppError {
  return invalidRequest(names.map((name) => ({ path: name.slice(0, 64), code, message })));
}
