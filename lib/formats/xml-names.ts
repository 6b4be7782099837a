/** Namespace prefixes in scope of an element. Elements without `xmlns` use their parent's. */
export class NameScope {
  private readonly cache = new Map<string, string>();
  constructor(
    private readonly canonical: ReadonlyMap<string, string>,
    private readonly bound: ReadonlyMap<string, string>,
  ) {}

  with(declared: ReadonlyMap<string, string>): NameScope {
    return new NameScope(this.canonical, new Map([...this.bound, ...declared]));
  }

  element(raw: string): string {
    let name = this.cache.get(raw);
    if (name === undefined) {
      name = this.resolve(raw, "");
      this.cache.set(raw, name);
    }
    return name;
  }

  /** Attributes without a prefix have no namespace. */
  attribute(raw: string): string {
    return raw.includes(":") ? this.element(raw) : raw;
  }

  private resolve(raw: string, none: string): string {
    if (this.canonical.size === 0) return raw;
    const colon = raw.indexOf(":");
    const uri = this.bound.get(colon < 0 ? none : raw.slice(0, colon));
    const prefix = uri === undefined ? undefined : this.canonical.get(uri);
    if (prefix === undefined) return raw;
    const local = raw.slice(colon + 1);
    return prefix === "" ? local : `${prefix}:${local}`;
  }
}

/** End of the Name (XML 1.0, production 5) that begins at `from`; `from` if there is none. */
export function nameEnd(source: string, from: number): number {
  const first = source.charCodeAt(from);
  const starts = first < 128 ? ASCII_NAME[first] === 2 : isNameCode(first) && !isCombining(first);
  if (!starts) return from;
  let at = from + 1;
  while (isNameCode(source.charCodeAt(at))) at++;
  return at;
}

/** 2: allowed at the start of a name; 1: allowed after it. */
const ASCII_NAME = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Za-z_:]/.test(char) ? 2 : /[-.0-9]/.test(char) ? 1 : 0;
});

export function isNameCode(code: number): boolean {
  if (code < 128) return ASCII_NAME[code] !== 0;
  return (
    isCombining(code) ||
    (code >= 0xc0 && code <= 0x2ff && code !== 0xd7 && code !== 0xf7) ||
    (code >= 0x370 && code <= 0x1fff && code !== 0x37e) ||
    code === 0x200c ||
    code === 0x200d ||
    (code >= 0x2070 && code <= 0x218f) ||
    (code >= 0x2c00 && code <= 0x2fef) ||
    (code >= 0x3001 && code <= 0xdfff) ||
    (code >= 0xf900 && code <= 0xfdcf) ||
    (code >= 0xfdf0 && code <= 0xfffd)
  );
}

/** Name characters not allowed at the start of a name. */
function isCombining(code: number): boolean {
  return code === 0xb7 || (code >= 0x300 && code <= 0x36f) || code === 0x203f || code === 0x2040;
}
