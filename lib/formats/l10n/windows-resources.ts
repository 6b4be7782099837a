import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import {
  descendants,
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
} from "@/lib/formats/xml";
import { inlineString, type Piece } from "./inline-string";
import { JsonSource } from "./json-source";
import { type Entry, inlineMessage, literalMessage, type Message, messageEntry, plainMessage } from "./message";
import { withinStack } from "./nesting";
import { isProse } from "./prose";
import { scanString } from "./string-pieces";
import { stringsDocument } from "./strings-document";
import { TreeLayout } from "./tree-layout";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/** Strings of Windows apps in JavaScript. A key that begins with an underscore is a comment (`_greeting.comment`). */
export const resjson: Format = {
  id: "resjson",
  name: "Windows .resjson",
  extensions: ["resjson"],
  mediaTypes: ["application/json"],
  translates: "Every value that is prose.",
  leaves: "Keys, placeholders such as {0}, and everything under keys that begin with an underscore.",
  matches: (bytes, extension) =>
    extension === "resjson" && looksLikeText(bytes) && /^\s*(?:\{|\/)/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const source = new JsonSource(decoded.text);
      const members = source.members(source.root);
      const comments = new Map(members.map(({ key, node }) => [key, node.value]));
      const entries = members.flatMap(({ key, node }): Entry[] => {
        const message =
          key.startsWith("_") || node.type !== "string" ? null : messageOf(String(node.value), { key }, options);
        const comment = comments.get(`_${key}.comment`);
        const note = typeof comment === "string" ? comment : undefined;
        const place = { id: key, key, note, start: node.offset, end: node.offset + node.length };
        return message ? [messageEntry(message, place, (value) => source.quote(value, node))] : [];
      });
      const nodes = members.map(({ key, keyNode, node }) => {
        const id = key.replace(/^_(.*)\.\w+$/, "$1");
        const place = { start: keyNode.offset, end: node.offset + node.length };
        return { name: key, id, isRemark: key.startsWith("_"), ...place };
      });
      const group = { style: "commas" as const, nodes, inside: source.root.offset + 1 };
      return stringsDocument(resjson, {
        decoded,
        entries,
        layout: new TreeLayout(decoded.text, group, decoded.newline),
      });
    });
  },
};

/** Localisation of WiX installers. */
export const wxl: Format = {
  id: "wxl",
  name: "WiX localization",
  extensions: ["wxl"],
  mediaTypes: ["application/xml"],
  translates: "The strings, and the texts of controls. The culture and its Windows number become the target's.",
  leaves: "Ids, comments, code pages, and references such as [ProductName] and !(loc.Name).",
  matches: (bytes, extension) =>
    (extension === "wxl" || extension === "") && /<WixLocalization[\s>]/.test(peekText(bytes)),
  async open(bytes, options) {
    const { decoded, document } = xmlOf(bytes);
    const strings = elementsOf(document.root).filter(({ name }) => name === "String" || name === "UI");
    const entries = strings.flatMap((element): Entry[] => {
      const key = ["Id", "Dialog", "Control"].flatMap((name) => document.value(element, name) ?? []).join(".");
      const note = document.value(element, "Comment");
      const attribute = ["Value", "Text"].find((name) => document.value(element, name) !== undefined);
      return attribute
        ? attributeEntry(document, element, attribute, { key, note, isInstaller: true }, options)
        : contentEntry(document, element, { key, note, isInstaller: true }, options);
    });
    const nodes = strings.map((element) => {
      const id = document.value(element, "Id") ?? `${element.start}`;
      return { name: id, id, start: element.start - leadOf(document, element).length, end: element.end };
    });
    const group = { style: "blocks" as const, nodes, inside: document.root.openEnd };
    const [culture, number] = ["Culture", "Language"].map((name) => document.attribute(document.root, name));
    return stringsDocument(wxl, {
      decoded,
      entries,
      layout: new TreeLayout(decoded.text, group, decoded.newline),
      declaredLanguage: culture?.value,
      marks(target) {
        const edits: Edit[] = [];
        if (culture) edits.push({ start: culture.start, end: culture.end, text: cultureOf(target, culture.value) });
        const id = LANGUAGE_IDS.get(target.toLowerCase()) ?? LANGUAGE_IDS.get(target.split("-")[0]!.toLowerCase());
        if (number && id) edits.push({ start: number.start, end: number.end, text: id });
        return edits;
      },
      redeclare: redeclareXml,
    });
  },
};

