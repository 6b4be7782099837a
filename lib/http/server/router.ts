import type { Endpoint, PathParams } from "@/lib/http/api/endpoint";

export type Match = { readonly endpoint: Endpoint; readonly params: PathParams };

type Node = {
  readonly children: Map<string, Node>;
  /** Matches any single segment. */
  parameter: Node | null;
  endpoint: Endpoint | null;
  /** Matches one or more remaining segments. */
  rest: Endpoint | null;
};

const NO_PARAMS: PathParams = {};

/**
 * Finds the endpoint of a path. Fixed segments take precedence over parameters; parameter values are not checked here.
 */
export class Router {
  readonly #root: Node = newNode();
  /** Paths without parameters, for direct lookup. */
  readonly #fixed = new Map<string, Match>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      this.#add(endpoint);
      if (endpoint.alias) this.#add({ ...endpoint, address: endpoint.alias });
    }
  }

  /** @param path normalised, without the query: see `normalAddress` */
  find(path: string): Match | null {
    const fixed = this.#fixed.get(path);
    if (fixed) return fixed;
    // An escaped slash belongs to its segment, so the path is split before decoding.
    const segments = path.slice(1).split("/").map(decodeURIComponent);
    const endpoint = walk(this.#root, segments, 0);
    return endpoint && { endpoint, params: paramsOf(endpoint.address, segments) };
  }

  #add(endpoint: Endpoint): void {
    const { address } = endpoint;
    if (!address.includes("{")) this.#fixed.set(address, { endpoint, params: NO_PARAMS });
    let node = this.#root;
    for (const segment of address.slice(1).split("/")) {
      if (/^\{\w+\.\.\.\}$/.test(segment)) {
        node.rest = endpoint;
        return;
      }
      node = segment.startsWith("{") ? parameterOf(node) : childOf(node, segment);
    }
    if (node.endpoint) throw new Error(`Two endpoints have the address ${address}.`);
    node.endpoint = endpoint;
  }
}

function walk(node: Node, segments: readonly string[], at: number): Endpoint | null {
  if (at === segments.length) return node.endpoint;
  const child = node.children.get(segments[at]!);
  return (
    (child && walk(child, segments, at + 1)) ?? (node.parameter && walk(node.parameter, segments, at + 1)) ?? node.rest
  );
}

function paramsOf(address: string, segments: readonly string[]): PathParams {
  const params: Record<string, string | readonly string[]> = {};
  for (const [i, part] of address.slice(1).split("/").entries()) {
    const [, name, rest] = /^\{(\w+)(\.\.\.)?\}$/.exec(part) ?? [];
    if (name) params[name] = rest ? segments.slice(i) : segments[i]!;
  }
  return params;
}

function newNode(): Node {
  return { children: new Map(), parameter: null, endpoint: null, rest: null };
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}

function parameterOf(node: Node): Node {
  node.parameter ??= newNode();
  return node.parameter;
}
