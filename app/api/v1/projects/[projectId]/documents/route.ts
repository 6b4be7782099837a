import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { createInBranch } from "@/lib/projects/branches/create-in-branch";
import { previewDocument } from "@/lib/projects/documents/create-document";
import { listDocuments } from "@/lib/projects/documents/documents";
import { previewArchive, putArchive } from "@/lib/projects/documents/put-archive";
import { previewPut, putDocument } from "@/lib/projects/documents/put-document";
import {
  CreateDocumentBody,
  CreateDocumentFields,
  CreateDocumentQuery,
  DocumentAnswer,
  DocumentList,
  DocumentsQuery,
  PutAnswer,
  PutDocumentBody,
  PutDocumentFields,
  PutDocumentQuery,
} from "@/lib/schemas/documents";

export const endpoint = defineRoutes("/projects/{projectId}/documents", (route) => ({
  GET: route(
    {
      operationId: "listDocuments",
      summary: "List the documents of a project",
      description: "Lists the documents of main or of `branch`, with progress. `path` selects one document.",
      tag: "Documents",
      scope: "projects:read",
      query: DocumentsQuery,
      response: DocumentList,
      etag: true,
    },
    async ({ caller, params, query }) =>
      listDocuments(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
  POST: route(
    {
      operationId: "createDocument",
      summary: "Add a document to a project",
      description:
        "Send a file as multipart, or a text or keyed texts as JSON. A job reads the document, starts the project and pretranslates it, unless the project's `autoStart` is off. Translations in the document are imported: the job's `receipt` accounts for each of them in the project's languages, and `GET /jobs/{jobId}/receipt` lists them. `dryRun` only counts.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      query: CreateDocumentQuery,
      body: CreateDocumentBody,
      bodyBytes: (caller) => caller.limits.fileBytes,
      multipart: CreateDocumentFields,
      response: DocumentAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "With `dryRun`: what would change." },
      idempotent: true,
      errors: ["conflict", "too_large", "unsupported_media_type", "unreadable_file", "no_translatable_text"],
      examples: { request: { name: "welcome.md", content: "# Welcome\n\nThe house is big.\n" } },
    },
    async ({ caller, params, query, body, fields, file, tx }) => {
      const sent = { body, fields, file };
      if (query.dryRun) return new Answer(await previewDocument(caller, params.projectId, sent, tx), { status: 200 });
      const document = await createInBranch(caller, params.projectId, query.branch, sent, tx);
      return new Answer(document, { headers: { Location: document.links.job ?? "", "Retry-After": "1" } });
    },
  ),
  PUT: route(
    {
      operationId: "putDocument",
      summary: "Create or update a document by its path",
      description:
        "Creates the document at `path` (201), or uploads a new version of it (200). Uploading the same content again changes nothing: `changed` is false. In a `branch`, main's document is copied when its content first differs from main's. Without `path`, send a ZIP: each entry creates or updates the document at its path, and entries that cannot be imported are listed in `skipped`. `dryRun` only counts.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      query: PutDocumentQuery,
      body: PutDocumentBody,
      bodyBytes: (caller) => caller.limits.fileBytes,
      multipart: PutDocumentFields,
      response: PutAnswer,
      status: 200,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 201: "The document is new." },
      errors: ["conflict", "too_large", "unsupported_media_type", "unreadable_file", "no_translatable_text"],
      examples: { request: { content: "# Welcome\n\nThe house is big.\n" } },
    },
    async ({ caller, params: { projectId }, query, body, fields, file }) => {
      const { path, dryRun } = query;
      if (path === undefined)
        return dryRun
          ? previewArchive(caller, projectId, { file, fields }, query)
          : putArchive(caller, projectId, { file, fields }, query);
      const sent = { path, body, fields, file };
      if (dryRun) return previewPut(caller, projectId, sent, query);
      const { document, isNew } = await putDocument(caller, projectId, sent, query);
      const headers = { Location: document.links.job ?? "", "Retry-After": "1" };
      return new Answer(document, { status: isNew ? 201 : 200, headers: document.changed ? headers : {} });
    },
  ),
}));
