import { notFound } from "next/navigation";
import { currentDocument } from "@/app/(app)/docs/document";
import { groupBySlug } from "@/components/docs/groups";
import { OperationGroup } from "@/components/docs/operation-group";

type GroupPageProps = { params: Promise<{ group: string }> };

export async function generateMetadata({ params }: GroupPageProps) {
  const group = groupBySlug(await currentDocument(), (await params).group);
  return group ? { title: group.name } : {};
}

/** The operations of one resource. */
export default async function DocsGroupPage({ params }: GroupPageProps) {
  const document = await currentDocument();
  const group = groupBySlug(document, (await params).group);
  if (!group) notFound();
  return <OperationGroup document={document} group={group} />;
}