/** Pages and dictionaries of WPF, UWP, MAUI and Avalonia. */
export const xaml: Format = {
  id: "xaml",
  name: "XAML",
  extensions: ["xaml", "axaml"],
  mediaTypes: ["application/xaml+xml"],
  translates:
    "Strings of resource dictionaries, the attributes Text, Content, Header, ToolTip, Title and attributes with placeholders and names for screen readers, and texts of elements, whose runs are one sentence.",
  leaves: "Bindings and other markup extensions, keys, names, and styles.",
  matches: (bytes, extension) => xaml.extensions.includes(extension) && /^\s{0,1000}<[?!\w]/.test(peekText(bytes)),
  async open(bytes, options) {
    const { decoded, document } = xmlOf(bytes);
    const keys = new Map<string, number>();
    const isRead = (element: XmlElement) => !isMixed(document, element);
    const entries = [document.root, ...descendants(document.root, isRead)].flatMap((element): Entry[] => {
      const local = element.name.slice(element.name.indexOf(":") + 1);
      const named =
        document.value(element, "x:Key") ?? document.value(element, "x:Uid") ?? document.value(element, "x:Name");
      const keyFor = (name: string) => {
        const key = named === undefined ? `${local}${name}` : `${named}${local === "String" ? "" : name}`;
        const count = (keys.get(key) ?? 0) + 1;
        keys.set(key, count);
        return { key: count > 1 ? `${key} ${count}` : key, note: undefined };
      };
      if (local === "String") return contentEntry(document, element, keyFor(""), options);
      const attributes = document
        .attributes(element)
        .filter(({ name, value }) => TEXT_ATTRIBUTES.test(name) && !isMarkup(value));
      const own = attributes.flatMap(({ name }) =>
        attributeEntry(document, element, name, keyFor(`.${name}`), options),
      );
      if (!TEXT_ELEMENTS.test(local)) return own;
      const content = isRead(element) ? contentEntry : mixedEntry;
      return [...own, ...content(document, element, keyFor(""), options)];
    });
    return stringsDocument(xaml, { decoded, entries, redeclare: redeclareXml });
  },
};

const TEXT_ATTRIBUTES =
  /^(?:Text|Content|Header|ToolTip|Title|PlaceholderText|Placeholder|Watermark|Label|OnContent|OffContent|ToolTipService\.ToolTip|ToolTip\.Tip|AutomationProperties\.Name|AutomationProperties\.HelpText)$/;

const TEXT_ELEMENTS =
  /^(?:TextBlock|Run|Button|Label|CheckBox|RadioButton|MenuItem|ComboBoxItem|ListBoxItem|TabItem|Paragraph|Bold|Italic|Hyperlink|Span|ToolTip)$/;

/** `{Binding Name}` is markup; text after `{}` is literal. */
const isMarkup = (value: string) => value.startsWith("{") && !value.startsWith("{}");

function xmlOf(bytes: Uint8Array) {
  const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
  return { decoded, document: parseXml(decoded.text) };
}

type Name = { readonly key: string; readonly note: string | undefined; readonly isInstaller?: true };

function contentEntry(document: XmlDocument, element: XmlElement, name: Name, options: FormatOptions): Entry[] {
  if (elementsOf(element).length > 0 || element.openEnd === element.closeStart) return [];
  const raw = document.source.slice(element.openEnd, element.closeStart);
  const [lead, trail] = [/^\s*/.exec(raw)![0].length, raw.length - raw.trimEnd().length];
  const text = document.text(element).trim();
  const message = messageOf(text, name, options);
  const place = { ...name, id: name.key, start: element.openEnd + lead, end: element.closeStart - trail };
  return message ? [messageEntry(message, place, escapeXmlText)] : [];
}

/** Whether an element with text has words next to other elements. */
function isMixed(document: XmlDocument, { name, children }: XmlElement): boolean {
  if (!TEXT_ELEMENTS.test(name.slice(name.indexOf(":") + 1)) || children.every(({ type }) => type !== "element"))
    return false;
  return children.some((node) => node.type === "text" && /\p{L}/u.test(document.raw(node)));
}

