import type { PathParams } from "./address";
import type { ApiRequest } from "./api-request";
import type { Reply } from "./responses";

/** A path of the API and its handler for every method. */
export type Endpoint = {
  /**
   * Path with its parameters, such as `/v1/projects/{projectId}`. A last segment `{name...}` matches one or more
   * segments, given as an array.
   */
  readonly address: string;
  /** An alternative path with the same parameters. */
  readonly alias?: string | undefined;
  readonly answer: (request: ApiRequest, params: PathParams) => Promise<Reply>;
};
