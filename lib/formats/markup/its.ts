import type { XmlDocument, XmlElement } from "@/lib/formats/xml";

/**
 * Rules of the Internationalization Tag Set 2.0 within the document: `its:rules` with `translateRule` and
 * `withinTextRule`. Supports selectors that are paths of names with conditions on attributes, which is what such files
 * use. Other selectors, and rules in other files, are ignored.
 */
export type ItsRules = {
  /** Undefined if no rule applies. */
  translates(element: XmlElement): boolean | undefined;
  translatesAttribute(element: XmlElement, name: string): boolean | undefined;
  within(element: XmlElement): "yes" | "no" | "nested" | undefined;
  readonly hasAttributes: boolean;
};

/** Result for a document without rules. */
export const NO_RULES: ItsRules = {
  translates: () => undefined,
  translatesAttribute: () => undefined,
  within: () => undefined,
  hasAttributes: false,
};

const MAX_RULES = 200;

/** The rules of a document. Later rules override earlier ones. */
export function itsRules(document: XmlDocument, elements: Iterable<XmlElement>): ItsRules {
  const translate: { readonly path: Path; readonly value: boolean }[] = [];
  const within: { readonly path: Path; readonly value: "yes" | "no" | "nested" }[] = [];
  let count = 0;
  for (const element of elements) {
    const name = element.name.slice(element.name.indexOf(":") + 1);
    if (!element.name.includes(":") || !/^(?:translateRule|withinTextRule)$/.test(name)) continue;
    if (++count > MAX_RULES) break;
    const path = readPath(document.value(element, "selector") ?? "");
    if (!path) continue;
    const value = document.value(element, name === "translateRule" ? "translate" : "withinText");
    if (name === "translateRule" && (value === "yes" || value === "no"))
      translate.push({ path, value: value === "yes" });
    if (name === "withinTextRule" && (value === "yes" || value === "no" || value === "nested"))
      within.push({ path, value });
  }
  if (translate.length + within.length === 0) return NO_RULES;
  const ofElements = translate.filter(({ path }) => path.attribute === undefined).toReversed();
  const ofAttributes = translate.filter(({ path }) => path.attribute !== undefined).toReversed();
  const inText = within.toReversed();
  const known = new Map<XmlElement, boolean | undefined>();
  const own = (element: XmlElement) => {
    if (!known.has(element)) known.set(element, ofElements.find(({ path }) => matches(document, path, element))?.value);
    return known.get(element);
  };
  /** Children inherit that they are not translated (ITS 2.0, 8.1). */
  const translates = (element: XmlElement) => {
    const ruled = own(element);
    if (ruled !== undefined) return ruled;
    for (let at = element.parent; at; at = at.parent) {
      const inherited = own(at);
      if (inherited !== undefined) return inherited ? undefined : false;
    }
    return undefined;
  };
  return {
    translates,
    translatesAttribute: (element, name) =>
      ofAttributes.find(
        ({ path }) => (path.attribute === name || path.attribute === "*") && matches(document, path, element),
      )?.value,
    within: (element) => inText.find(({ path }) => matches(document, path, element))?.value,
    hasAttributes: ofAttributes.length > 0,
  };
}

type Step = {
  readonly name: string;
  /** True if the step matches at any depth, as after `//` in XPath. */
  readonly isDeep: boolean;
  readonly conditions: readonly { readonly name: string; readonly value: string | undefined }[];
};

type Path = { readonly steps: readonly Step[]; readonly attribute?: string };

const STEP =
  /^(\/\/?)(?:(@)?((?:[\w.-]{1,100}:)?(?:[\w.-]{1,100}|\*)))((?:\[@[\w.:-]{1,100}(?:\s{0,5}=\s{0,5}(?:'[^']{0,200}'|"[^"]{0,200}"))?\]){0,5})/;

/** Parses `//a/b[@c='d']`, `/root//x`, `//img/@alt`; undefined for other expressions. */
function readPath(selector: string): Path | undefined {
  const steps: Step[] = [];
  let rest = selector.trim();
  if (rest.length > 1_000) return;
  while (rest !== "") {
    const match = STEP.exec(rest);
    if (!match) return;
    const [raw, slash, at, name = "", conditions = ""] = match;
    rest = rest.slice(raw.length);
    if (at) return rest === "" ? { steps, attribute: local(name) } : undefined;
    steps.push({ name: local(name), isDeep: slash === "//", conditions: readConditions(conditions) });
    if (steps.length > 20) return;
  }
  return steps.length > 0 ? { steps } : undefined;
}

function readConditions(raw: string): Step["conditions"] {
  return [...raw.matchAll(/\[@([\w.:-]+)(?:\s*=\s*(?:'([^']*)'|"([^"]*)"))?\]/g)].map(
    ([, name = "", single, double]) => ({
      name,
      value: single ?? double,
    }),
  );
}

/** Matches a path from the last step up. `//` takes the nearest ancestor that matches. */
function matches(document: XmlDocument, { steps, attribute }: Path, element: XmlElement): boolean {
  if (steps.length === 0) return attribute !== undefined;
  let at: XmlElement | null = element;
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index]!;
    const isLast = index === steps.length - 1;
    const below: Step | undefined = steps[index + 1];
    if (!isLast && below?.isDeep) while (at && !fits(document, step, at)) at = at.parent;
    if (!at || !fits(document, step, at)) return false;
    at = at.parent;
  }
  return steps[0]!.isDeep || at === null;
}

function fits(document: XmlDocument, { name, conditions }: Step, element: XmlElement): boolean {
  if (name !== "*" && local(element.name) !== name) return false;
  return conditions.every((condition) => {
    const value = document.value(element, condition.name);
    return condition.value === undefined ? value !== undefined : value === condition.value;
  });
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
