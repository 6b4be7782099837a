/** All tables, for drizzle. `schema/` has one file per subject. */
export * from "./schema/accounts";
export * from "./schema/audit";
export * from "./schema/documents";
export * from "./schema/engines";
export * from "./schema/events";
export * from "./schema/exports";
export * from "./schema/files";
export * from "./schema/glossaries";
export * from "./schema/jobs";
export * from "./schema/limits";
export * from "./schema/live";
export * from "./schema/memories";
export * from "./schema/notifications";
export * from "./schema/projects";
export * from "./schema/second-factors";
export * from "./schema/translations";
