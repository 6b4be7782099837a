import { answerRequest } from "./answer-request";
import type { Resource, Routes } from "./contract";
import type { Endpoint } from "./endpoint";

/**
 * Declares one path of the API with its methods.
 * @param path the path below `/v1`, such as `/projects/{projectId}`
 */
export function defineRoutes(path: string, routes: Routes): Resource & Endpoint {
  const resource: Resource = { path, routes };
  return { ...resource, address: `/v1${path}`, answer: (request, params) => answerRequest(resource, request, params) };
}
