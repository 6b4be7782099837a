import type { PathParams } from "./address";
import type { ApiRequest } from "./api-request";
import type { Reply } from "./responses";

/** One address of the API and what answers it, whatever the method. */
export type Endpoint = {
  /**
   * Path with its parameters, such as `/v1/projects/{projectId}`. A last segment `{name...}` takes one or more segments,
   * given as an array.
   */
  readonly address: string;
  /** Another address of the same endpoint, with the same parameters. */
  readonly alias?: string | undefined;
  readonly answer: (request: ApiRequest, params: PathParams) => Promise<Reply>;
};
