import type { FormatWarning } from "@/lib/formats/format";
import { applyPatches, type Patch, type Span } from "@/lib/formats/splice";
import type { Slot } from "@/lib/formats/text-document";
import { readColumns } from "./columns";
import { normalizeLabel } from "./escape";
import { readGrid } from "./grid";

/** A drawn table with translated cells. It is written as a whole, because one text may move all borders. */
export type DrawnTable = {
  readonly slots: readonly Slot[];
  /** The table with these texts, one per slot. */
  redraw(texts: readonly string[], target: string): readonly Patch[];
};

/**
 * The texts of a table drawn at `span`, of which `read` parses each cell as a document; undefined if the cells cannot
 * be separated. `labels` are the document's definitions, to which cells may refer.
 */
export function drawnTable(
  source: string,
  span: Span,
  labels: ReadonlySet<string>,
  read: (cell: string) => readonly Slot[],
): DrawnTable | undefined {
  const drawing = source.slice(span.start, span.end);
  const grid = readGrid(drawing) ?? readColumns(drawing);
  if (!grid) return;
  const cells = grid.cells.map(({ text }) => {
    const definitions = definitionsFor(text, labels);
    return { text: text + definitions, definitions, slots: /\p{L}/u.test(text) ? read(text + definitions) : [] };
  });
  return {
    slots: cells.flatMap(({ slots }) => slots.map(({ segment }) => ({ segment, rewrite: () => [] }))),
    redraw(texts, target) {
      let from = 0;
      const changed = new Map<number, string>();
      for (const [index, { text, definitions, slots }] of cells.entries()) {
        const own = texts.slice(from, from + slots.length);
        from += slots.length;
        const patches = slots.flatMap((slot, i) => (own[i] === slot.segment.text ? [] : slot.rewrite(own[i]!, target)));
        if (patches.length === 0) continue;
        const written = applyPatches(text, patches);
        changed.set(index, written.slice(0, written.length - definitions.length));
      }
      return changed.size === 0 ? [] : [{ ...span, raw: [grid.draw(changed)] }];
    },
  };
}

/** A warning that this many tables were left unchanged. */
export function tablesLeftWarning(count: number): FormatWarning {
  return {
    code: "part_skipped",
    count,
    message: `${count === 1 ? "One table drawn with characters was" : `${count} tables drawn with characters were`} left as they are: multi-line rows without borders, or cells that span several, cannot be separated reliably.`,
  };
}

/** Definitions to which a cell refers, so that its links are recognised when it is parsed alone. */
function definitionsFor(cell: string, labels: ReadonlySet<string>): string {
  const found = [...cell.matchAll(/\[([^[\]]{1,999})\]/g)].map(([, label]) => label!.trim().replace(/\s+/g, " "));
  const known = new Set(found.filter((label) => labels.has(normalizeLabel(label))));
  return [...known].map((label) => `\n\n[${label}]: x`).join("");
}
