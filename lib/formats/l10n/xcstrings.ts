import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import {
  type DocumentSegment,
  type Format,
  type PluralReading,
  type TargetState,
  UnreadableFile,
} from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import {
  categoriesOf,
  isPluralCategory,
  PLURAL_CATEGORIES,
  type PluralCategory,
  sourceForm,
} from "@/lib/text/plurals/plural-categories";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { type JsonMember, type JsonNode, JsonSource } from "./json-source";
import { type Entry, type Message, plainMessage } from "./message";
import { refuseDeep, withinStack } from "./nesting";
import { adoptForms, type PluralPart, pluralPart, pluralSegment } from "./plural-part";
import { segmentAt } from "./string-entry";
import { scanString } from "./string-pieces";
import { stringsDocument } from "./strings-document";

/** Xcode string catalogues: all languages of an application in one file. */
export const xcstrings: Format = {
  id: "xcstrings",
  name: "Xcode string catalogue",
  extensions: ["xcstrings"],
  mediaTypes: ["application/json"],
  translates:
    "Every string, with its plural and device variations, from the catalogue's source language, or from the requested one if the catalogue contains it.",
  leaves: "Strings marked as not translatable, other languages, and existing translations.",
  holdsTargets: true,
  marksDrafts: true,
  matches: (bytes, extension) =>
    (extension === "" || extension === "xcstrings") &&
    looksLikeText(bytes) &&
    (extension === "" ? /^\s*\{\s*"sourceLanguage"\s*:/ : /^\s*\{/).test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const json = new JsonSource(decoded.text);
      const sourceLanguage = json.member(json.root, "sourceLanguage")?.value;
      if (typeof sourceLanguage !== "string") {
        throw new UnreadableFile("corrupt", "This string catalogue does not name its source language.");
      }
      const strings = json.members(json.member(json.root, "strings"));
      const asked = options.source && strings.some(({ node }) => localization(json, node, options.source!));
      const catalogue: Catalogue = {
        json,
        newline: decoded.newline,
        from: asked ? options.source! : sourceLanguage,
        keysAreTexts: !asked || options.source === sourceLanguage,
        into: options.target,
        keeps: options.target || options.overwrite ? undefined : options.into,
        plurals: options.plurals,
      };
      const open = strings.filter((member) => !isFinishedString(catalogue, member));
      return stringsDocument(xcstrings, {
        decoded,
        finished: strings.length - open.length,
        entries: open.flatMap((member) => catalogueEntry(catalogue, member) ?? []),
        declaredLanguage: catalogue.from,
      });
    });
  },
};

type Catalogue = {
  readonly json: JsonSource;
  readonly newline: string;
  /** Source language. */
  readonly from: string;
  /** Whether a string without localization is its own text. */
  readonly keysAreTexts: boolean;
  /** Language whose translations a project reads and replaces. */
  readonly into: string | undefined;
  /** Language whose finished translations are kept. */
  readonly keeps: string | undefined;
  readonly plurals: PluralReading | undefined;
};

function localization(json: JsonSource, string: JsonNode, language: string): JsonNode | undefined {
  return json.member(json.member(string, "localizations"), language);
}

/** True if a string has a finished translation that is kept. */
function isFinishedString({ json, from, keeps }: Catalogue, { node }: JsonMember): boolean {
  const present = keeps === undefined || keeps === from ? undefined : localization(json, node, keeps);
  return present !== undefined && json.member(node, "shouldTranslate")?.value !== false && isFinished(json, present);
}

/** The finished texts of a translation that still lacks others. */
function keptUnits({ json, from, keeps }: Catalogue, node: JsonNode): ReadonlyMap<string, HeldUnit> {
  const present = keeps === undefined || keeps === from ? undefined : localization(json, node, keeps);
  const units = present ? [...heldUnits(json, present)] : [];
  return new Map(units.filter(([, { spelled }]) => spelled === "translated"));
}

