import { childOf, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { attachCopies, type Slot, slotOf, type Unit } from "./office-document";
import type { Part } from "./part";

/**
 * The segments of a part in reading order. `unitsOf` returns the units of an element; its children are visited too.
 * Skips elements for which `isLeft` is true, with their content. Texts of a `mc:Fallback` repeat those of its
 * `mc:Choice` (ECMA-376 part 3, section 10.2) and get the same translation.
 */
export function storySlots(
  part: Part,
  unitsOf: (element: XmlElement) => readonly (Unit | null)[],
  isLeft: (element: XmlElement) => boolean = () => false,
): Slot[] {
  const slots: Slot[] = [];

  const read = (parent: XmlElement) => {
    for (const element of parent.children) {
      if (element.type !== "element" || isLeft(element)) continue;
      if (element.name === "mc:AlternateContent") {
        readAlternatives(element);
        continue;
      }
      for (const unit of unitsOf(element)) if (unit) slots.push(slotOf(unit));
      read(element);
    }
  };

  const readAlternatives = (element: XmlElement) => {
    const from = slots.length;
    for (const choice of elementsOf(element, "mc:Choice")) read(choice);
    const to = slots.length;
    const fallback = childOf(element, "mc:Fallback");
    if (!fallback) return;
    read(fallback);
    const copies = slots.splice(to).flatMap(({ units }) => units);
    for (const slot of attachCopies(copies, slots.slice(from))) slots.push(slot);
  };

  read(part.document.root);
  return slots;
}
