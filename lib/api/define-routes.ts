import { answerRequest } from "./answer-request";
import { METHODS, type Method, type Resource, type Routes } from "./contract";
import { declared } from "./resources";
import { toResponse } from "./responses";

type Handler = (
  request: Request,
  segment?: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;
type Handlers = Record<Method | "HEAD", Handler> & { readonly OPTIONS: Handler & Resource };

/**
 * Makes the handlers of one path from the declarations of its methods, for Next to find in a `route.ts`. The
 * declarations stay on `OPTIONS`, for Next lets a `route.ts` export nothing else.
 *
 * @param path the path below `/v1`, such as `/projects/{projectId}`.
 */
export function defineRoutes(path: string, routes: Routes): Handlers {
  const resource: Resource = { path, routes };
  declared.add(path, (request, params) => answerRequest(resource, request, params));
  const handle: Handler = async (request, segment) =>
    toResponse(await answerRequest(resource, request, (await segment?.params) ?? {}));
  const handlers = Object.fromEntries([...METHODS, "HEAD"].map((method) => [method, handle])) as Record<
    Method | "HEAD",
    Handler
  >;
  const options: Handler = (request, segment) => handle(request, segment);
  return { ...handlers, OPTIONS: Object.assign(options, resource) };
}
