import { db, type Transaction } from "@/db/client";
import { notFound } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import type { Fields } from "@/lib/http/compat/fields";
import { FALLBACK } from "@/lib/http/compat/languages";
import { idOfUuid, uuidOf } from "@/lib/http/compat/uuids";
import type { Caller } from "@/lib/identity/auth/caller";
import { Name } from "@/lib/schemas/common";
import { baseLanguage, dropImpliedRegion, isKnownLanguage, parseLanguage } from "@/lib/text/languages";
import {
  type Dictionary,
  dictionaryEntries,
  type Entry,
  type GlossaryGroup,
  listGroups,
  removeDictionary,
  requireGroup,
  writeDictionary,
} from "@/lib/translation/glossaries/dictionaries";
import {
  createGlossary,
  deleteGlossary,
  type GlossaryRow,
  patchGlossary,
} from "@/lib/translation/glossaries/glossaries";
import { invalidGlossary, notSupported } from "./dialect";
import { readEntries, writeEntries } from "./glossary-entries";

/** A dictionary as the client sent it, with languages in canonical form. */
type Given = { readonly source: string; readonly target: string; readonly entries: readonly Entry[] };

/** `GET /v3/glossaries`. */
export async function listV3({ caller }: FacadeContext): Promise<FacadeAnswer> {
  return { body: { glossaries: (await listGroups(caller)).map(viewV3) } };
}

/** `POST /v3/glossaries`: a glossary with dictionaries of several pairs, or none yet. */
export async function createV3({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const name = requireName(fields);
  const given = givenDictionaries(fields).map(readDictionary);
  return { status: 201, body: viewV3(await create(caller, name, given)) };
}

/** `GET /v3/glossaries/{id}`. */
export async function getV3(context: FacadeContext): Promise<FacadeAnswer> {
  return { body: viewV3(await groupOf(context)) };
}

/** `PATCH /v3/glossaries/{id}`: a new name, and pairs to merge into one dictionary. */
export async function patchV3(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, fields } = context;
  const group = await groupOf(context);
  const name = fields.has("name") ? requireName(fields) : null;
  const given = givenDictionaries(fields).map(readDictionary);
  if (given.length > 1) throw invalidGlossary("Only one dictionary can be changed at a time");
  await db().transaction(async (tx) => {
    for (const dictionary of given) await write(tx, caller, group, dictionary, false);
  });
  if (name !== null) for (const { id } of group.rows) await patchGlossary(caller, id, { name });
  return getV3(context);
}

/** `DELETE /v3/glossaries/{id}`, and the same in v2. */
export async function remove(context: FacadeContext): Promise<FacadeAnswer> {
  const { rows } = await groupOf(context);
  for (const { id } of rows.toReversed()) await deleteGlossary(context.caller, id);
  return {};
}

/** `PUT /v3/glossaries/{id}/dictionaries`: replaces or adds one dictionary. */
export async function putDictionary(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, fields } = context;
  const group = await groupOf(context);
  const given = readDictionary(dictionaryIn(fields));
  await db().transaction((tx) => write(tx, caller, group, given, true));
  return { body: { source_lang: given.source, target_lang: given.target, entry_count: given.entries.length } };
}

/** `DELETE /v3/glossaries/{id}/dictionaries?source_lang=…&target_lang=…`. */
export async function deleteDictionary(context: FacadeContext): Promise<FacadeAnswer> {
  const dictionary = requireDictionary(await groupOf(context), context.fields);
  await db().transaction((tx) => removeDictionary(tx, context.caller, dictionary));
  return {};
}

/** `GET /v3/glossaries/{id}/entries?source_lang=…&target_lang=…`. */
export async function entriesV3(context: FacadeContext): Promise<FacadeAnswer> {
  const dictionary = requireDictionary(await groupOf(context), context.fields);
  const entries = writeEntries(await dictionaryEntries(context.caller, dictionary));
  const { sourceLanguage: source_lang, targetLanguage: target_lang } = dictionary;
  return { body: { dictionaries: [{ source_lang, target_lang, entries, entries_format: "tsv" }] } };
}

/** `GET /v2/glossaries`: only glossaries of one pair, because v2 has no others. */
export async function listV2({ caller }: FacadeContext): Promise<FacadeAnswer> {
  const groups = await listGroups(caller);
  return { body: { glossaries: groups.filter(({ dictionaries }) => dictionaries.length === 1).map(viewV2) } };
}

