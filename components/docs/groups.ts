import type { ApiDocument, ApiOperation } from "@/lib/schemas/api-document";

/** The operations of a tag. Each group has a page. */
export type Group = {
  readonly name: string;
  /** Slug of its page: `/docs/<slug>`. */
  readonly slug: string;
  readonly operations: readonly { readonly path: string; readonly method: string; readonly operation: ApiOperation }[];
};

export function groupsOf(document: ApiDocument): readonly Group[] {
  return document.tags.map(({ name }) => ({
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    ),
  }));
}

export function groupBySlug(document: ApiDocument, slug: string): Group | undefined {
  return groupsOf(document).find((group) => group.slug === slug);
}
