import { randomBytes } from "node:crypto";

/** Prefixes of the ids that callers see, by what they name. */
export const ID_PREFIXES = {
  account: "acc",
  user: "usr",
  session: "ses",
  project: "prj",
  document: "doc",
  segment: "seg",
  file: "file",
  job: "job",
  key: "key",
  export: "exp",
  issue: "qai",
  comment: "cmt",
  memory: "tm",
  unit: "tmu",
  glossary: "gls",
  term: "trm",
  event: "evt",
  webhook: "whk",
  delivery: "dlv",
  invitation: "inv",
  request: "req",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id: prefix and a UUIDv7 (RFC 9562) as 26 characters of Crockford's base32, so that ids sort by time. */
export function newId(kind: IdKind): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return `${ID_PREFIXES[kind]}_${base32(bytes)}`;
}

/** True when the text is an id of this kind. Says nothing of whether the thing exists. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length));
}

function base32(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}
