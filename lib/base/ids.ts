import { randomBytes } from "node:crypto";

/** Prefixes of public ids, by kind. */
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
  screenshot: "scr",
  memory: "tm",
  unit: "tmu",
  glossary: "gls",
  term: "trm",
  event: "evt",
  auditEntry: "aud",
  webhook: "whk",
  delivery: "dlv",
  invitation: "inv",
  notification: "ntf",
  request: "req",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A new id: prefix and a UUIDv7 (RFC 9562) as 26 characters of Crockford's base32. Ids of one process sort in the order
 * of their creation, ids of several processes by the millisecond.
 */
export function newId(kind: IdKind): string {
  const bytes = random16();
  const { time, count } = nextTick(bytes.readUInt16BE(6));
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return `${ID_PREFIXES[kind]}_${base32(bytes)}`;
}

/** Time and counter of the last id. */
let last = { time: 0, count: 0 };

/**
 * The next time and counter (RFC 9562, 6.2, method 1). The counter begins at random in each millisecond; after its 4,096
 * values, the time runs ahead of the clock.
 */
function nextTick(random: number): { readonly time: number; readonly count: number } {
  const now = Date.now();
  const isNew = now > last.time || last.count === 0xfff;
  last = isNew
    ? { time: Math.max(now, last.time + 1), count: random & 0x7ff }
    : { time: last.time, count: last.count + 1 };
  return last;
}

/** True if the text is an id of this kind. Does not check that it exists. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length));
}

/** A supply of random bytes for many ids, because the system call is the most expensive part of an id. */
let pool = Buffer.alloc(0);

function random16(): Buffer {
  if (pool.length < 16) pool = randomBytes(16 * 256);
  const bytes = pool.subarray(0, 16);
  pool = pool.subarray(16);
  return bytes;
}

/** The bytes as five-bit digits, computed from the last one. The first digit has the remaining three bits. */
function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let count = 0;
  for (let i = bytes.length - 1; i >= 0; i--) {
    bits |= bytes[i]! << count;
    count += 8;
    for (; count >= 5; count -= 5) {
      text = ALPHABET[bits & 31] + text;
      bits >>= 5;
    }
  }
  return ALPHABET[bits] + text;
}
