/** The two kinds of resource that several projects share; each names its catalogue of messages and its address. */
export type ResourceKind = "glossaries" | "memories";
