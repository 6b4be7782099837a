import type { TargetState } from "@/lib/formats/format";
import { childOf, elementsOf, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { MAX_LABEL_LENGTH } from "@/lib/text/labels-in-note";
import { leadOf } from "./xml-source";

/** A source with its target: a `trans-unit` of XLIFF 1.2, a `segment` of XLIFF 2. */
export type Unit = {
  /** Its id within the document. */
  readonly id: string;
  readonly element: XmlElement;
  /** Element that contains the text: `seg-source` if present. */
  readonly source: XmlElement;
  readonly target: XmlElement | undefined;
  /** Offset for a new target, and the white space before it. */
  readonly insertAt: number;
  readonly lead: string;
  /** True for `xml:space="preserve"`. */
  readonly preserve: boolean;
  /** Whether it still needs a translator. */
  readonly pending: boolean;
  readonly state: string | undefined;
  /** State of an existing target, unless the target is just a copy of the source. */
  readonly targetState: TargetState | undefined;
  /** Element for the state of a translation, and its value. */
  readonly stateOn: XmlElement | "target";
  readonly doneState: string;
  readonly outdatedState: string;
  readonly stateNames: Readonly<Record<TargetState, string>>;
  /** Element whose `approved` says whether its target is reviewed. */
  readonly approves?: XmlElement;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
  /** Names of the groups around it. */
  readonly labels: readonly string[];
  /** The `x-gettext-plurals` group, if it is a form of one. */
  readonly plurals?: PluralGroup | undefined;
};

/** The group of a plural message: one unit per gettext form (docs.oasis-open.org, XLIFF 1.2 guide for PO). */
export type PluralGroup = { readonly id: string; readonly element: XmlElement };

/** The translatable units of XLIFF 1.0 to 1.2, in order. */
export function units1(document: XmlDocument): Unit[] {
  return holders(document, "trans-unit").flatMap(({ element, preserve, scope, labels, plurals }): Unit[] => {
    const plain = childOf(element, "source");
    if (!plain) return [];
    const source = childOf(element, "seg-source") ?? plain;
    const target = childOf(element, "target");
    const state = target && document.value(target, "state");
    const approved = document.value(element, "approved") === "yes";
    const characters = document.value(element, "size-unit") === "char";
    return [
      {
        id: `${scope}${document.value(element, "id") ?? document.value(element, "resname") ?? ""}`,
        element,
        source,
        target,
        insertAt: source.end,
        lead: leadOf(document, plain),
        preserve: preserve || document.value(source, "xml:space") === "preserve",
        pending:
          !approved || isEmpty(document, target) ? isPending(document, source, target, state, UNFINISHED_1) : false,
        state,
        targetState: stateOfTarget(document, source, target, state, approved ? "final" : undefined),
        stateOn: "target",
        doneState: "needs-review-translation",
        outdatedState: "needs-translation",
        stateNames: { draft: "needs-review-translation", translated: "translated", reviewed: "final" },
        ...(document.attribute(element, "approved") ? { approves: element } : {}),
        key: scope + (document.value(element, "resname") ?? document.value(element, "id") ?? ""),
        note: notes(document, element, elementsOf(element, "note")),
        maxLength: characters ? positive(document.value(element, "maxwidth")) : undefined,
        labels,
        plurals,
      },
    ];
  });
}

/** The translatable segments of XLIFF 2, in order. */
export function units2(document: XmlDocument): Unit[] {
  return holders(document, "unit").flatMap(({ element, preserve, scope, labels }) => {
    const segments = elementsOf(element, "segment");
    const key = scope + (document.value(element, "name") ?? document.value(element, "id") ?? "");
    const list = childOf(element, "notes");
    const note = notes(document, element, list ? elementsOf(list, "note") : []);
    const limit = document.value(element, "slr:sizeRestriction")?.split(",").at(-1);
    return segments.flatMap((segment, index): Unit[] => {
      const source = childOf(segment, "source");
      if (!source) return [];
      const target = childOf(segment, "target");
      const state = document.value(segment, "state");
      const several = segments.length > 1;
      return [
        {
          id: `${scope}${document.value(element, "id") ?? ""}${several ? ` ${document.value(segment, "id") ?? index + 1}` : ""}`,
          element,
          source,
          target,
          insertAt: source.end,
          lead: leadOf(document, source),
          preserve: preserve || document.value(source, "xml:space") === "preserve",
          pending: isPending(document, source, target, state, WAITING_2),
          state,
          targetState: stateOfTarget(document, source, target, state),
          stateOn: segment,
          doneState: "translated",
          outdatedState: "initial",
          stateNames: { draft: "initial", translated: "translated", reviewed: "reviewed" },
          key: several ? `${key} ${document.value(segment, "id") ?? index + 1}` : key,
          note,
          maxLength: several ? undefined : positive(limit),
          labels,
        },
      ];
    });
  });
}

/** States of a target without a translation. */
const WAITING_1 = new Set(["new", "needs-translation", "needs-l10n", "needs-adaptation"]);
/** States of a target that is not a finished translation: those above, and those of machine translations. */
const UNFINISHED_1 = new Set([
  ...WAITING_1,
  "needs-review-translation",
  "needs-review-adaptation",
  "needs-review-l10n",
]);
const WAITING_2 = new Set(["initial"]);

const REVIEWED = new Set(["reviewed", "signed-off", "final"]);

function stateOfTarget(
  document: XmlDocument,
  source: XmlElement,
  target: XmlElement | undefined,
  state: string | undefined,
  approved?: string,
): TargetState | undefined {
  const waits = state === undefined || WAITING_1.has(state) || WAITING_2.has(state);
  if (!target || isEmpty(document, target)) return;
  if (waits && !approved && document.text(target) === document.text(source)) return;
  if (REVIEWED.has(approved ?? state ?? "")) return "reviewed";
  return state === undefined || state === "translated" ? "translated" : "draft";
}

/** Without a state, a target that equals its source is a copy. */
function isPending(
  document: XmlDocument,
  source: XmlElement,
  target: XmlElement | undefined,
  state: string | undefined,
  waiting: ReadonlySet<string>,
): boolean {
  if (!target || isEmpty(document, target)) return true;
  return state === undefined ? document.text(target) === document.text(source) : waiting.has(state);
}

function isEmpty(document: XmlDocument, target: XmlElement | undefined): boolean {
  return !target || document.text(target).trim() === "";
}

type Holder = {
  readonly element: XmlElement;
  readonly preserve: boolean;
  /** Prefix of its key: the file's name if there are several, because ids are only unique within a file. */
  readonly scope: string;
  /** See {@link Unit.labels}. */
  readonly labels: readonly string[];
  readonly plurals: PluralGroup | undefined;
};

/** Elements with a name, with inherited attributes; omits untranslatable ones. Depth first, without recursion. */
function holders(document: XmlDocument, name: string): Holder[] {
  const found: Holder[] = [];
  const severalFiles = elementsOf(document.root, "file").length > 1;
  const stack: (Holder & { readonly translate: boolean })[] = [
    {
      element: document.root,
      preserve: document.value(document.root, "xml:space") === "preserve",
      scope: "",
      labels: [],
      plurals: undefined,
      translate: true,
    },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element } = next;
    const translate = document.value(element, "translate");
    const space = document.value(element, "xml:space");
    const here = {
      translate: translate === undefined ? next.translate : translate === "yes",
      preserve: space === undefined ? next.preserve : space === "preserve",
      scope: severalFiles && element.name === "file" ? `${fileName(document, element)} | ` : next.scope,
      labels: element.name === "group" ? [...next.labels, ...labelOf(document, element)] : next.labels,
      plurals: isPluralGroup(document, element)
        ? { id: next.scope + (document.value(element, "resname") ?? document.value(element, "id") ?? ""), element }
        : next.plurals,
    };
    if (element.name === name) {
      const { translate: _, ...inherited } = here;
      if (here.translate) found.push({ element, ...inherited });
    } else {
      for (const child of elementsOf(element).reverse()) {
        if (CONTAINERS.has(child.name) || child.name === name) stack.push({ element: child, ...here });
      }
    }
  }
  return found;
}

