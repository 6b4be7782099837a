import type { z } from "zod";
import type { Caller } from "@/lib/identity/auth/caller";
import { nameOf, requireDocument } from "@/lib/projects/documents/documents";
import { SEGMENTS_FORMAT } from "@/lib/projects/documents/segments-document";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import { outdatedOf, type TargetQuery } from "@/lib/schemas/documents";
import { settingsOf } from "@/lib/schemas/projects";
import { codeInFiles } from "@/lib/text/language-codes";
import { outputName } from "@/lib/translation/files/output-name";
import { defaultMinState, type WrittenTarget, writeTarget } from "./target";

/** A document in a language with its current texts. Throws 400 for a language outside the project, 404, 409. */
export async function downloadTarget(
  caller: Caller,
  id: string,
  query: z.output<typeof TargetQuery>,
): Promise<{ stream: ReadableStream<Uint8Array>; name: string; mediaType: string; length: number }> {
  const document = await requireDocument(caller, id);
  const project = await requireProject(caller, document.projectId);
  const language = await requireProjectLanguage(project, query.language);
  const written = await writeTarget(caller.accountId, id, language, {
    minState: query.minState ?? defaultMinState(project.workflow),
    untranslated: query.untranslated,
    outdated: outdatedOf(query),
  });
  return {
    stream: new Blob([written.bytes as BlobPart]).stream(),
    name: targetName(written, codeInFiles(settingsOf(project).languageCodes, language)),
    mediaType: written.mediaType,
    length: written.bytes.length,
  };
}

/** `docs/intro.md` in `es` is `intro.es.md`. */
function targetName({ path, format, extension }: WrittenTarget, language: string): string {
  const name = nameOf(path);
  return format === SEGMENTS_FORMAT ? `${name}.${language}.json` : outputName(name, language, format, extension);
}
