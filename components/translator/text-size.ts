/** Few words stand large, a page of them in reading size. The same on both sides, so that lines keep pace. */
export function textSize(characters: number): string {
  if (characters <= 120) return "text-xl";
  if (characters <= 600) return "text-lg";
  return "text-base";
}
