import { router } from "@/lib/engines/registry";
import { warmDetection } from "@/lib/text/detect/detect";

/** Preloads what the first request would wait for: the engines' directions and the language detection. */
export async function warmUp(): Promise<void> {
  await Promise.all([router().languages(), warmDetection()]);
}
