import { randomBytes } from "node:crypto";
import { ownId } from "@/lib/base/hops";
import { fingerprint } from "@/lib/base/secret-box";

/**
 * A word that only servers with this database can generate, and the word with which they answer in any language. A
 * proxy may remove the header of lib/base/hops.ts, but it must pass on the text of a call.
 */
export type LoopProbe = { readonly word: string; readonly answer: string };

const NONCE_BYTES = 5;
const WORD = /^\W*([a-p]{10})([a-p]{10})\W*$/i;

export function makeProbe(nonce = lettersOf(randomBytes(NONCE_BYTES).toString("hex"))): LoopProbe {
  const sign = (purpose: string) => nonce + lettersOf(fingerprint(ownId(), `${purpose} ${nonce}`).slice(0, 10));
  return { word: sign("loop probe"), answer: sign("loop answer") };
}

/** True if texts may be probes, from any server. */
export function isProbe(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => WORD.test(text));
}

/** The answers if texts are probes of this server, or its answers returned by a second engine; otherwise null. */
export function answerProbe(texts: readonly string[]): readonly string[] | null {
  if (!isProbe(texts)) return null;
  const answers = texts.map((text) => {
    const [, nonce = "", signature = ""] = WORD.exec(text) ?? [];
    const { word, answer } = makeProbe(nonce.toLowerCase());
    return [word, answer].includes((nonce + signature).toLowerCase()) ? answer : null;
  });
  return answers.every((answer) => answer !== null) ? answers : null;
}

/** Hexadecimal digits written as letters, since digits would be protected from engines. */
function lettersOf(hex: string): string {
  return hex.replace(/[0-9a-f]/g, (digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)]!);
}
