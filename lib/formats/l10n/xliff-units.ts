import { leadOf } from "@/lib/formats/l10n/xml-source";
import { childOf, elementsOf, type XmlDocument, type XmlElement } from "@/lib/formats/xml";

/** One source with its target: a `trans-unit` of XLIFF 1.2, a `segment` of XLIFF 2. */
export type Unit = {
  /** Where the text is: `seg-source` when there is one. */
  readonly source: XmlElement;
  readonly target: XmlElement | undefined;
  /** Offset at which a new target stands, and the white space before it. */
  readonly insertAt: number;
  readonly lead: string;
  /** `xml:space="preserve"`. */
  readonly preserve: boolean;
  /** Whether a translator has still to see to it. */
  readonly pending: boolean;
  readonly state: string | undefined;
  /** Element that has the state once translated, and what it says then. */
  readonly stateOn: XmlElement | "target";
  readonly doneState: string;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
};

/** The units of XLIFF 1.0 to 1.2 that may be translated, in order. */
export function units1(document: XmlDocument): Unit[] {
  return holders(document, "trans-unit").flatMap(({ element, preserve }): Unit[] => {
    const plain = childOf(element, "source");
    if (!plain) return [];
    const source = childOf(element, "seg-source") ?? plain;
    const target = childOf(element, "target");
    const state = target && document.value(target, "state");
    const approved = document.value(element, "approved") === "yes";
    const characters = document.value(element, "size-unit") === "char";
    return [
      {
        source,
        target,
        insertAt: source.end,
        lead: leadOf(document, plain),
        preserve,
        pending: !approved || isEmpty(document, target) ? isPending(document, source, target, state, WAITING_1) : false,
        state,
        stateOn: "target",
        doneState: "needs-review-translation",
        key: document.value(element, "resname") ?? document.value(element, "id"),
        note: notes(document, elementsOf(element, "note")),
        maxLength: characters ? positive(document.value(element, "maxwidth")) : undefined,
      },
    ];
  });
}

/** The segments of XLIFF 2 that may be translated, in order. */
export function units2(document: XmlDocument): Unit[] {
  return holders(document, "unit").flatMap(({ element, preserve }) => {
    const segments = elementsOf(element, "segment");
    const key = document.value(element, "name") ?? document.value(element, "id") ?? "";
    const list = childOf(element, "notes");
    const note = list ? notes(document, elementsOf(list, "note")) : undefined;
    const limit = document.value(element, "slr:sizeRestriction")?.split(",").at(-1);
    return segments.flatMap((segment, index): Unit[] => {
      const source = childOf(segment, "source");
      if (!source) return [];
      const target = childOf(segment, "target");
      const state = document.value(segment, "state");
      const several = segments.length > 1;
      return [
        {
          source,
          target,
          insertAt: source.end,
          lead: leadOf(document, source),
          preserve: preserve || document.value(source, "xml:space") === "preserve",
          pending: isPending(document, source, target, state, WAITING_2),
          state,
          stateOn: segment,
          doneState: "translated",
          key: several ? `${key} ${document.value(segment, "id") ?? index + 1}` : key,
          note,
          maxLength: several ? undefined : positive(limit),
        },
      ];
    });
  });
}

/** States of a target that is there but is no translation yet. */
const WAITING_1 = new Set(["new", "needs-translation", "needs-l10n", "needs-adaptation"]);
const WAITING_2 = new Set(["initial"]);

/** Without a state, a target that repeats its source was only copied there. */
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

type Holder = { readonly element: XmlElement; readonly preserve: boolean };

/** Elements of a name with what they inherit, without those that are not to be translated. Depth first, no recursion. */
function holders(document: XmlDocument, name: string): Holder[] {
  const found: Holder[] = [];
  const stack: (Holder & { readonly translate: boolean })[] = [
    { element: document.root, preserve: document.value(document.root, "xml:space") === "preserve", translate: true },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element } = next;
    const translate = document.value(element, "translate");
    const space = document.value(element, "xml:space");
    const here = {
      translate: translate === undefined ? next.translate : translate === "yes",
      preserve: space === undefined ? next.preserve : space === "preserve",
    };
    if (element.name === name) {
      if (here.translate) found.push({ element, preserve: here.preserve });
    } else {
      for (const child of elementsOf(element).reverse()) {
        if (CONTAINERS.has(child.name) || child.name === name) stack.push({ element: child, ...here });
      }
    }
  }
  return found;
}

const CONTAINERS = new Set(["file", "body", "group"]);

function notes(document: XmlDocument, elements: readonly XmlElement[]): string | undefined {
  return (
    elements
      .map((note) => document.text(note).trim())
      .filter(Boolean)
      .join("\n") || undefined
  );
}

function positive(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
