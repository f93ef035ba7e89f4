import type { Kysely } from 'kysely';
import type { Db } from '../database/db.generated.ts';
import type { Pusher } from '../ports.ts';
import type { PushMessage } from './push-message.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Keeps push in the database for the demo's mailbox page, where the internet is not to hear of it; `db` as `spora_pipeline`. */
export const createLocalPush = (db: Kysely<Db>, keys: VapidKeys, now: () => Date): Pusher => ({
  publicKey: async () => {
    const { id, publicKey } = await keys.current();
    return { id, key: publicKey };
  },
  send: async ({ body, shownTo }) => {
    const { title, body: text, url } = JSON.parse(body) as PushMessage;
    const row = { at: now(), channel: 'push', sender: '', recipient: shownTo, title, body: text, path: url };
    await db.insertInto('local_message').values(row).execute();
  },
});