/** `POST /v2/glossaries`. */
export async function createV2({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const name = requireName(fields);
  const given = readDictionary(dictionaryIn(fields));
  return { status: 201, body: viewV2(await create(caller, name, [given])) };
}

/** `GET /v2/glossaries/{id}`. */
export async function getV2(context: FacadeContext): Promise<FacadeAnswer> {
  return { body: viewV2(requireSinglePair(await groupOf(context))) };
}

/** `GET /v2/glossaries/{id}/entries`: as tab-separated values only. */
export async function entriesV2(context: FacadeContext): Promise<FacadeAnswer> {
  const accept = context.request.headers.get("accept") ?? "*/*";
  if (!/text\/tab-separated-values|text\/\*|\*\/\*/i.test(accept))
    return { status: 415, body: { message: "No supported media type specified in Accept header" } };
  const [dictionary] = requireSinglePair(await groupOf(context)).dictionaries;
  const text = writeEntries(await dictionaryEntries(context.caller, dictionary!));
  return new Response(text, { headers: { "Content-Type": "text/tab-separated-values; charset=utf-8" } });
}

/**
 * The glossaries with DeepL's ids that a translation uses: in each, the one of the source language. Throws 400 without
 * a source language, and 404 for an unknown glossary.
 */
export async function requireGlossaries(
  caller: Caller,
  uuids: readonly string[],
  { source, target }: { readonly source: string | undefined; readonly target: string },
): Promise<readonly string[]> {
  if (uuids.length === 0) return [];
  if (source === undefined) throw invalid("Use of a glossary requires the source_lang parameter to be specified");
  const groups = await Promise.all(uuids.map((uuid) => requireGroup(caller, idOf(uuid))));
  const found = groups.flatMap(({ dictionaries }) =>
    dictionaries.filter((one) => isOfPair(one, source, target)).map(({ glossaryId }) => glossaryId),
  );
  if (found.length === 0) throw invalid("No dictionary found for language pair");
  return found;
}

function viewV3({ rows, dictionaries }: GlossaryGroup) {
  const first = rows[0]!;
  return {
    glossary_id: uuidOf(first.id),
    name: first.name,
    dictionaries: dictionaries.map((one) => ({
      source_lang: one.sourceLanguage,
      target_lang: one.targetLanguage,
      entry_count: one.entries,
    })),
    creation_time: first.createdAt.toISOString(),
  };
}

function viewV2(group: GlossaryGroup) {
  const { dictionaries, ...rest } = viewV3(group);
  return { ...rest, ready: true, ...dictionaries[0]! };
}

async function groupOf({ caller, params }: FacadeContext): Promise<GlossaryGroup> {
  return requireGroup(caller, idOf(String(params.glossaryId)));
}

function idOf(uuid: string): string {
  const id = idOfUuid("glossary", uuid);
  if (id === null) throw invalid("Value for 'glossary_id' not supported.");
  return id;
}

function requireSinglePair(group: GlossaryGroup): GlossaryGroup {
  if (group.dictionaries.length !== 1) throw notFound("glossary");
  return group;
}

function requireName(fields: Fields): string {
  const name = Name.safeParse(fields.raw("name"));
  if (!name.success) throw invalidGlossary("Missing or invalid argument: name");
  return name.data;
}

/** The languages and pairs of a dictionary in the fields of a request. */
function dictionaryIn(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ["source_lang", "target_lang", "entries", "entries_format"].map((name) => [name, fields.raw(name)]),
  );
}

/** Dictionaries as a JSON array, or as form fields `dictionaries[0].source_lang`. */
function givenDictionaries(fields: Fields): readonly unknown[] {
  const given = fields.raw("dictionaries");
  if (given !== undefined) return Array.isArray(given) ? given : [given];
  const found: Record<string, unknown>[] = [];
  for (const name of fields.keys()) {
    const [, index, field] = /^dictionaries\[(\d{1,3})\](?:\.(\w+)|\[\w+\])$/.exec(name) ?? [];
    if (index === undefined) continue;
    found[Number(index)] ??= {};
    found[Number(index)]![field ?? name.slice(name.lastIndexOf("[") + 1, -1)] = fields.raw(name);
  }
  return found.filter(Boolean);
}

function readDictionary(given: unknown): Given {
  const { source_lang, target_lang, entries, entries_format } = isRecord(given) ? given : {};
  const [source, target] = [requireTag("source_lang", source_lang), requireTag("target_lang", target_lang)];
  if (entries_format !== "tsv" && entries_format !== "csv") throw invalid(notSupported("entries_format"));
  if (typeof entries !== "string") throw invalidGlossary("Missing or invalid argument: entries");
  const asSent = [String(source_lang), String(target_lang)] as const;
  return { source, target, entries: readEntries(entries, entries_format, asSent) };
}

function requireTag(name: string, given: unknown): string {
  const tag = typeof given === "string" ? parseLanguage(given) : null;
  if (!tag || !isKnownLanguage(tag)) throw invalid(notSupported(name));
  return dropImpliedRegion(tag);
}

function requireDictionary(group: GlossaryGroup, fields: Fields): Dictionary {
  const source = requireTag("source_lang", fields.raw("source_lang"));
  const target = requireTag("target_lang", fields.raw("target_lang"));
  const found = group.dictionaries.find((one) => isOfPair(one, source, target));
  if (!found) throw notFound("dictionary");
  return found;
}

/** Whether a dictionary serves a pair. The source's region does not matter; a target `pt` also serves `pt-BR`. */
function isOfPair({ sourceLanguage, targetLanguage }: Dictionary, source: string, target: string): boolean {
  const wanted = dropImpliedRegion(target);
  return (
    baseLanguage(sourceLanguage) === baseLanguage(source) &&
    (targetLanguage === wanted || targetLanguage === baseLanguage(wanted))
  );
}

async function create(caller: Caller, name: string, given: readonly Given[]): Promise<GlossaryGroup> {
  return db().transaction(async (tx) => {
    const { id } = await createGlossary(caller, { name, sourceLanguage: given[0]?.source ?? FALLBACK }, tx);
    for (const dictionary of given) await write(tx, caller, await requireGroup(caller, id, tx), dictionary, true);
    return requireGroup(caller, id, tx);
  });
}

/** Writes into the glossary of the group with this source language; creates it if missing. */
async function write(
  tx: Transaction,
  caller: Caller,
  { rows }: GlossaryGroup,
  { source, target, entries }: Given,
  replace: boolean,
): Promise<void> {
  const first: GlossaryRow = rows[0]!;
  const member =
    rows.find(({ sourceLanguage }) => baseLanguage(sourceLanguage) === baseLanguage(source)) ??
    (await createGlossary(caller, { name: first.name, sourceLanguage: source, groupId: first.id }, tx));
  await writeDictionary(tx, caller, member.id, target, { entries, replace });
}
