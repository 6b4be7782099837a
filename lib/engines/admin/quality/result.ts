import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import { QualityResult, type QualityRow } from "@/lib/schemas/engines";

const SETTING = "quality";

/** Saves a result, replacing the previous one. */
export async function keepResult(result: QualityResult): Promise<void> {
  await writeServerSetting(SETTING, result);
}

/** Saves rows of a test set and replaces earlier rows of the same engines and pairs. */
export async function keepRows(set: string, rows: readonly QualityRow[]): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const keyOf = ({ engine, source, target }: QualityRow) => `${engine} ${source} ${target}`;
  const fresh = new Set(rows.map(keyOf));
  const last = await lastResult();
  const others = last?.set === set ? last.rows.filter((one) => !fresh.has(keyOf(one))) : [];
  await keepResult({ at: new Date().toISOString(), set, sentences: row.sentences, rows: [...others, ...rows] });
}

/** The last saved result; null if there is none. */
export async function lastResult(): Promise<QualityResult | null> {
  return QualityResult.safeParse(await readServerSetting(SETTING)).data ?? null;
}
