/**
 * Whether a value in a string file is meant for people. Judged by the value; the key only matters in ambiguous cases,
 * because "type" and "url" are often labels, too.
 */
export function isProse(value: string, key = ""): boolean {
  const text = value.trim();
  if (!/\p{L}/u.test(text)) return false;
  if (/^[A-Za-z]$/.test(text)) return false; // a mark, a grade or a key
  if (/^[A-Za-z]:\\/.test(text)) return false; // a Windows path
  if (SCRIPT_KEYS.has(lastWord(key)) && /^[#a-z./$([]/.test(text) && /[\n$|&;=]|\s--?\w/.test(text)) return false;
  if (CLASS_KEYS.has(lastWord(key)) && CLASSES.test(text) && /\w-\w/.test(text)) return false;
  if (LABELS.test(text) || REQUIREMENT.test(text) || CLASSIFIER.test(text) || ADDRESS.test(text)) return false;
  if (/\s/.test(text)) return !isDatePattern(text) && !/^(?:rgba?|hsla?|url|var|calc)\([^()]*\)$/i.test(text);
  if (text.length > 2_000) return !/^[\w+/=-]+$/.test(text);
  if (TECHNICAL.some((pattern) => pattern.test(text)) || isDatePattern(text)) return false;
  return !((TECHNICAL_KEYS.test(lastWord(key)) || /[a-z]Id$/.test(key)) && /^[a-z0-9_./#:-]+$/.test(text));
}

/** Version requirements of a package: `requests>=2.0`, `name[extra] ~= 1.4, != 1.5; python_version < "3.8"`. */
const REQUIREMENT =
  /^[A-Za-z][\w.-]{0,80}(?:\[[\w,. -]{0,80}\])?\s*(?:(?:[~=!<>]=?|===)\s*\d[\w.*+-]{0,40}\s*,?\s*){1,8}(?:;.{0,300})?$|^[A-Za-z][\w.-]{0,80}\s*;\s*(?:python|sys|os|platform|implementation|extra)\w{0,40}\s*[=!<>~i]/;

/** Names with a group, separated by commas: `area/docs, kind/bug`. */
const LABELS = /^[a-z][\w-]*\/[\w-]+(?:,\s*[a-z][\w-]*\/[\w-]+){1,50}$/;

/** Classifiers of the Python package index: `Topic :: Documentation`. */
const CLASSIFIER = /^[\w ./+-]{1,60}(?: :: [\w .()/+-]{1,60}){1,8}$/;

/** A person with an e-mail address: `Jane Doe <jane@example.com>`. */
const ADDRESS = /^[^<>@]{1,80}<[\w.+-]{1,80}@[\w-]{1,80}(?:\.[\w-]{1,80}){1,5}>$/;

/** Patterns for a text without white space. Each fails at the first character that does not match. */
const TECHNICAL: readonly RegExp[] = [
  /^(?:true|false|null|undefined|NaN)$/i,
  /^[-+]?(?:0x[0-9a-f]+|\d[\d.,_]*(?:px|r?em|pt|dp|sp|vh|vw|fr|m?s|[kmg]i?b|bps|hz)?)$/i, // number, measure
  /^[a-z][a-z0-9+.-]{0,20}:\/\//i, // URL
  /^(?:mailto|tel|data|urn):/i,
  /^www\./i,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, // e-mail
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, // colour
  /^(?:\.{0,2}|~)\/\S/, // path
  /^[\w@.-]+\/$/, // folder
  /^[\w@*{}.,-]*(?:\/[\w@*{}.,-]*)*\*(?:\.[\w*{},]+|[\w*{}.,-]*\/[\w@*{}.,/-]*|\*)$|^[\w@.-]+\/(?:[\w@.-]+\/)*\*+$/, // glob
  /^--?[A-Za-z][\w-]*(?:=\S*)?$/, // option
  /^\w+(?:::\w+)+$/, // name in a program
  /^\\?[A-Z]\w*(?:\\[A-Z]\w*)+(?:::\w+(?:\(\))?)?$/, // class of PHP
  /^@[\w.-]+\/[\w.-]+$/, // package
  /^[\w.-]+(?:\/[\w.-]+)+@[\w.-]+$/, // package at a version
  /^\$[({][\w.:-]+[)}]$/, // variable
  /^[\w@.-]+\/[\w.-]+\/[\w./-]*$/,
  /^[A-Za-z]:\\/,
  /^\$\w{1,60}\//, // path
  /^(?=[^\d]*\d)(?=[\w/]*[+/=])[\w+/]{32,}={0,2}$/, // base64
  /^(?:[\w@.-]+\/)*[\w.-]+\.(?:png|jpe?g|svg|gif|webp|ico|html?|css|[cm]?[jt]sx?|json5?|ya?ml|toml|ini|cfg|xml|pdf|mp[34]|mdx?|rst|adoc|tex|txt|csv|zip|gz|woff2?|py|rb|rs|go|php|sh|lock|log)$/i,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, // UUID
  /^(?=[a-f]*\d)[0-9a-f]{16,}$/i, // hash
  /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/, // CONSTANT
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/, // snake_case
  /^[a-z][\w-]*(?:\.[a-zA-Z0-9_][\w-]*)+$/, // dotted.key, example.com
  /^[a-z]+[A-Z]\w*$/, // camelCase
  /^(?:application|audio|font|image|text|video)\/[\w.+-]+$/, // media type
];

const TECHNICAL_KEYS =
  /^(?:id|uid|uuid|guid|url|uri|href|src|path|file|icon|img|image|class|classname|css|style|color|colour|slug|ref|target|key|code|locale|lang|language|charset|encoding|version|format)$/;

/** Keys of commands in build files. */
const SCRIPT_KEYS = new Set(
  "run script scripts before_script after_script install shell cmd command entrypoint".split(" "),
);

/** CSS classes: `btn btn-primary`. */
const CLASS_KEYS = new Set(["class", "classname", "classes", "css", "css_class"]);
const CLASSES = /^[a-z][\w:./-]*(?:\s+[a-z-][\w:./-]*)*$/;

function lastWord(key: string): string {
  return key.slice(Math.max(key.lastIndexOf("."), key.lastIndexOf("/")) + 1).toLowerCase();
}

/** Date patterns such as `YYYY-MM-DD HH:mm` or `dddd (MMM Do)`: at least two fields and no other letter. */
function isDatePattern(text: string): boolean {
  if (text.length > 40) return false;
  const plain = text.replace(/([DMdwWQ])o(?![a-z])/g, "$1$1");
  if (!/^[dDMyYHhmsSaAEeLTZzGXxwWQ\s.,:/'()-]+$/.test(plain)) return false;
  return (plain.match(/([dDMyYHhmsLwWQ])\1/g) ?? []).length >= 2 && /[\s.,:/-]/.test(plain);
}
