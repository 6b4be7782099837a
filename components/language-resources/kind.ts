/** Resources shared by projects; the name is that of the message catalogue and of the address. */
export type ResourceKind = "glossaries" | "memories";
