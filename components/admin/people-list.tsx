"use client";

import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { cx } from "@/components/ui/cx";
import { Ellipsis, KeyRound, ShieldCheck, ShieldOff, ShieldQuestionMark } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { STICKY_END, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { useLayer } from "@/components/ui/use-layer";
import { type UserPage, useAdminUsers, useResetSecondFactor, useSetAdmin } from "@/lib/client/admin";
import type { AdminUser } from "@/lib/schemas/admin";
import { SearchedSection } from "./searched-section";

const ResetLinkDialog = lazy(() => import("./reset-link-dialog"));

type Task = { readonly kind: "admin" | "reset" | "factor"; readonly user: AdminUser };

/** The users of the server: workspaces, administrator rights, and password resets. */
export function PeopleList({ users: first }: { users: UserPage }) {
  const t = useTranslations("admin");
  const [q, setQ] = useState("");
  const users = useAdminUsers(q, first);
  const setAdmin = useSetAdmin();
  const resetFactor = useResetSecondFactor();
  const [task, start, close] = useLayer<Task>();
  const shown = users.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <SearchedSection
        title={t("people")}
        description={t("peopleText")}
        searchLabel={t("searchPeople")}
        onSearch={setQ}
        list={users}
        count={shown.length}
      >
        <UserTable users={shown} onTask={start} />
      </SearchedSection>
      <Suspense fallback={null}>
        {task?.kind === "reset" ? (
          <ResetLinkDialog userId={task.user.id} name={task.user.name} onClose={close} />
        ) : null}
        {task?.kind === "factor" ? (
          <ConfirmDialog
            title={t("resetFactorNamed", { name: task.user.name })}
            confirmLabel={t("resetFactor")}
            action={resetFactor}
            input={task.user.id}
            doneText={t("changed", { name: task.user.name })}
            onClose={close}
          >
            {t("resetFactorText")}
          </ConfirmDialog>
        ) : null}
        {task?.kind === "admin" ? (
          <ConfirmDialog
            danger={task.user.isAdmin}
            title={t(task.user.isAdmin ? "unmakeAdminNamed" : "makeAdminNamed", { name: task.user.name })}
            confirmLabel={t(task.user.isAdmin ? "unmakeAdmin" : "makeAdmin")}
            action={setAdmin}
            input={{ id: task.user.id, isAdmin: !task.user.isAdmin }}
            doneText={t("changed", { name: task.user.name })}
            onClose={close}
          >
            {t(task.user.isAdmin ? "unmakeAdminText" : "makeAdminText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </>
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
          <Th className={STICKY_END}>
            <span className="sr-only">{t("actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <Td className="max-w-72 min-w-48">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="min-w-0 font-medium wrap-anywhere">{user.name}</bdi>
                {user.isAdmin ? (
                  <Badge tone="accent">
                    <ShieldCheck />
                    {t("administrator")}
                  </Badge>
                ) : null}
              </span>
              <span className="block text-xs wrap-anywhere text-muted">{user.email}</span>
            </Td>
            <Td className="min-w-36">
              <bdi className="wrap-anywhere">
                {user.workspaces.map((workspace) => workspace.name).join(", ") || "—"}
              </bdi>
            </Td>
            <Td className="whitespace-nowrap">
              {user.lastSeenAt ? <Time value={user.lastSeenAt} show="relative" /> : t("never")}
            </Td>
            <Td className="whitespace-nowrap">
              <Time value={user.createdAt} show="date" />
            </Td>
            <Td className={cx(STICKY_END, "text-end")}>
              <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t("actionsOf", { name: user.name })} />}>
                <MenuItem icon={KeyRound} onSelect={() => onTask({ kind: "reset", user })}>
                  {t("reset")}
                </MenuItem>
                {user.hasSecondFactor ? (
                  <MenuItem icon={ShieldQuestionMark} onSelect={() => onTask({ kind: "factor", user })}>
                    {t("resetFactor")}
                  </MenuItem>
                ) : null}
                <MenuItem
                  icon={user.isAdmin ? ShieldOff : ShieldCheck}
                  danger={user.isAdmin}
                  onSelect={() => onTask({ kind: "admin", user })}
                >
                  {t(user.isAdmin ? "unmakeAdmin" : "makeAdmin")}
                </MenuItem>
              </Menu>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
