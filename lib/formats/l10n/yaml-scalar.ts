import { CST } from "yaml";

/** Writes a new scalar in the style of the one it replaces, as far as the value allows it. */
export function spellScalar(token: CST.FlowScalar | CST.BlockScalar, value: string, options: ScalarOptions): string {
  switch (token.type) {
    case "single-quoted-scalar":
      return /[\n\t\0-\x08]/.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
    case "scalar":
      return isSafePlain(value, options.inFlow) ? value : JSON.stringify(value);
    case "block-scalar":
      return spellBlock(token, value, options);
    default:
      return JSON.stringify(value);
  }
}

export type ScalarOptions = {
  readonly inFlow: boolean;
  readonly newline: string;
  /** True if the scalar is the value of a key, which determines its indentation. */
  readonly afterKey: boolean;
};

/**
 * Whether a plain scalar means exactly this text in YAML 1.2 and 1.1, where `no` is false and `12:30` is a number
 * (yaml.org/type).
 */
export function isSafePlain(value: string, inFlow: boolean): boolean {
  if (value === "" || value !== value.trim() || /[\n\r\t\0-\x1f\x7f\ufeff]/.test(value)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`=~]|^\.\.\.|^<<$/.test(value)) return false;
  if (value.includes(": ") || value.includes(" #") || value.endsWith(":")) return false;
  if (inFlow && /[,[\]{}]/.test(value)) return false;
  return !readsAsOther(value);
}

/** Whether a YAML parser may read a plain scalar as a boolean, null, number or time. */
export function readsAsOther(value: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off|true|false|null|~|)$/i.test(value) ||
    /^[-+]?(?:\.?\d[\d_,.:]*(?:e[-+]?\d+)?|0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|\.inf|\.nan)$/i.test(value) ||
    /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ][\d:.+Zz -]*)?$/.test(value)
  );
}

/**
 * A block scalar with its header, indentation and trailing blank lines. Undefined for a header with explicit
 * indentation, which the library handles.
 */
function spellBlock(token: CST.BlockScalar, value: string, options: ScalarOptions): string {
  const [header] = token.props.filter((prop) => prop.type === "block-scalar-header");
  const style = header && "source" in header ? header.source : "";
  const indent = /^[ ]*(?=[^\s])/m.exec(token.source)?.[0] ?? "";
  if (/\d/.test(style) || indent === "" || /^[ \t]/.test(value)) {
    const copy = structuredClone(token);
    CST.setScalarValue(copy, value, { afterKey: options.afterKey });
    return CST.stringify(copy);
  }
  const head = CST.stringify({ ...token, source: "" });
  const text = withoutTrailingNewlines(value);
  const tail = token.source.slice(token.source.trimEnd().length);
  const lines = (style.startsWith(">") ? unfold(text) : text).split("\n");
  return head + lines.map((line) => (line ? indent + line : "")).join(options.newline) + tail;
}

function withoutTrailingNewlines(value: string): string {
  let end = value.length;
  while (value[end - 1] === "\n") end--;
  return value.slice(0, end);
}

/** A line break in a folded scalar needs a blank line, except next to more indented lines. */
function unfold(text: string): string {
  const lines = text.split("\n");
  let previous = "";
  return lines
    .map((line, index) => {
      const gap = index > 0 && lines[index - 1] !== "";
      const kept = /^[ \t]/.test(line) || /^[ \t]/.test(previous);
      if (line !== "") previous = line;
      return gap && !kept ? `\n${line}` : line;
    })
    .join("\n");
}
