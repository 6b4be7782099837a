import type { Patch } from "@/lib/formats/splice";
import { descendants } from "@/lib/formats/xml";
import { type PartPatches, replaceValue, setAttribute, type Target } from "./office-document";
import type { Part } from "./part";

/** The language of an OpenDocument's metadata. */
export function metaMarks(part: Part, target: Target): PartPatches {
  const language = [...descendants(part.document.root)].find(({ name }) => name === "dc:language");
  const patch = language?.children.length
    ? [{ start: language.openEnd, end: language.closeStart, raw: [target.locale] }]
    : [];
  return { part, patches: patch };
}

const LANGUAGE_ATTRIBUTES = {
  latin: ["fo:language", "fo:country"],
  "east-asian": ["style:language-asian", "style:country-asian"],
  complex: ["style:language-complex", "style:country-complex"],
} as const;

/** Sets languages and writing modes of styles. Text marked as having no language stays so. */
export function styleMarks(part: Part, target: Target): PartPatches {
  const { document } = part;
  const [language, country] = LANGUAGE_ATTRIBUTES[target.script];
  const region = new Intl.Locale(target.locale).region ?? "none";
  const patches: Patch[] = [];
  for (const element of descendants(document.root, ({ name }) => name !== "office:body")) {
    if (element.name === "style:text-properties") {
      const attributes = document.attributes(element);
      const own = attributes.find(({ name }) => name === language);
      const place = attributes.find(({ name }) => name === country);
      if (own && !/^(none|zxx)$/.test(own.value)) {
        patches.push(replaceValue(own, new Intl.Locale(target.language).language));
        if (place) patches.push(replaceValue(place, region));
      }
    } else if (/^style:(paragraph|table|page-layout)-properties$/.test(element.name)) {
      const mode = document.attribute(element, "style:writing-mode");
      const wanted = target.rtl ? "rl-tb" : "lr-tb";
      if (mode && /^(lr|rl)(-tb)?$/.test(mode.value)) {
        if (mode.value !== wanted) patches.push(replaceValue(mode, wanted));
      } else if (!mode && target.rtl && element.name === "style:page-layout-properties") {
        patches.push(setAttribute(part, element, "style:writing-mode", wanted));
      }
    }
  }
  return { part, patches };
}

/** The language of the document's default style. */
export function defaultLanguage(part: Part): string | undefined {
  for (const element of descendants(part.document.root)) {
    if (element.name !== "style:text-properties" || element.parent?.name !== "style:default-style") continue;
    const language = part.document.value(element, "fo:language");
    const country = part.document.value(element, "fo:country");
    if (language && !/^(none|zxx)$/.test(language)) {
      return country && country !== "none" ? `${language}-${country}` : language;
    }
  }
}
