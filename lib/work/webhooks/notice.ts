import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, members, users, webhooks } from "@/db/schema";
import { canMail, mailedUrl } from "@/lib/base/mail";
import { mailTo } from "@/lib/identity/accounts/mails";
import { defineJob } from "@/lib/work/jobs/define-job";
import { jobType } from "@/lib/work/jobs/job-type";
import { type Job, sendJob } from "@/lib/work/jobs/queue";

const MAILS = { "webhook.failing": "webhookFailing", "webhook.disabled": "webhookDisabled" } as const;

const NoticePayload = z.object({ webhookId: z.string(), userId: z.string(), mail: z.enum(Object.values(MAILS)) });
/** The job that mails an owner about a webhook. */
const NOTICE_JOB = jobType("webhook.notice", NoticePayload);

/** Queues a mail about a webhook to each owner of an account, one job each. Does nothing without a mail server. */
export async function sendNotice(
  tx: Transaction,
  notice: { readonly accountId: string; readonly webhookId: string; readonly type: keyof typeof MAILS },
): Promise<void> {
  if (!canMail()) return;
  const owners = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.accountId, notice.accountId), eq(members.role, "owner")));
  for (const { userId } of owners)
    await sendJob(tx, {
      accountId: notice.accountId,
      type: NOTICE_JOB,
      payload: { webhookId: notice.webhookId, userId, mail: MAILS[notice.type] },
      maxAttempts: 10,
    });
}

export const noticeJob = defineJob(NOTICE_JOB, {
  run: async (job) => {
    await mail(job);
    return async () => {};
  },
});

async function mail({ accountId, payload }: Job<z.output<typeof NoticePayload>>): Promise<void> {
  const { webhookId, userId, mail } = payload;
  const [found] = await db()
    .select({ webhook: webhooks, user: users, workspace: accounts.name })
    .from(webhooks)
    .innerJoin(accounts, eq(accounts.id, webhooks.accountId))
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.id, webhookId), isNull(webhooks.deletedAt)));
  if (!found) return; // The webhook or the person no longer exists.
  await mailTo(found.user.email, found.user.locale, mail, {
    name: found.user.name,
    workspace: found.workspace,
    host: new URL(found.webhook.url).host,
    link: `${mailedUrl()}/webhooks/${webhookId}`,
  });
}
