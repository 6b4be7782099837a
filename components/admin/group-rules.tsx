import { Card, Section } from "@/components/ui/card";
import { Table, Td, Th } from "@/components/ui/table";
import { translator } from "@/lib/i18n/translator";
import type { DescribedRule } from "@/lib/vocabulary/rights";

type GroupRulesProps = {
  /** Name of the OpenID Connect provider. */
  readonly provider: string;
  readonly claim: string;
  readonly rules: readonly DescribedRule[];
};

/** The roles that groups of the provider get at sign-in. The environment sets them. */
export async function GroupRules({ provider, claim, rules }: GroupRulesProps) {
  const [t, settings] = await Promise.all([translator("admin"), translator("settings")]);
  const code = (text: React.ReactNode) => <code dir="ltr">{text}</code>;
  return (
    <Section
      title={t("groupRules")}
      description={t.rich("groupRulesText", { provider, claim: () => code(claim), code })}
    >
      {rules.length === 0 ? (
        <Card className="p-4 text-sm text-muted">{t.rich("noGroupRules", { code })}</Card>
      ) : (
        <Table caption={t("groupRules")}>
          <thead>
            <tr>
              <Th>{t("group")}</Th>
              <Th>{t("givenRole")}</Th>
              <Th>{t("groupWorkspace")}</Th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ group, role, workspace }, index) => (
              <tr key={index}>
                <Td>
                  <bdi className="break-words">{group}</bdi>
                </Td>
                <Td>{role === "administrator" ? t("administrator") : settings(`roles.${role}`)}</Td>
                <Td>
                  {workspace === null ? (
                    t("wholeServer")
                  ) : workspace.name === null ? (
                    <span className="text-warning">{t.rich("missingWorkspace", { id: () => code(workspace.id) })}</span>
                  ) : (
                    <bdi>{workspace.name}</bdi>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
