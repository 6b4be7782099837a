import { and, asc, desc, eq, exists, inArray, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, sql as raw } from "@/db/client";
import { accounts, members, users } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import { limitsOf } from "@/lib/identity/quota/tiers";
import { flushUsage } from "@/lib/identity/quota/usage";
import type { AdminAccount, AdminAccountList, AdminListQuery, PatchAdminAccountBody } from "@/lib/schemas/admin";
import { type Account, isThere, updateAccount } from "./accounts";

/** All accounts of this server, newest first. `q`: part of a name or of a member's address, or a whole account id. */
export async function listAdminAccounts(
  query: z.output<typeof AdminListQuery>,
): Promise<z.input<typeof AdminAccountList>> {
  const scope = `admin accounts ${query.q ?? ""}`;
  const [after] = query.cursor ? decodeCursor(scope, query.cursor) : [];
  const rows = await db()
    .select()
    .from(accounts)
    .where(
      and(isThere, query.q ? matches(query.q.toLowerCase()) : undefined, after ? lt(accounts.id, after) : undefined),
    )
    .orderBy(desc(accounts.id))
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, (row) => encodeCursor(scope, [row.id]));
  return { accounts: await views(page.rows), nextCursor: page.nextCursor };
}

/** An account, for administrators. Throws 404. */
export async function getAdminAccount(id: string): Promise<AdminAccount> {
  const [view] = await views(
    await db()
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, id), isThere)),
  );
  if (!view) throw notFound("account");
  return view;
}

/** Sets tier and limits, from the next request on. Throws 404. */
export async function changeAdminAccount(
  id: string,
  { tier, overrides }: z.output<typeof PatchAdminAccountBody>,
): Promise<AdminAccount> {
  if (tier || overrides)
    await updateAccount(id, { ...(tier ? { tier } : {}), ...(overrides ? { limits: given(overrides) } : {}) });
  return getAdminAccount(id);
}

function given<T extends object>(overrides: T) {
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
}

function matches(q: string) {
  return or(
    sql`strpos(lower(${accounts.name}), ${q}) > 0`,
    eq(accounts.id, q),
    exists(
      db()
        .select({ one: sql`1` })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(and(eq(members.accountId, accounts.id), sql`strpos(lower(${users.email}), ${q}) > 0`)),
    ),
  );
}

type Figures = {
  id: string;
  members: number;
  keys: number;
  requests: number;
  characters: number;
  files: number;
  refused: number;
};

async function views(rows: readonly Account[]): Promise<AdminAccount[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  await flushUsage();
  const [owners, figures] = await Promise.all([
    db()
      .select({ accountId: members.accountId, id: users.id, name: users.name, email: users.email })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(inArray(members.accountId, ids), eq(members.role, "owner")))
      .orderBy(asc(users.id)),
    raw()<Figures[]>`
      select a.id, (select count(*)::int from members m where m.account_id = a.id) as members,
             (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null and k.replaced_by is null
                and (k.expires_at is null or k.expires_at > now())) as keys,
             coalesce(sum(u.requests), 0)::float8 as requests, coalesce(sum(u.characters), 0)::float8 as characters,
             coalesce(sum(u.files), 0)::float8 as files, coalesce(sum(u.refused), 0)::float8 as refused
        from accounts a left join usage_hours u on u.account_id = a.id and u.hour > now() - interval '30 days'
       where a.id in ${raw()(ids)} group by a.id`,
  ]);
  const of = new Map(figures.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { members: memberCount = 0, keys = 0, ...counts } = of.get(row.id) ?? ({} as Partial<Figures>);
    return {
      id: row.id,
      name: row.name,
      tier: row.tier,
      overrides: row.limits,
      limits: limitsOf(row.tier, row.limits),
      owners: owners.filter((owner) => owner.accountId === row.id).map(({ id, name, email }) => ({ id, name, email })),
      memberCount,
      activeKeyCount: keys,
      usage30Days: { requests: 0, characters: 0, files: 0, refused: 0, ...counts },
      createdAt: row.createdAt.toISOString(),
    };
  });
}
