import { invalidRequest } from "@/lib/base/errors";
import { COMMON_WORDS } from "./common-passwords";

/**
 * Rejects the passwords that attackers try first: common words with digits or signs around them, keyboard runs, one
 * repeated character, and the person's own address. The schema checks the length. Throws 400. Source: NIST SP 800-63B,
 * 3.1.1.2; no composition rules.
 */
export function checkNewPassword(password: string, email: string, path = "password"): void {
  const reason = weakness(password.toLowerCase(), email.toLowerCase());
  if (reason) throw invalidRequest([{ path, code: "format", reason, message: `${SAID[reason]} Choose another one.` }]);
}

const SAID = {
  password_is_address: "The password is the e-mail address or a part of it.",
  password_is_pattern: "The password is a simple pattern.",
  password_is_digits: "A password of only a few digits is too easy to guess.",
  password_is_common: "The password is one of the most common.",
} as const;

/** Up to this many digits and signs around a common word leave the password easy to guess. */
const TRIMMINGS = 6;

function weakness(password: string, email: string): keyof typeof SAID | null {
  if (password === email || letters(password) === letters(email.split("@")[0]!)) return "password_is_address";
  if (isRepetition(password) || isRun(password)) return "password_is_pattern";
  if (/^\d{1,12}$/.test(password)) return "password_is_digits";
  const trimmed = password.replace(/[^\p{L}]{1,6}$/u, "");
  for (const word of [letters(password), letters(plain(password)), letters(plain(trimmed))])
    if (COMMON_WORDS.has(word) && password.length - word.length <= TRIMMINGS) return "password_is_common";
  return null;
}

/** The password in lower case without digits and signs: `welcome2024!` becomes `welcome`. */
function letters(password: string): string {
  return password.replace(/[^\p{L}]/gu, "");
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function plain(password: string): string {
  return [...password].map((character) => LOOKALIKES[character] ?? character).join("");
}

/** One to four characters repeated: `aaaaaaaa`, `abcabcabc`. */
function isRepetition(password: string): boolean {
  return [1, 2, 3, 4].some(
    (length) =>
      password.length >= 2 * length && [...password].every((c, i) => i < length || c === password[i - length]),
  );
}

const ROWS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
];

/** Runs along the alphabet, the digits or a row of the keyboard: `12345678`, `asdf1234`. */
function isRun(password: string): boolean {
  let steps = 0;
  for (let i = 1; i < password.length; i++) if (areNeighbours(password[i - 1]!, password[i]!)) steps += 1;
  return steps >= password.length - 1 - Math.floor(password.length / 5);
}

function areNeighbours(a: string, b: string): boolean {
  return ROWS.some((row) => row.includes(a + b) || row.includes(b + a));
}
