import { answerRequest } from "./answer-request";
import type { Declare, ParamName, ParamsIn, Resource, Routes } from "./contract";
import type { Endpoint } from "./endpoint";

/**
 * Declares one path of the API with its methods.
 * @param path the path below `/v1`, such as `/projects/{projectId}`
 */
export function defineRoutes<const Path extends string>(
  path: ParamsIn<Path> extends ParamName ? Path : never,
  declare: (route: Declare<ParamsIn<Path>>) => Routes,
): Resource & Endpoint {
  const routes = declare((contract, handle, complete) => ({ contract, handle, ...(complete ? { complete } : {}) }));
  const resource: Resource = { path, routes };
  return { ...resource, address: `/v1${path}`, answer: (request, params) => answerRequest(resource, request, params) };
}