function catalogueEntry(catalogue: Catalogue, { key, node }: JsonMember): Entry | null {
  const { json } = catalogue;
  if (node.type !== "object" || json.member(node, "shouldTranslate")?.value === false) return null;
  const source = localization(json, node, catalogue.from);
  if (!source && !catalogue.keysAreTexts) return null;
  const comment = json.member(node, "comment")?.value;
  const place = { key, note: typeof comment === "string" ? comment : undefined };
  const present = catalogue.into === undefined ? undefined : localization(json, node, catalogue.into);
  const held = present ? heldUnits(json, present) : new Map<string, HeldUnit>();
  const reader = new VariationReader(json, place, held, catalogue.plurals);
  const isVaried =
    catalogue.plurals !== undefined &&
    json.members(json.member(node, "localizations")).some((member) => isPlural(json, member.node));
  const variation = source
    ? reader.read(source, "", 0, isVaried)
    : isVaried
      ? { forms: reader.forms(new Map([["other", key]]), "") }
      : { unit: reader.unit(key, "") };
  if (reader.segments.length === 0) return null;
  const kept = keptUnits(catalogue, node);
  return {
    segments: reader.segments,
    rewrite(texts, target, state, forms) {
      if (texts.some((text) => text === null)) return [];
      const value = render(variation, { texts: texts as readonly string[], forms, held, kept }, target, state);
      return putLocalization(catalogue, node, target, value);
    },
  };
}

/** A single text, or its variations by number or device. Texts in `substitutions` vary independently. */
type Variation = {
  readonly unit?: Unit;
  /** Plural forms that are one segment: the segment's index and content. */
  readonly forms?: { readonly first: number; readonly part: PluralPart; readonly label: string };
  readonly plural?: ReadonlyMap<PluralCategory, Variation>;
  readonly device?: ReadonlyMap<string, Variation>;
  readonly substitutions?: ReadonlyMap<
    string,
    { readonly fixed: Readonly<Record<string, Json>>; readonly of: Variation }
  >;
};

/** `first` is the index of its text among the string's segments. */
type Unit = {
  readonly value: string;
  readonly message: Message | null;
  readonly first: number;
  readonly label: string;
};

type Json = string | number | boolean | null | { readonly [key: string]: Json };

class VariationReader {
  readonly segments: DocumentSegment[] = [];

  constructor(
    private readonly json: JsonSource,
    private readonly place: { key: string; note: string | undefined },
    private readonly held: ReadonlyMap<string, HeldUnit>,
    private readonly plurals: PluralReading | undefined,
  ) {}

  /** `isVaried`: translations have forms, so a text without forms is the form `other`. */
  read(node: JsonNode, label: string, level = 0, isVaried = false): Variation {
    refuseDeep(level);
    const { json } = this;
    const value = json.member(json.member(node, "stringUnit"), "value")?.value;
    const variations = json.member(node, "variations");
    const plural = json.members(json.member(variations, "plural")).filter(({ key }) => isPluralCategory(key));
    const device = json.members(json.member(variations, "device"));
    const substitutions = json.members(json.member(node, "substitutions"));
    const named = (name: string) => (label ? `${label} ${name}` : name);
    if (this.plurals && isPlural(json, node))
      return { forms: this.forms(new Map(plural.map(({ key, node }) => [key, unitValue(json, node) ?? ""])), label) };
    if (isVaried && typeof value === "string" && !json.member(node, "variations") && substitutions.length === 0)
      return { forms: this.forms(new Map([["other", value]]), label) };
    return {
      ...(typeof value === "string" ? { unit: this.unit(value, label) } : {}),
      ...(plural.length > 0
        ? {
            plural: new Map(
              plural.map(({ key, node }) => [key as PluralCategory, this.read(node, named(key), level + 1)]),
            ),
          }
        : {}),
      ...(device.length > 0
        ? { device: new Map(device.map(({ key, node }) => [key, this.read(node, named(key), level + 1)])) }
        : {}),
      ...(substitutions.length > 0
        ? {
            substitutions: new Map(
              substitutions.map(({ key, node }) => [
                key,
                { fixed: fixedMembers(json, node), of: this.read(node, named(key), level + 1) },
              ]),
            ),
          }
        : {}),
    };
  }

  /** The forms of a plural as one segment, with the existing forms of its translation. */
  forms(values: ReadonlyMap<string, string>, label: string): NonNullable<Variation["forms"]> {
    const part = pluralPart(
      "cardinal",
      new Map([...values].map(([name, value]) => [name, scanString(value, "printf")])),
      "other",
    );
    const first = this.segments.length;
    const own = heldForms(this.held, label);
    const forms = adoptForms(part, new Map([...own].map(([name, { value }]) => [name, scanString(value, "printf")])));
    const shown = forms[part.main] ?? Object.values(forms).at(-1);
    const state = [...own.values()].some((unit) => unit.state === "draft") ? "draft" : "translated";
    const key = label ? `${this.place.key} [${label}]` : this.place.key;
    const target = shown === undefined ? undefined : ({ text: shown, forms, state } as const);
    this.segments.push(pluralSegment(part, { ...this.place, key, target }));
    return { first, part, label };
  }

