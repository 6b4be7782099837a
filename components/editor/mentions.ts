/** A person who can be mentioned. */
export type Mentionable = { readonly userId: string; readonly name: string; readonly email: string };

/** A mention that is being typed: the position of its `@`, and the text after it. */
export type TypedMention = { readonly start: number; readonly query: string };

const MAX_SUGGESTIONS = 6;

/** The mention before the caret, if one is being typed. Names may have a space. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const found = /(?:^|[\s([{"'«„“])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[1] ?? "";
  return { start: caret - query.length - 1, query };
}

/** The people whose address, name or a part of whose name begins with the typed text. */
export function suggestMentions(people: readonly Mentionable[], query: string): readonly Mentionable[] {
  const needle = fold(query);
  const fits = ({ name, email }: Mentionable) =>
    [name, ...name.split(/\s+/), email].some((part) => fold(part).startsWith(needle));
  return people.filter(fits).slice(0, MAX_SUGGESTIONS);
}

/** A text with a mention in place of the typed text, and the caret position after it. */
export function withMention(
  text: string,
  { start, query }: TypedMention,
  person: Mentionable,
  people: readonly Mentionable[],
): { readonly text: string; readonly caret: number } {
  // Only the address distinguishes people of the same name.
  const isUnique = people.every(({ userId, name }) => userId === person.userId || fold(name) !== fold(person.name));
  const mention = `@${isUnique ? person.name : person.email} `;
  const after = text.slice(start + 1 + query.length).replace(/^ /, "");
  return { text: text.slice(0, start) + mention + after, caret: start + mention.length };
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}
