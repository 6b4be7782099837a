/** Takes who has sent a form to the first field that is said to be wrong, where there is one. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
