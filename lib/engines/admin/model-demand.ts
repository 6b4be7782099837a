import { sql } from "@/db/client";
import { modelsFor } from "@/lib/engines/models/known-pairs";

/** Days of usage that are counted. */
const DAYS = 30;

/**
 * How often each model's pair was requested, highest number first. Counts requests and files of all workspaces,
 * whichever engine served them, and requests refused for lack of an engine. A pair without English counts for both of
 * its models. Usage is written within a second.
 */
export async function modelDemand(): Promise<{ pair: string; requests: number }[]> {
  const rows = await sql()<{ source: string; target: string; requests: number }[]>`
    select source, target, sum(greatest(requests, files))::float8 as requests from usage_hours
     where hour >= now() - make_interval(days => ${DAYS}) and source <> '' and target <> ''
     group by source, target`;
  const demand = new Map<string, number>();
  for (const { source, target, requests } of rows)
    for (const model of modelsFor(source, target) ?? []) {
      const pair = `${model.source}-${model.target}`;
      demand.set(pair, (demand.get(pair) ?? 0) + requests);
    }
  return [...demand]
    .filter(([, requests]) => requests > 0)
    .map(([pair, requests]) => ({ pair, requests }))
    .sort((a, b) => b.requests - a.requests || a.pair.localeCompare(b.pair));
}
