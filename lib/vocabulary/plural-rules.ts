/** How the forms of a plural message are selected: by CLDR cardinals or ordinals, or by a gettext rule. */
export const PLURAL_RULES = ["cardinal", "ordinal", "gettext"] as const;
export type PluralRule = (typeof PLURAL_RULES)[number];
