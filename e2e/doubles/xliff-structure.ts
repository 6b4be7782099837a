import { XLIFF_NAMESPACES } from "@/lib/formats/l10n/xliff";
import { descendants, elementsOf, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";

/**
 * Structural errors of an XLIFF file, for tests: order of elements, misplaced text, missing attributes, invalid
 * enumerated values, ids. By the schemas of XLIFF 1.2 (section 2) and 2.0–2.2 (section 4).
 */
export function xliffFaults(source: string): string[] {
  const document = parseXml(source, { namespaces: XLIFF_NAMESPACES });
  const { root } = document;
  const rules = (document.value(root, "version") ?? "").startsWith("1") ? RULES_1 : RULES_2;
  const known = [root, ...descendants(root)].filter((element) => rules.has(element.name));
  return [
    ...(root.name === "xliff" ? [] : ["the root is no xliff"]),
    ...known.flatMap((element) => elementFaults(document, element, rules)),
    ...known.filter(({ name }) => ID_SCOPES.has(name)).flatMap((element) => doubledIds(document, element)),
    ...(rules === RULES_2 && !document.value(root, "trgLang") && known.some(({ name }) => name === "target")
      ? ["targets without a trgLang"]
      : []),
  ];
}

type Rule = {
  /** Matches the children's names, each followed by a space; `*` stands for elements of other namespaces. */
  readonly content: RegExp;
  readonly required?: readonly string[];
  /** True if text is allowed. */
  readonly mixed?: boolean;
};

const INLINE_2 = { content: /^((cp|ph|pc|sc|ec|mrk|sm|em) )*$/, mixed: true };
const EMPTY = { content: /^$/ };

const RULES_2: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["xliff", { content: /^(file )+$/, required: ["version", "srcLang"] }],
  ["file", { content: /^(skeleton )?(\* )*(notes )?((unit|group) )+$/, required: ["id"] }],
  ["group", { content: /^(\* )*(notes )?((unit|group) )*$/, required: ["id"] }],
  ["unit", { content: /^(\* )*(notes )?(originalData )?((segment|ignorable) )+$/, required: ["id"] }],
  ["segment", { content: /^source (target )?$/ }],
  ["ignorable", { content: /^source (target )?$/ }],
  ["notes", { content: /^(note )+$/ }],
  ["note", { content: /^$/, mixed: true }],
  ["originalData", { content: /^(data )+$/ }],
  ["data", { content: /^(cp )*$/, required: ["id"], mixed: true }],
  ["source", INLINE_2],
  ["target", INLINE_2],
  ["pc", { ...INLINE_2, required: ["id"] }],
  ["mrk", { ...INLINE_2, required: ["id"] }],
  ["cp", { ...EMPTY, required: ["hex"] }],
  ["ph", { ...EMPTY, required: ["id"] }],
  ["sc", { ...EMPTY, required: ["id"] }],
  ["sm", { ...EMPTY, required: ["id"] }],
  ["em", { ...EMPTY, required: ["startRef"] }],
  ["ec", EMPTY],
]);

const INLINE_1 = { content: /^((g|x|bx|ex|bpt|ept|ph|it|mrk|\*) )*$/, mixed: true };
const NATIVE_1 = { content: /^(sub )*$/, required: ["id"], mixed: true };
const DATA_1 = "context-group|count-group|prop-group|note|\\*";

const RULES_1: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["xliff", { content: /^(\* )*((file|\*) )+$/, required: ["version"] }],
  ["file", { content: /^(header )?body (\* )*$/, required: ["original", "source-language", "datatype"] }],
  ["body", { content: /^((group|trans-unit|bin-unit) )*$/ }],
  ["group", { content: new RegExp(`^((${DATA_1}) )*((group|trans-unit|bin-unit) )*(\\* )*$`) }],
  [
    "trans-unit",
    { content: new RegExp(`^source (seg-source )?(target )?((alt-trans|${DATA_1}) )*$`), required: ["id"] },
  ],
  ["alt-trans", { content: new RegExp(`^(source )?(seg-source )?(target )+((${DATA_1}) )*$`) }],
  ["source", INLINE_1],
  ["seg-source", INLINE_1],
  ["target", INLINE_1],
  ["sub", INLINE_1],
  ["g", { ...INLINE_1, required: ["id"] }],
  ["mrk", { ...INLINE_1, required: ["mtype"] }],
  ["x", { ...EMPTY, required: ["id"] }],
  ["bx", { ...EMPTY, required: ["id"] }],
  ["ex", { ...EMPTY, required: ["id"] }],
  ["bpt", NATIVE_1],
  ["ept", NATIVE_1],
  ["ph", NATIVE_1],
  ["it", { ...NATIVE_1, required: ["id", "pos"] }],
]);

const YES_NO = /^(yes|no)$/;
const VALUES: Readonly<Record<string, RegExp>> = {
  canCopy: YES_NO,
  canDelete: YES_NO,
  canResegment: YES_NO,
  translate: YES_NO,
  hex: /^([0-9A-Fa-f]{2})+$/,
  "xml:space": /^(default|preserve)$/,
};
/** XML's NMTOKEN, approximately. */
const TOKEN = /^[\p{L}\p{N}._:-]+$/u;

function elementFaults(document: XmlDocument, element: XmlElement, rules: ReadonlyMap<string, Rule>): string[] {
  const { content, required = [], mixed = false } = rules.get(element.name)!;
  const names = elementsOf(element).map(({ name }) => (rules.has(name) || CORE.test(name) ? name : "*"));
  const hasText = element.children.some((child) => child.type !== "element" && document.text(child).trim() !== "");
  const attributes = document.attributes(element);
  const states = rules === RULES_2 ? /^(initial|translated|reviewed|final)$/ : /^([a-z-]+|x-.+)$/;
  return [
    ...(content.test(names.map((name) => `${name} `).join("")) ? [] : [`${element.name} holds ${names.join(" ")}`]),
    ...(hasText && !mixed ? [`text stands in ${element.name}`] : []),
    ...required
      .filter((name) => !attributes.some((attribute) => attribute.name === name))
      .map((name) => `${element.name} lacks ${name}`),
    ...attributes
      .filter(({ name, value }) => {
        if (rules === RULES_2 && /^(id|copyOf|startRef|dataRef|dataRefStart|dataRefEnd)$/.test(name))
          return !TOKEN.test(value);
        return !(name === "state" ? states : (VALUES[name] ?? /^/)).test(value);
      })
      .map(({ name, value }) => `${element.name} has ${name}="${value}"`),
  ];
}

/** Elements of the standard for which there is no rule here. */
const CORE = /^(skeleton|header|bin-unit|context-group|count-group|prop-group|note)$/;

/** Elements within which ids must be unique. */
const ID_SCOPES: ReadonlySet<string> = new Set(["file", "source", "target"]);

function doubledIds(document: XmlDocument, scope: XmlElement): string[] {
  const isFile = scope.name === "file";
  const holders = [...descendants(scope)].filter(({ name }) =>
    isFile ? /^(trans-)?unit$/.test(name) : /^(g|x|bx|pc|ph|sc|bpt|it)$/.test(name),
  );
  const ids = holders.map((element) => document.value(element, "id") ?? "");
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${scope.name} has ${id} twice`);
}
