import { Answer, route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { nextLink } from "@/lib/api/paging";
import { createDocument, previewDocument } from "@/lib/projects/documents/create-document";
import { listDocuments } from "@/lib/projects/documents/documents";
import {
  CreateDocumentBody,
  CreateDocumentFields,
  CreateDocumentQuery,
  DocumentAnswer,
  DocumentList,
  DocumentsQuery,
} from "@/lib/schemas/documents";

export const endpoint = defineRoutes("/projects/{projectId}/documents", {
  GET: route(
    {
      operationId: "listDocuments",
      summary: "List the documents of a project",
      tag: "Documents",
      scope: "projects:read",
      params: { projectId: "project" },
      query: DocumentsQuery,
      response: DocumentList,
      etag: true,
      errors: ["not_found"],
    },
    async ({ caller, params, query, request }) => {
      const page = await listDocuments(caller, params.projectId, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
  POST: route(
    {
      operationId: "createDocument",
      summary: "Add a document to a project",
      description:
        "A file as multipart, a text as JSON, or texts with keys as JSON. A job reads it, starts the project and has it drafted by machine, unless the project's `autoStart` is off. Translations that it holds already are kept. `dryRun` only counts.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      params: { projectId: "project" },
      query: CreateDocumentQuery,
      body: CreateDocumentBody,
      bodyBytes: (caller) => caller.limits.fileBytes,
      multipart: CreateDocumentFields,
      response: DocumentAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "With `dryRun`: what would change." },
      idempotent: true,
      errors: [
        "not_found",
        "conflict",
        "too_large",
        "unsupported_media_type",
        "unreadable_file",
        "no_translatable_text",
      ],
      examples: { request: { name: "welcome.md", content: "# Welcome\n\nThe house is big.\n" } },
    },
    async ({ caller, params, query, body, fields, file, tx }) => {
      const sent = { body, fields, file };
      if (query.dryRun) return new Answer(await previewDocument(caller, params.projectId, sent, tx), { status: 200 });
      const document = await createDocument(caller, params.projectId, sent, tx);
      return new Answer(document, { headers: { Location: document.links.job ?? "", "Retry-After": "1" } });
    },
  ),
});
