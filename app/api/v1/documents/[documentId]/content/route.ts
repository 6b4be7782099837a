import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewContent, replaceContent } from "@/lib/projects/documents/replace-content";
import {
  DocumentAnswer,
  ReplaceDocumentBody,
  ReplaceDocumentFields,
  ReplaceDocumentQuery,
} from "@/lib/schemas/documents";

export const endpoint = defineRoutes("/documents/{documentId}/content", (route) => ({
  PUT: route(
    {
      operationId: "replaceDocumentContent",
      summary: "Upload a new version of a document",
      description:
        "Segments are matched by their keys, or by text and position, and keep their translations. Confirmed translations whose source changed need work again. Uploading the same bytes again changes nothing (200). `dryRun` only counts the changes.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      query: ReplaceDocumentQuery,
      body: ReplaceDocumentBody,
      bodyBytes: (caller) => caller.limits.fileBytes,
      multipart: ReplaceDocumentFields,
      response: DocumentAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "With `dryRun`: what would change. Otherwise: the content is unchanged." },
      errors: ["conflict", "too_large", "unreadable_file", "no_translatable_text"],
      examples: { request: { content: "# Welcome\n\nThe house is small.\n" } },
    },
    async ({ caller, params, query, body, file }) => {
      const sent = { body, file };
      if (query.dryRun)
        return new Answer(await previewContent(caller, params.documentId, sent, query), { status: 200 });
      const { document, isSent } = await replaceContent(caller, params.documentId, sent, query);
      if (!isSent) return new Answer(document, { status: 200 });
      return new Answer(document, { headers: { Location: document.links.job ?? "", "Retry-After": "1" } });
    },
  ),
}));
