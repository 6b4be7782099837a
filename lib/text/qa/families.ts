import { addresses } from "./addresses";
import { brackets } from "./brackets";
import { consistency } from "./consistency";
import { customChecks } from "./custom-checks";
import { glossary } from "./glossary";
import { icu } from "./icu";
import { language } from "./language";
import { length } from "./length";
import { lengthRatio } from "./length-ratio";
import { letterCase } from "./letter-case";
import { markdownLinks, markup } from "./markup";
import { negation } from "./negation";
import { numbers } from "./numbers";
import { placeholders } from "./placeholders";
import { provenance } from "./provenance";
import { punctuation } from "./punctuation";
import { repetition } from "./repetition";
import { script } from "./script";
import { spaces } from "./spaces";
import type { Family } from "./subject";
import { tags } from "./tags";

/** All families of checks; a new one is added here, with its checks in `checks.ts`. */
export const FAMILIES: readonly Family[] = [
  length,
  tags,
  markup,
  markdownLinks,
  placeholders,
  icu,
  glossary,
  numbers,
  negation,
  addresses,
  spaces,
  punctuation,
  brackets,
  repetition,
  consistency,
  lengthRatio,
  script,
  language,
  letterCase,
  customChecks,
  provenance,
];
