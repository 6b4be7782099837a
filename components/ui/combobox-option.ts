/** What can be chosen in a Combobox. */
export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
  /** Said after the label, less loudly, such as the language's own name. */
  readonly detail?: string;
  /** Language of `detail`. */
  readonly detailLang?: string;
  /** Other words that find it. */
  readonly keywords?: readonly string[];
};

/** Options under a heading, or under none. */
export type ComboboxGroup = { readonly heading?: string; readonly options: readonly ComboboxOption[] };