  unit(value: string, label: string): Unit {
    const message = plainMessage(value, "printf");
    const first = this.segments.length;
    const key = label ? `${this.place.key} [${label}]` : this.place.key;
    const held = this.held.get(label);
    for (const { inline } of message?.parts ?? []) {
      const target = held && { text: inline.align(scanString(held.value, "printf"), "text"), state: held.state };
      this.segments.push(segmentAt(inline, { ...this.place, key, target }));
    }
    return { value, message, first, label };
  }
}

/** An existing translation in the catalogue. */
type HeldUnit = { readonly value: string; readonly state: TargetState; readonly spelled: string };

/** Existing forms of a plural. */
function heldForms(held: ReadonlyMap<string, HeldUnit>, label: string): ReadonlyMap<string, HeldUnit> {
  const names = PLURAL_CATEGORIES.flatMap((name) => {
    const unit = held.get(label ? `${label} ${name}` : name);
    return unit ? [[name, unit] as const] : [];
  });
  const alone = held.get(label);
  return new Map(names.length > 0 || !alone ? names : [["other", alone]]);
}

/** True if a localization consists only of plural forms. */
function isPlural(json: JsonSource, node: JsonNode): boolean {
  const forms = json.members(json.member(json.member(node, "variations"), "plural"));
  const others = ["stringUnit", "substitutions"].some((name) => json.member(node, name));
  return forms.length > 0 && !others && forms.every((form) => isPluralCategory(form.key) && isUnit(json, form.node));
}

function isUnit(json: JsonSource, node: JsonNode): boolean {
  return unitValue(json, node) !== undefined && json.members(node).length === 1;
}

function unitValue(json: JsonSource, node: JsonNode): string | undefined {
  const value = json.member(json.member(node, "stringUnit"), "value")?.value;
  return typeof value === "string" ? value : undefined;
}

/**
 * The texts of a localization by the labels of {@link VariationReader}. If only the localization varies, and not its
 * source, `other` is used for all.
 */
function heldUnits(json: JsonSource, root: JsonNode): Map<string, HeldUnit> {
  const found = new Map<string, HeldUnit>();
  const stack: { node: JsonNode; label: string; level: number }[] = [{ node: root, label: "", level: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, label, level } = next;
    refuseDeep(level);
    const named = (name: string) => (label ? `${label} ${name}` : name);
    const unit = json.member(node, "stringUnit");
    const value = json.member(unit, "value")?.value;
    if (typeof value === "string" && value.trim() !== "") {
      const spelled = String(json.member(unit, "state")?.value ?? "");
      const state = spelled === "translated" ? "translated" : "draft";
      found.set(label, { value, state, spelled });
      if (label === "other") found.set("", found.get("") ?? { value, state, spelled });
    }
    const variations = json.member(node, "variations");
    for (const parent of [
      json.member(variations, "plural"),
      json.member(variations, "device"),
      json.member(node, "substitutions"),
    ])
      for (const member of json.members(parent))
        stack.push({ node: member.node, label: named(member.key), level: level + 1 });
  }
  return found;
}

/** `argNum` and `formatSpecifier` of a substitution. */
function fixedMembers(json: JsonSource, node: JsonNode): Record<string, Json> {
  const plain = json.members(node).filter(({ node: { type } }) => type !== "object" && type !== "array");
  return Object.fromEntries(plain.map(({ key, node: { value } }) => [key, value as Json]));
}

type Written = {
  readonly texts: readonly string[];
  readonly forms: readonly (Forms | undefined)[] | undefined;
  readonly held: ReadonlyMap<string, HeldUnit>;
  /** Texts that stay unchanged, by their labels. */
  readonly kept: ReadonlyMap<string, HeldUnit>;
};

/** Writes the forms of a plural. An unchanged form keeps its state. */
function renderForms(
  { first, part, label }: NonNullable<Variation["forms"]>,
  { texts, forms, held, kept }: Written,
  state: TargetState | undefined,
): Json {
  const own = heldForms(held, label);
  const finished = heldForms(kept, label);
  const given = forms?.[first] ?? (texts[first] === "" ? {} : part.joint.forms);
  const units = Object.entries(given).map(([name, text]) => {
    const stays = finished.get(name);
    if (stays) return [name, { stringUnit: { state: stays.spelled, value: stays.value } }];
    const value = part.joint.spell(text);
    const before = own.get(name);
    const isKept =
      before?.value === value && (state === undefined || (state === "draft") === (before.state === "draft"));
    const spelled = isKept ? before.spelled : state === "draft" ? "needs_review" : "translated";
    return [name, { stringUnit: { state: spelled, value } }];
  });
  return { plural: Object.fromEntries(units) };
}

