import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteDocument, patchDocument } from "@/lib/projects/documents/change-document";
import { getDocument } from "@/lib/projects/documents/documents";
import { PatchDocumentBody, ProjectDocument } from "@/lib/schemas/documents";

export const endpoint = defineRoutes("/documents/{documentId}", (route) => ({
  GET: route(
    {
      operationId: "getDocument",
      summary: "Get a document",
      description: "Returns format, current version, status and progress.",
      tag: "Documents",
      scope: "projects:read",
      response: ProjectDocument,
      etag: true,
    },
    ({ caller, params }) => getDocument(caller, params.documentId),
  ),
  PATCH: route(
    {
      operationId: "updateDocument",
      summary: "Update a document",
      description: "Changes only the fields in the request.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      body: PatchDocumentBody,
      response: ProjectDocument,
      errors: ["conflict"],
      examples: { request: { path: "docs/welcome.md" } },
    },
    ({ caller, params, body }) => patchDocument(caller, params.documentId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteDocument",
      summary: "Delete a document",
      description: "Also deletes its segments and their translations.",
      tag: "Documents",
      scope: "projects:write",
      role: "manager",
      response: null,
      errors: ["conflict"],
    },
    ({ caller, params }) => deleteDocument(caller, params.documentId),
  ),
}));
