import type { Kysely } from 'kysely';
import type { Db } from '../database/db.generated.ts';
import { MailError, type Mailer } from '../ports.ts';

/** Keeps mail in the database as it would have been delivered, for the demo's mailbox page; `db` as `spora_pipeline`. */
export const createLocalMailbox = (db: Kysely<Db>, now: () => Date): Mailer => ({
  isAvailable: true,
  close: async () => {},
  send: async ({ from, to, subject, text, html, file }) => {
    const carried = file ? { file_name: file.name, file_type: file.contentType, file_data: Buffer.from(file.data) } : {};
    const row = {
      at: now(),
      sender: `${from.name} <${from.address}>`,
      recipient: to,
      subject,
      text_body: text,
      html_body: html,
      ...carried,
    };
    await db.insertInto('local_mail').values(row).execute();
  },
});

/** No way out: what is ordered nevertheless is marked as failed at once, with this reason. */
export const noMailer: Mailer = {
  isAvailable: false,
  close: async () => {},
  send: async () => {
    throw new MailError('this installation sends no mail (MAIL_MODE=none)', { isPermanent: true });
  },
};
