import type { projects } from "@/db/schema";

export type ProjectRow = typeof projects.$inferSelect;
