import { listReceivers, type ReceiverInput, saveReceiver } from '@spora/contract/alarms/receivers';
import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import type { AccountId } from '../platform/ctx.ts';
import type { AlarmReceiver } from '../platform/database/db.generated.ts';
import { makeAccount, makeMember, type TestDatabase } from './database.ts';
import { type Caller, testApp } from './http.ts';

const UNLIMITED = { burst: 1e6, perSecond: 1 };

/** An application, and what tests of receivers do in it. */
export async function receiversApp() {
  const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
  const { owner } = app.database;
  return {
    app,
    owner,
    newAccount: async (subsiteId = 0) => {
      const accountId = await makeAccount(app.database);
      await owner.updateTable('account').set({ subsite_id: subsiteId }).where('id', '=', accountId).execute();
      const adminMember = await makeMember(app.database, { accountId });
      return { accountId, adminMember, admin: await app.signInAs(adminMember) };
    },
    auditOf: (accountId: AccountId) =>
      owner
        .selectFrom('audit_entry')
        .select(['action', 'subject', 'details'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute(),
    lock: (unitId: number, memberId: number) =>
      owner.updateTable('unit').set({ locked_at: new Date(), locked_by_member_id: memberId }).where('id', '=', unitId).execute(),
  };
}

/** Puts a receiver into the database who is told of the alarms of a unit (null: of none), as it was saved at a time; answers its number. */
export async function makeReceiver(
  { owner }: Pick<TestDatabase, 'owner'>,
  receiver: Omit<Insertable<AlarmReceiver>, 'created_at' | 'changed_at'>,
  { unitId, at }: { readonly unitId: number | null; readonly at: Date },
): Promise<number> {
  const { id } = await owner
    .insertInto('alarm_receiver')
    .values({ ...receiver, created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (unitId !== null)
    await owner
      .insertInto('alarm_receiver_unit')
      .values({ account_id: receiver.account_id, receiver_id: id, unit_id: unitId })
      .execute();
  return id;
}

/** Adds a receiver and answers its number. */
export async function add(admin: Caller, body: Partial<ReceiverInput> = {}): Promise<number> {
  const answer = await admin.call(saveReceiver, { body: { name: 'Åsa', email: `larm-${Math.random()}@example.test`, ...body } });
  expect(answer.errors).toBeUndefined();
  return answer.data!.id;
}
export const all = async (admin: Caller) => (await admin.call(listReceivers)).data!.alarmReceivers;
export const one = async (admin: Caller, id: number) => (await all(admin)).find((receiver) => receiver.id === id)!;
