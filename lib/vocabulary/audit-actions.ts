/**
 * Actions that the audit log records, named `what.happened`, by subject and in display order. Within v1, actions are
 * only added.
 */
export const AUDIT_ACTION_GROUPS = {
  signIn: [
    "session.started",
    "session.failed",
    "session.ended",
    "sessions.ended",
    "password.changed",
    "password.reset",
    "authenticator.added",
    "authenticator.removed",
    "passkey.added",
    "passkey.removed",
    "recovery_codes.created",
  ],
  people: [
    "member.invited",
    "invitation.revoked",
    "member.joined",
    "member.role_changed",
    "member.removed",
    "member.left",
    "user.updated",
    "user.deleted",
  ],
  workspace: ["account.updated", "account.limits_changed", "account.deleted"],
  access: [
    "key.created",
    "key.updated",
    "key.rotated",
    "key.revoked",
    "webhook.created",
    "webhook.updated",
    "webhook.secret_rotated",
    "webhook.deleted",
  ],
  exports: [
    "export.created",
    "export.downloaded",
    "memory.exported",
    "glossary.exported",
    "account.exported",
    "audit.exported",
  ],
  administration: [
    "server.set_up",
    "user.admin_changed",
    "reset_link.created",
    "second_factor.reset",
    "sign_up.changed",
    "service.changed",
    "service.removed",
    "service.quality_changed",
    "models.installed",
    "models.imported",
    "models.removed",
    "models.policy_changed",
    "models.cancelled",
    "job.retried",
    "job.deleted",
    "secret.rotated",
  ],
} as const satisfies Record<string, readonly string[]>;
export type AuditActionGroup = keyof typeof AUDIT_ACTION_GROUPS;

export const AUDIT_ACTIONS = Object.values(AUDIT_ACTION_GROUPS).flat();
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
