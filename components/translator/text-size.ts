/** Short texts are large, long ones normal. The same on both sides, so that lines match. */
export function textSize(characters: number): string {
  if (characters <= 120) return "text-xl";
  if (characters <= 600) return "text-lg";
  return "text-base";
}
