import type { Kysely } from 'kysely';
import type { Db } from '../database/db.generated.ts';
import { SmsError, type SmsSender } from '../ports.ts';

/** Keeps text messages in the database for the demo's mailbox page; `db` as `spora_pipeline`. */
export const createLocalSms = (db: Kysely<Db>, now: () => Date): SmsSender => ({
  id: 'local',
  isAvailable: true,
  readReport: () => null,
  send: async ({ from, to, text, parts }) => {
    const row = { at: now(), channel: 'sms', sender: from, recipient: to, title: '', body: text, parts };
    const { id } = await db.insertInto('local_message').values(row).returning('id').executeTakeFirstOrThrow();
    return { providerId: `local-${id}` };
  },
});

/** No way out: what is ordered nevertheless fails at once, with this reason, and costs nothing. */
export const noSms: SmsSender = {
  id: 'none',
  isAvailable: false,
  readReport: () => null,
  send: async () => {
    throw new SmsError('refused', 'this installation sends no text messages (SMS_PROVIDER)');
  },
};
