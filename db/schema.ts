/** All tables, for drizzle. One file per noun stands in `schema/`. */
export * from "./schema/accounts";
export * from "./schema/files";
export * from "./schema/jobs";
export * from "./schema/limits";
export * from "./schema/projects";
