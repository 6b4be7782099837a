import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TermUsage } from "@/lib/vocabulary/texts";
import { accounts } from "./accounts";
import { time } from "./columns";
import { projects } from "./projects";

/** Id of the workspace. No foreign key, which would need an index per table: rows are deleted with their parent. */
const accountId = () => text("account_id").notNull();

export const glossaries = pgTable(
  "glossaries",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    sourceLanguage: text("source_language").notNull(),
    /**
     * For glossaries created through DeepL's API, where one glossary has several source languages: the first glossary
     * of the group. Null for the first one and for glossaries created otherwise.
     */
    groupId: text("group_id").references((): AnyPgColumn => glossaries.id, { onDelete: "set null" }),
    /** Patterns in RE2 syntax. Matching text is never translated. */
    protect: text("protect").array().notNull().default([]),
    terms: integer("terms").notNull().default(0),
    /** Incremented with every change of its terms. */
    version: integer("version").notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** When the glossary was deleted. Since then it is hidden, and its terms are being deleted. */
    deletedAt: time("deleted_at"),
  },
  (t) => [index("glossaries_account").on(t.accountId, t.id), index("glossaries_group").on(t.groupId)],
);

export const glossaryTerms = pgTable(
  "glossary_terms",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    glossaryId: text("glossary_id")
      .notNull()
      .references(() => glossaries.id, { onDelete: "cascade" }),
    source: text("source").notNull(),
    definition: text("definition").notNull().default(""),
    partOfSpeech: text("part_of_speech"),
    caseSensitive: boolean("case_sensitive").notNull().default(false),
    doNotTranslate: boolean("do_not_translate").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [index("glossary_terms_list").on(t.glossaryId, t.id)],
);

export const glossaryTargets = pgTable(
  "glossary_targets",
  {
    termId: text("term_id")
      .notNull()
      .references(() => glossaryTerms.id, { onDelete: "cascade" }),
    accountId: accountId(),
    language: text("language").notNull(),
    text: text("text").notNull(),
    usage: text("usage").$type<TermUsage>().notNull().default("preferred"),
    /** Position of the translation in the order in which the translations were entered. */
    position: integer("position").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.termId, t.language, t.text] })],
);

export const projectGlossaries = pgTable(
  "project_glossaries",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    glossaryId: text("glossary_id")
      .notNull()
      .references(() => glossaries.id, { onDelete: "cascade" }),
    accountId: accountId(),
    position: integer("position").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.glossaryId] })],
);
