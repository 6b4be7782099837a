"use client";

import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { PlugZap, Plus } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { type Engine, useEngines } from "@/lib/client/admin";
import { useLocalServers, useRemoveService, useServices, useTestService } from "@/lib/client/engines";
import type { LocalServer, Service, ServiceTrial } from "@/lib/schemas/engines";
import { SERVICE_KINDS, SERVICE_NAMES, type ServiceKind } from "@/lib/schemas/service-fields";
import { ServiceRow } from "./service-row";

const ServiceDialog = lazy(() => import("./service-dialog"));

type Open =
  | { readonly dialog: "set"; readonly service: Service | null; readonly found?: LocalServer }
  | { readonly dialog: "remove"; readonly service: Service };

type ServiceListProps = { readonly services: readonly Service[]; readonly engines: readonly Engine[] };

/** Remote and self-hosted services used in addition to the local engines. */
export function ServiceList({ services: first, engines: firstEngines }: ServiceListProps) {
  const t = useTranslations("engines");
  const services = useServices(first);
  const engines = useEngines(firstEngines);
  const remove = useRemoveService();
  const test = useTestService();
  const [open, setOpen] = useState<Open | null>(null);
  // The result of the trial when a service was last saved.
  const [tried, setTried] = useState<{ readonly kind: ServiceKind; readonly outcome: ServiceTrial } | null>(null);
  const testOf = (kind: ServiceKind) => {
    if (test.variables === kind) return test;
    return tried?.kind === kind ? { isPending: false, error: null, data: tried.outcome } : null;
  };
  const local = useLocalServers().data ?? [];
  const isSet = (kind: ServiceKind) => services.data.some((service) => service.kind === kind);
  const free = SERVICE_KINDS.filter((kind) => !isSet(kind));
  const add = (
    <Button
      icon={Plus}
      variant={services.data.length === 0 ? "primary" : "secondary"}
      disabled={free.length === 0}
      onClick={() => setOpen({ dialog: "set", service: null })}
    >
      {t("add")}
    </Button>
  );
  return (
    <Section title={t("services")} description={t("servicesText")} actions={services.data.length > 0 ? add : undefined}>
      <Failure error={services.error} title={t("loadFailed")} onRetry={() => void services.refetch()} />
      {services.data.length === 0 ? (
        <EmptyState icon={<PlugZap />} title={t("noServices")} actions={add}>
          {t("noServicesText")}
        </EmptyState>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {services.data.map((service) => (
              <ServiceRow
                key={`${service.kind} ${service.origin}`}
                service={service}
                engine={service.isOverridden ? undefined : engines.data.find(({ id }) => id === service.kind)}
                test={service.isOverridden ? null : testOf(service.kind)}
                onTest={() => {
                  setTried(null);
                  test.mutate(service.kind);
                }}
                onChange={() => setOpen({ dialog: "set", service })}
                onRemove={() => setOpen({ dialog: "remove", service })}
              />
            ))}
          </ul>
        </Card>
      )}
      {local.map((found) => (
        <Notice
          key={found.url}
          tone="accent"
          className="mt-4"
          title={t("foundTitle", { name: found.name })}
          actions={
            <Button size="sm" onClick={() => setOpen({ dialog: "set", service: null, found })}>
              {t("addNamed", { name: found.name })}
            </Button>
          }
        >
          {t("foundText", { url: found.url })}
        </Notice>
      ))}
      <Suspense fallback={null}>
        {open?.dialog === "set" ? (
          <ServiceDialog
            service={open.service}
            found={open.found}
            kinds={free}
            onClose={() => setOpen(null)}
            onSaved={({ kind, trial }) => {
              setOpen(null);
              test.reset();
              setTried(trial && { kind, outcome: trial });
            }}
          />
        ) : null}
        {open?.dialog === "remove" ? (
          <ConfirmDialog
            title={t("removeNamed", { name: SERVICE_NAMES[open.service.kind] })}
            confirmLabel={t("remove")}
            action={remove}
            input={open.service.kind}
            doneText={t("removed", { name: SERVICE_NAMES[open.service.kind] })}
            onClose={() => setOpen(null)}
          >
            {t("removeText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}
