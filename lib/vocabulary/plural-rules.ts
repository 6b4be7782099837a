/** By what the forms of a plural message are chosen: CLDR's cardinals or ordinals, or a rule of gettext. */
export const PLURAL_RULES = ["cardinal", "ordinal", "gettext"] as const;
export type PluralRule = (typeof PLURAL_RULES)[number];
