/**
 * FNV-1a, 64 bit, of the UTF-8 bytes of a text: 16 hexadecimal digits. Uses 32-bit arithmetic, because `BigInt` is slow
 * and the browser's digests are asynchronous. See the Internet draft draft-eastlake-fnv, "The FNV Non-Cryptographic
 * Hash Algorithm".
 */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of encoder.encode(text)) {
    low = (low ^ byte) >>> 0;
    // Multiplies by 2⁴⁰ + 0x1b3, modulo 2⁶⁴.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x100000000);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

const encoder = new TextEncoder();
