import { type Span, spansOf } from "./commands";

/** Companies whose names, or whose products' names, are common words. */
const BRANDS =
  "Adobe|Amazon|Android|Apple|Cisco|Dell|Disney|Dropbox|Facebook|Firefox|Ford|Garmin|GitHub|Google|Honda|Huawei|Intel|Lenovo|Mastercard|Meta|Microsoft|Mozilla|Nintendo|Nvidia|Oracle|Philips|Samsung|Sony|Spotify|Tesla|Toyota|Visa|Xbox|Xiaomi|YouTube";
const WORD = "(?:i(?=\\p{Lu}))?\\p{Lu}[\\p{L}\\p{N}]*(?<!(?:day|ary|ril|May|ber|ust|une|uly|rch))";
/** `Google Maps`, `Apple Watch Series 9`, `Windows 11`, and other names that consist of common words. */
const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}_@#/.-])(?:(?:${BRANDS})(?: (?!CEO|CFO|CTO|President|Inc)${WORD}){1,3}(?: \\d{1,4})?|Windows (?:\\d{1,2}|XP|Vista|Server|Phone)|Android \\d{1,2}|Visual Studio(?: Code)?|Red Hat(?: Linux)?|Star (?:Wars|Trek)|General (?:Electric|Motors)|Stack Overflow|Internet Explorer|Burger King|Home Depot|Financial Times|Wall Street Journal|Grand Theft Auto(?: \\d)?|(?<=(?:at|by|from|with|like|for) )Apple)(?![\\p{L}\\p{N}_-])`,
  "gu",
);
/** A lower-case word, which is rare in titles, and a capital after the first word. */
const SMALL = /(?<![\p{L}\p{N}])(?!(?:and|for|the)\b)\p{Ll}{3,}(?![\p{L}\p{N}])/gu;
const CAPITAL = /(?<=\S\s+)\p{Lu}\p{Ll}/gu;

/** Names of companies and products in a sentence, which dictionaries may read as words. Finds none in a title. */
export function findNames(plain: string): Span[] {
  const names = spansOf(plain, NAMES);
  if (names.length === 0) return names;
  const rest = plain.replace(NAMES, "");
  const smalls = rest.match(SMALL)?.length ?? 0;
  const isTitle = /\p{L}/u.test(rest) && smalls < Math.max(1, rest.match(CAPITAL)?.length ?? 0);
  return isTitle ? [] : names;
}
