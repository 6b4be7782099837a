/** The parts of an OpenAPI document that the reference page reads. */
export type ApiDocument = {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

export type ApiParameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};

export type ApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** An empty list: no key is needed. */
  readonly security?: readonly unknown[];
  readonly "x-scope"?: string;
  readonly "x-free"?: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }
    >
  >;
};

export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  /** Media type of a file. */
  readonly contentMediaType?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
};
