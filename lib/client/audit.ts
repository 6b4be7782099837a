import type { z } from "zod";
import type { AuditEntryList, AuditQuery } from "@/lib/schemas/audit";
import type { AuditAction } from "@/lib/vocabulary/audit-actions";
import { usePaged } from "./paged";

export type AuditPage = z.output<typeof AuditEntryList>;
export type AuditScope = z.output<typeof AuditQuery>["scope"];
/** Empty strings match everything. */
export type AuditFilter = { readonly action: AuditAction | ""; readonly from: string; readonly to: string };

export const NO_AUDIT_FILTER: AuditFilter = { action: "", from: "", to: "" };

/** Matching entries of the audit log, newest first; `initial` is the unfiltered first page. */
export function useAudit(scope: AuditScope, filter: AuditFilter, initial: AuditPage) {
  const isFiltered = Object.values(filter).some((value) => value !== "");
  return usePaged<typeof AuditEntryList>(["audit", scope, filter], "/account/audit", {
    query: queryOf(scope, filter),
    initial: isFiltered ? undefined : initial,
  });
}

/** Address of all matching entries as a file. */
export function auditFile(scope: AuditScope, filter: AuditFilter, format: "csv" | "json"): string {
  const set = Object.entries({ ...queryOf(scope, filter), download: format }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/api/v1/account/audit?${new URLSearchParams(set)}`;
}

function queryOf(scope: AuditScope, { action, from, to }: AuditFilter) {
  return { scope, actions: action || undefined, from: from || undefined, to: to || undefined };
}
