import { perProcess } from "@/lib/per-process";
import type { PathParams } from "./address";
import type { ApiRequest } from "./api-request";
import type { Reply } from "./responses";

type Answer = (request: ApiRequest, params: PathParams) => Promise<Reply>;

/** How to answer what was asked for. */
export type Found = (request: ApiRequest) => Promise<Reply>;

/** True for an address of the API, or one that would be if its slashes were right. */
export function isOfApi(url: string): boolean {
  return /^[/\\]+(?:api|v1|metrics)(?:[/\\?]|$)/i.test(url);
}

/**
 * An address of the API with one slash where several stand, and none at its end. Next sends who asks for such addresses
 * elsewhere, without the headers that every answer has.
 */
export function tidied(url: string): string {
  if (!isOfApi(url)) return url;
  const [path = "", ...query] = url.split(/(?=\?)/);
  return path.replace(/[/\\]+/g, "/").replace(/\/$/, "") + query.join("");
}

/** Addresses as clients write them. One that is escaped is Next's to read. */
const ADDRESS = /^(?:\/api)?\/v1(\/[\w/.-]+)(?:\?|$)/;
/** What `newId` makes: no fixed part of an address looks like it. */
const ID = "[a-z]+_[0-9a-z]{26}";
const LANGUAGE = "[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]+)*";

/** What answers the paths of the API, found by the addresses of requests. */
export class Resources {
  readonly #plain = new Map<string, Found>();
  readonly #withIds = new Map<string, { readonly answer: Answer; readonly pattern: RegExp }>();

  /** @param path the path below `/v1`, such as `/projects/{projectId}` */
  add(path: string, answer: Answer): void {
    if (!path.includes("{")) this.#plain.set(path, (request) => answer(request, {}));
    else this.#withIds.set(path, { answer, pattern: patternOf(path) });
  }

  /** Null for an address of none of them, and for one that holds no id where an id stands. */
  find(url: string): Found | null {
    const path = ADDRESS.exec(url)?.[1];
    if (path === undefined) return null;
    const plain = this.#plain.get(path);
    if (plain) return plain;
    for (const { answer, pattern } of this.#withIds.values()) {
      const match = pattern.exec(path);
      if (match) return (request) => answer(request, { ...match.groups });
    }
    return null;
  }
}

function patternOf(path: string): RegExp {
  const pattern = path.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === "language" ? LANGUAGE : ID})`);
  return new RegExp(`^${pattern}$`);
}

/**
 * What `defineRoutes` has declared in this process so far. Next loads all routes at the start of a server. Each bundle has
 * its own instance of every class, so a resource brings the function that answers it.
 */
export const declared: Resources = perProcess("resources", () => new Resources())();
