import { z } from "zod";
import { type Call, type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";
import { asTsv, type GlossaryStore, type GlossaryTask, surplusOf } from "./kept-glossaries";

const Glossary = z
  .object({ glossary_id: z.string(), name: z.string(), creation_time: z.string().default("") })
  .transform(({ glossary_id: id, name, creation_time: createdAt }) => ({ id, name, createdAt }));
const Glossaries = z.object({ glossaries: z.array(Glossary) });
type Glossary = z.output<typeof Glossary>;

/** Name prefix of the glossaries created here, so that other glossaries of the account are never changed. */
const PREFIX = "Dragoman ";

/**
 * Glossaries at DeepL (developers.deepl.com, "Glossaries", v3), found by name. The entries are written once per process
 * even if the glossary exists, because comparing them would mean downloading all of them.
 */
export class DeeplGlossaries implements GlossaryStore {
  #found: Map<string, Glossary> | undefined;

  constructor(
    private readonly http: HttpOptions,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  async write({ name: suffix, entries, direction, patience, isUsed }: GlossaryTask): Promise<string> {
    const name = PREFIX + suffix;
    // Glossaries are for languages without variants: `en` covers `EN-GB`.
    const [source_lang, target_lang] = [baseCode(direction.from), baseCode(direction.to)];
    const dictionary = { source_lang, target_lang, entries: asTsv(entries), entries_format: "tsv" };
    this.#found ??= await this.#list(patience);
    const found = this.#found.get(name);
    if (found && (await this.#replace(found, dictionary, patience))) return found.id;
    for (const surplus of surplusOf([...this.#found.values()], (other) => isUsed(other.slice(PREFIX.length)))) {
      await this.#send({ method: "DELETE", path: pathOf(surplus) }, z.unknown(), patience);
      this.#found.delete(surplus.name);
    }
    const body = { name, dictionaries: [dictionary] };
    const made = await this.#send({ path: "/v3/glossaries", body }, Glossary, patience);
    this.#found.set(name, made);
    return made.id;
  }

  reset(): void {
    this.#found = undefined;
  }

  /** False if the glossary was deleted at DeepL. */
  async #replace(glossary: Glossary, dictionary: object, patience: TimeLimit): Promise<boolean> {
    const path = `${pathOf(glossary)}/dictionaries`;
    try {
      await this.#send({ method: "PUT", path, body: dictionary }, z.unknown(), patience);
      return true;
    } catch (error) {
      if (error instanceof VendorFault && error.status === 404) return false;
      throw error;
    }
  }

  async #list(patience: TimeLimit): Promise<Map<string, Glossary>> {
    const { glossaries } = await this.#send({ method: "GET", path: "/v3/glossaries" }, Glossaries, patience);
    return new Map(glossaries.filter(({ name }) => name.startsWith(PREFIX)).map((one) => [one.name, one]));
  }

  #send<T>(call: Call, schema: z.ZodType<T>, patience: TimeLimit): Promise<T> {
    return requestJson(this.http, { ...call, headers: this.headers }, schema, patience);
  }
}

const pathOf = ({ id }: Glossary): string => `/v3/glossaries/${encodeURIComponent(id)}`;

function baseCode(code: string): string {
  return code.split("-")[0]!.toLowerCase();
}
