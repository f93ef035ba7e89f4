import { listReceivers, type ReceiverInput, saveReceiver } from '@spora/contract/alarms/receivers';
import { expect } from 'vitest';
import type { AccountId } from '../platform/ctx.ts';
import { makeAccount, makeMember } from './database.ts';
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

/** Adds a receiver and answers its number. */
export async function add(admin: Caller, body: Partial<ReceiverInput> = {}): Promise<number> {
  const answer = await admin.call(saveReceiver, { body: { name: 'Åsa', email: `larm-${Math.random()}@example.test`, ...body } });
  expect(answer.errors).toBeUndefined();
  return answer.data!.id;
}
export const all = async (admin: Caller) => (await admin.call(listReceivers)).data!.alarmReceivers;
export const one = async (admin: Caller, id: number) => (await all(admin)).find((receiver) => receiver.id === id)!;
