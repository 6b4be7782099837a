import { z } from "zod";
import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import type { EngineQualities } from "@/lib/engines/routing";
import { QUALITY_ORIGINS, type QualityOrigin } from "@/lib/vocabulary/engines";

const SETTING = "engine_quality";
/** By engine id, then by `source target`. */
const Stored = z.record(
  z.string(),
  z.record(z.string(), z.object({ quality: z.number().min(0).max(100), origin: z.enum(QUALITY_ORIGINS) })),
);
type Stored = z.output<typeof Stored>;

/**
 * Points of chrF by which engines score higher on our own short sentences than on FLORES, the scale for comparing
 * routes: the mean of Apertium's twelve directions over the first five sentences, and over all twenty.
 */
const OWN_SET_BONUS = { few: 16, all: 18 };

type Pair = { readonly source: string; readonly target: string };

/** Measured and manually set qualities of engines. Routes are chosen by them instead of by the engines' estimates. */
export async function storedQualities(): Promise<EngineQualities> {
  const stored = await read();
  return new Map(
    Object.entries(stored).flatMap(([engine, pairs]) =>
      Object.entries(pairs).map(([pair, value]) => [`${engine} ${pair}`, value] as const),
    ),
  );
}

/** Replaces an engine's measured qualities and keeps those that an administrator has set. */
export async function keepMeasured(
  engine: string,
  pairs: readonly (Pair & { readonly chrF: number })[],
  sentences: keyof typeof OWN_SET_BONUS,
): Promise<void> {
  const stored = await read();
  const set = Object.entries(stored[engine] ?? {}).filter(([, { origin }]) => origin === "set");
  const measured = pairs.map(({ source, target, chrF }) => {
    const quality = Math.round(Math.max(0, chrF - OWN_SET_BONUS[sentences]) * 10) / 10;
    return [`${source} ${target}`, { quality, origin: "measured" as QualityOrigin }] as const;
  });
  await write({ ...stored, [engine]: { ...Object.fromEntries(measured), ...Object.fromEntries(set) } });
}

/** Sets the quality of an engine for a pair; null removes both the set and the measured quality. */
export async function keepSet(engine: string, { source, target }: Pair, quality: number | null): Promise<void> {
  const stored = await read();
  const { [`${source} ${target}`]: _, ...others } = stored[engine] ?? {};
  const own = quality === null ? {} : { [`${source} ${target}`]: { quality, origin: "set" as QualityOrigin } };
  await write({ ...stored, [engine]: { ...others, ...own } });
}

export async function forgetQualities(engine: string): Promise<void> {
  const { [engine]: _, ...others } = await read();
  await write(others);
}

async function read(): Promise<Stored> {
  return Stored.safeParse(await readServerSetting(SETTING)).data ?? {};
}

async function write(stored: Stored): Promise<void> {
  await writeServerSetting(SETTING, stored);
}
