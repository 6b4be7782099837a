"use client";

import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { type UserPage, useAdminUsers, useSetAdmin } from "@/lib/client/admin";
import type { AdminUser } from "@/lib/schemas/admin";
import { SearchField } from "./search-field";

const ConfirmDialog = lazy(() => import("@/components/ui/confirm-dialog").then((m) => ({ default: m.ConfirmDialog })));
const ResetLinkDialog = lazy(() => import("./reset-link-dialog"));

type Task = { readonly kind: "admin" | "reset"; readonly user: AdminUser };

/** The people of the server: where they belong, who administers it, and a new password for those who lost theirs. */
export function PeopleList({ users: first }: { users: UserPage }) {
  const t = useTranslations("admin");
  const [q, setQ] = useState("");
  const users = useAdminUsers(q, first);
  const setAdmin = useSetAdmin();
  const [task, setTask] = useState<Task | null>(null);
  const shown = users.data?.pages.flatMap((page) => page.users) ?? [];
  const ask = (next: Task) => {
    setAdmin.reset();
    setTask(next);
  };
  return (
    <Section title={t("people")} description={t("peopleText")}>
      <SearchField label={t("searchPeople")} onSearch={setQ} />
      {users.error ? (
        <Failure error={users.error} title={t("loadFailed")} onRetry={() => void users.refetch()} />
      ) : null}
      {users.isPending ? <Skeleton className="h-40" /> : null}
      {users.isSuccess && shown.length === 0 ? <p className="text-muted">{t("noneFit")}</p> : null}
      {shown.length > 0 ? (
        <>
          <UserTable users={shown} onTask={ask} />
          <LoadMore
            shown={shown.length}
            hasMore={users.hasNextPage}
            pending={users.isFetchingNextPage}
            onMore={() => void users.fetchNextPage()}
          />
        </>
      ) : null}
      <Suspense fallback={null}>
        {task?.kind === "reset" ? (
          <ResetLinkDialog userId={task.user.id} name={task.user.name} onClose={() => setTask(null)} />
        ) : null}
        {task?.kind === "admin" ? (
          <ConfirmDialog
            open
            onOpenChange={() => setTask(null)}
            danger={task.user.isAdmin}
            title={t(task.user.isAdmin ? "unmakeAdminNamed" : "makeAdminNamed", { name: task.user.name })}
            confirmLabel={t(task.user.isAdmin ? "unmakeAdmin" : "makeAdmin")}
            pending={setAdmin.isPending}
            onConfirm={() =>
              setAdmin.mutate(
                { id: task.user.id, isAdmin: !task.user.isAdmin },
                {
                  onSuccess: () => {
                    toast(t("changed", { name: task.user.name }), { tone: "success" });
                    setTask(null);
                  },
                },
              )
            }
          >
            {t(task.user.isAdmin ? "unmakeAdminText" : "makeAdminText")}
            {setAdmin.error ? <Failure error={setAdmin.error} className="mt-3" /> : null}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}

function UserTable({ users, onTask }: { users: readonly AdminUser[]; onTask: (task: Task) => void }) {
  const t = useTranslations("admin");
  return (
    <Table caption={t("people")}>
      <thead>
        <tr>
          <Th>{t("name")}</Th>
          <Th>{t("workspaces")}</Th>
          <Th>{t("lastSeen")}</Th>
          <Th>{t("since")}</Th>
          <Th>
            <span className="sr-only">{t("actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <Td className="max-w-72 min-w-48">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="font-medium break-words">{user.name}</bdi>
                {user.isAdmin ? (
                  <Badge tone="accent">
                    <ShieldCheck aria-hidden="true" />
                    {t("administrator")}
                  </Badge>
                ) : null}
              </span>
              <span className="block text-xs break-all text-muted">{user.email}</span>
            </Td>
            <Td className="min-w-36">
              <bdi>{user.workspaces.map((workspace) => workspace.name).join(", ") || "—"}</bdi>
            </Td>
            <Td className="whitespace-nowrap">
              {user.lastSeenAt ? <Time value={user.lastSeenAt} show="relative" /> : t("never")}
            </Td>
            <Td className="whitespace-nowrap">
              <Time value={user.createdAt} show="date" />
            </Td>
            <Td>
              <span className="flex justify-end gap-2">
                <Button size="sm" onClick={() => onTask({ kind: "reset", user })}>
                  {t("reset")}
                  <span className="sr-only"> {user.name}</span>
                </Button>
                <Button
                  size="sm"
                  variant={user.isAdmin ? "danger-ghost" : "ghost"}
                  onClick={() => onTask({ kind: "admin", user })}
                >
                  {t(user.isAdmin ? "unmakeAdmin" : "makeAdmin")}
                  <span className="sr-only"> {user.name}</span>
                </Button>
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