function render(variation: Variation, written: Written, target: string, state: TargetState | undefined): Json {
  const { unit, forms, plural, device, substitutions } = variation;
  const { texts } = written;
  const result: Record<string, Json> = {};
  if (forms) return { variations: renderForms(forms, written, state) };
  const stays = unit && written.kept.get(unit.label);
  if (stays) {
    result.stringUnit = { state: stays.spelled, value: stays.value };
  } else if (unit) {
    const value = unit.message ? unit.message.compose([texts[unit.first] ?? null], target) : unit.value;
    result.stringUnit = { state: state === "draft" ? "needs_review" : "translated", value };
  }
  const again = (inner: Variation) => render(inner, written, target, state);
  if (plural) {
    const forms = new Map([...plural].map(([name, form]) => [name, { form, hasNumber: hasNumber(form) }]));
    // Apple accepts `zero` in every language.
    const names = new Set([...categoriesOf(target), ...(plural.has("zero") ? (["zero"] as const) : [])]);
    const rendered = [...names].flatMap((name) => {
      const chosen = sourceForm(name, forms, target);
      return chosen ? [[name, again(chosen.form)] as const] : [];
    });
    result.variations = { plural: Object.fromEntries(rendered) };
  } else if (device) {
    result.variations = { device: Object.fromEntries([...device].map(([name, form]) => [name, again(form)])) };
  }
  if (substitutions) {
    const all = [...substitutions].map(([name, { fixed, of }]) => [name, { ...fixed, ...(again(of) as object) }]);
    result.substitutions = Object.fromEntries(all) as Json;
  }
  return result;
}

function hasNumber(variation: Variation): boolean {
  return variation.unit?.message?.hasNumber ?? true;
}

/** Inserts a localization where Xcode would, with members sorted by name. */
function putLocalization({ json, newline }: Catalogue, string: JsonNode, target: string, value: Json): Edit[] {
  const localizations = json.member(string, "localizations");
  const present = json.member(localizations, target);
  if (present) {
    return [json.set(present, print(json, value, columnOf(json, present), newline))];
  }
  const [object, key, inner] = localizations
    ? ([localizations, target, value] as const)
    : ([string, "localizations", { [target]: value }] as const);
  const members = json.members(object);
  const before = members.filter((member) => member.key < key).at(-1);
  if (members.length === 0) {
    return [json.set(object, print(json, { [key]: inner }, columnOf(json, object), newline))];
  }
  const printed = print(json, inner, columnOf(json, members[0]!.node), newline);
  if (before) return [json.insertAfter(before, [{ key, value: printed }])];
  const [first] = members as [JsonMember];
  const start = first.keyNode.offset;
  const text = `${json.quote(key)}${json.separator(first)}${printed},${json.lead(first)}`;
  return [{ start, end: start, text }];
}

/** True if all texts of a localization are finished. */
function isFinished(json: JsonSource, node: JsonNode): boolean {
  const state = json.member(node, "state");
  if (state) return state.value === "translated";
  return json.members(node).every((member) => member.node.type !== "object" || isFinished(json, member.node));
}

/** Indentation of a node's line; none if it is too long to be indentation. */
function columnOf(json: JsonSource, node: JsonNode): string {
  const before = json.source.slice(Math.max(0, node.offset - 1_000), node.offset);
  return /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))![0];
}

/** Writes new JSON in the file's style, with names sorted like in Xcode. */
function print(json: JsonSource, value: Json, indent: string, newline: string): string {
  if (value === null || typeof value !== "object") {
    return typeof value === "string" ? json.quote(value) : JSON.stringify(value);
  }
  const [first] = json.members(json.root);
  const separator = first ? json.separator(first) : " : ";
  const step = first ? json.lead(first).replace(/[\r\n]/g, "") || "  " : "  ";
  const deeper = indent + step;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${deeper}${json.quote(key)}${separator}${print(json, value[key]!, deeper, newline)}`);
  return `{${newline}${members.join(`,${newline}`)}${newline}${indent}}`;
}
