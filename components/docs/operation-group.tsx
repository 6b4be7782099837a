import type { ApiDocument } from "@/lib/schemas/api-document";
import type { Group } from "./groups";
import { Operation } from "./operation";

/** The operations of a group, below a list of links to them. In English, like the document. */
export function OperationGroup({ document, group }: { document: ApiDocument; group: Group }) {
  const base = document.servers[0]?.url ?? "/v1";
  return (
    <section className="flex flex-col gap-5" lang="en" dir="ltr">
      <h2 className="text-xl">{group.name}</h2>
      <ul className="flex flex-col gap-x-6 gap-y-1.5 text-sm sm:grid sm:grid-cols-2">
        {group.operations.map(({ operation }) => (
          <li key={operation.operationId}>
            <a
              className="rounded-sm text-accent-ink underline-offset-4 hover:underline"
              href={`#${operation.operationId}`}
            >
              {operation.summary}
            </a>
          </li>
        ))}
      </ul>
      {group.operations.map((one) => (
        <Operation key={one.operation.operationId} base={base} schemas={document.components.schemas} {...one} />
      ))}
    </section>
  );
}