/** Name of a group: `resname` in XLIFF 1.2, `name` in XLIFF 2. Its id is no name; groups of plural forms have none. */
function labelOf(document: XmlDocument, group: XmlElement): readonly string[] {
  const name = (document.value(group, "resname") ?? document.value(group, "name") ?? "").trim();
  return name === "" || isPluralGroup(document, group) || name.length > MAX_LABEL_LENGTH || name.includes(",")
    ? []
    : [name];
}

function fileName(document: XmlDocument, file: XmlElement): string {
  return document.value(file, "original") ?? document.value(file, "id") ?? "";
}

function isPluralGroup(document: XmlDocument, element: XmlElement): boolean {
  return element.name === "group" && document.value(element, "restype") === "x-gettext-plurals";
}

const CONTAINERS = new Set(["file", "body", "group"]);

/** The notes of a unit, and flags for checks as Weblate writes them (docs.weblate.org, "XLIFF"). */
function notes(document: XmlDocument, unit: XmlElement, elements: readonly XmlElement[]): string | undefined {
  const flags = document.value(unit, "weblate-flags");
  const stated = [...elements.map((note) => document.text(note).trim()), flags ? `Flags: ${flags}` : ""];
  return stated.filter(Boolean).join("\n") || undefined;
}

function positive(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