/** Words and runs form one sentence, in which an element without words is a code. */
function mixedEntry(document: XmlDocument, element: XmlElement, name: Name): Entry[] {
  const pieces = (parent: XmlElement): Piece[] =>
    parent.children.flatMap((node): Piece[] => {
      const raw = document.raw(node);
      if (node.type === "text" || node.type === "cdata")
        return [{ type: "text", text: document.text(node).replace(/\s+/g, " ") }];
      if (node.type !== "element" || node.openEnd === node.closeStart || !/[A-Z]/.test(node.name))
        return [{ type: "code", raw, kind: "single", ...(/LineBreak/.test(raw) ? { equiv: "\n" } : {}) }];
      const { start, openEnd, closeStart, end } = node;
      return [
        { type: "open", raw: document.source.slice(start, openEnd), kind: "format", name: `${start}` },
        ...pieces(node),
        { type: "close", raw: document.source.slice(closeStart, end), name: `${start}` },
      ];
    });
  const inline = withinStack(() => inlineString(pieces(element)));
  const place = { ...name, id: name.key, start: element.openEnd, end: element.closeStart };
  const raw = document.source.slice(place.start, place.end);
  return inline ? [messageEntry(inlineMessage(inline, raw, escapeXmlText), place, (value) => value)] : [];
}

function attributeEntry(
  document: XmlDocument,
  element: XmlElement,
  attribute: string,
  name: Name,
  options: FormatOptions,
): Entry[] {
  const { value, start, end, quote } = document.attribute(element, attribute)!;
  const message = messageOf(value.replace(/^\{\}/, ""), name, options);
  const encode = (text: string) =>
    escapeXmlAttribute(isMarkup(text) && !text.startsWith("{\\") ? `{}${text}` : text, quote);
  return message ? [messageEntry(message, { ...name, id: name.key, start, end }, encode)] : [];
}

/** References in Windows Installer: properties, files, localised strings and styles of text. */
const REFERENCE = /\[[A-Z#!$%\\][\w.%\\-]{0,80}\]|!\([a-z]{1,10}\.[\w.]{1,80}\)|\$\([\w.]{1,80}\)|\{\\[\w.]{1,80}\}/g;

function messageOf(
  text: string,
  { key, isInstaller }: Pick<Name, "key" | "isInstaller">,
  options: FormatOptions,
): Message | null {
  const literal = options.values === "all" && text !== "" ? literalMessage(text) : null;
  if (!isProse(text, key)) return literal;
  if (!isInstaller) return plainMessage(text) ?? literal;
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: raw, index } of text.matchAll(REFERENCE)) {
    pieces.push(...scanString(text.slice(from, index)), { type: "code", raw, kind: "placeholder", equiv: raw });
    from = index + raw.length;
  }
  if (from === 0) return plainMessage(text) ?? literal;
  const inline = inlineString([...pieces, ...scanString(text.slice(from))]);
  return inline ? inlineMessage(inline, text) : literal;
}

/** Adds the language's default region if the file's culture has a region. */
function cultureOf(target: string, example: string): string {
  const { language, region } = new Intl.Locale(target).maximize();
  const tag = /[-_]/.test(example) && !target.includes("-") ? `${language}-${region}` : target;
  return example === example.toLowerCase() ? tag.toLowerCase() : tag;
}

/** Windows' language identifiers (MS-LCID). */
const LANGUAGE_IDS = new Map(
  (
    "ar 1025 bg 1026 ca 1027 zh 2052 zh-hans 2052 zh-hant 1028 zh-tw 1028 cs 1029 da 1030 de 1031 el 1032 en 1033 en-gb 2057 fi 1035 " +
    "fr 1036 fr-ca 3084 he 1037 hu 1038 is 1039 it 1040 ja 1041 ko 1042 nl 1043 nb 1044 no 1044 pl 1045 pt 2070 pt-br 1046 pt-pt 2070 " +
    "ro 1048 ru 1049 hr 1050 sk 1051 sq 1052 sv 1053 th 1054 tr 1055 ur 1056 id 1057 uk 1058 be 1059 sl 1060 et 1061 lv 1062 lt 1063 " +
    "fa 1065 vi 1066 hy 1067 az 1068 eu 1069 mk 1071 af 1078 ka 1079 hi 1081 ms 1086 kk 1087 bn 1093 ta 1097 te 1098 ml 1100 mr 1102 " +
    "cy 1106 km 1107 lo 1108 gl 1110 ga 2108 sr 10266 es 3082 es-mx 2058"
  )
    .match(/\S+ \d+/g)!
    .map((pair) => pair.split(" ") as [string, string]),
);
