/** An option of a Combobox. */
export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
  /** Shown after the label, less prominently, such as the native name of a language. */
  readonly detail?: string;
  /** Language of `detail`. */
  readonly detailLang?: string;
  /** Additional search terms. */
  readonly keywords?: readonly string[];
};

/** Options under a heading, or under none. */
export type ComboboxGroup = { readonly heading?: string; readonly options: readonly ComboboxOption[] };
