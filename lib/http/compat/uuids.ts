import { ID_PREFIXES, type IdKind } from "@/lib/base/ids";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The UUID, with hyphens, whose base32 form is this id. */
export function uuidOf(id: string): string {
  let value = 0n;
  for (const digit of id.slice(id.lastIndexOf("_") + 1)) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The id of a UUID, with or without hyphens; null for other texts. Does not check that the id exists. */
export function idOfUuid(kind: IdKind, uuid: string): string | null {
  if (!UUID.test(uuid)) return null;
  let value = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let digits = "";
  for (let i = 0; i < 26; i++) {
    digits = ALPHABET[Number(value & 31n)] + digits;
    value >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${digits}`;
}
