import { z } from "zod";
import { readJson } from "./http";

const Chunk = z.object({
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

/**
 * The completion assembled from a stream of chunks (OpenAI, "Streaming"); null if the stream ends early or with an
 * error. Skips lines that are not chunks: comments, other events, proxy output.
 */
export function readChatStream(stream: string): object | null {
  let content = "";
  let usage: unknown;
  let isDone = false;
  let finish_reason: string | null | undefined;
  for (const line of stream.split(/\r\n|\r|\n/)) {
    const data = /^data: ?(.*)$/.exec(line)?.[1]?.trim();
    isDone ||= data === "[DONE]";
    const chunk = Chunk.safeParse(readJson(data ?? "")).data;
    if (chunk?.error) return null;
    const [choice] = chunk?.choices ?? [];
    content += choice?.delta?.content ?? "";
    finish_reason = choice?.finish_reason || finish_reason;
    usage = chunk?.usage ?? usage;
  }
  return isDone || finish_reason ? { choices: [{ message: { content }, finish_reason }], usage } : null;
}
