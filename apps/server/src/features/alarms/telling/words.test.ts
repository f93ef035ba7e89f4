import type { Language } from '@spora/messages/languages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import type { AlarmMail } from '../../../platform/mail/order.ts';
import { renderMail } from '../../../platform/mail/render.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { raise, tell } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const NOW = new Date('2026-11-18T12:00:00Z');
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => NOW,
  ports: testPorts(),
  log: createLog({ logLevel: 'silent' }),
} as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
let accountId: AccountId;
let unit: MadeUnit;
beforeEach(async () => {
  accountId = await makeAccount(database);
  unit = await makeUnit(database, { accountId, name: 'Havsörnen' });
  await owner.insertInto('sms_credit').values({ account_id: accountId, at: NOW, amount: 99, reason: 'free' }).execute();
});

/** A member with a mailbox, a telephone and a browser of their own, who reads the product in `language`. */
async function receiver(language: Language, dialCode: string): Promise<void> {
  const { id: memberId } = await makeMember(database, { accountId });
  await owner.updateTable('member').set({ language }).where('id', '=', memberId).execute();
  const made = {
    account_id: accountId,
    member_id: memberId,
    name: language,
    email: `${language}-${memberId}@test.example`,
    security: true,
    function: true,
    dial_code: dialCode,
    phone: '701234567',
    push: true,
  };
  await makeReceiver(database, made, { unitId: unit.unitId, at: NOW });
  await owner
    .insertInto('push_subscription')
    .values({
      account_id: accountId,
      member_id: memberId,
      endpoint: `https://push.example.com/${memberId}`,
      public_key: 'B',
      auth_secret: 'a',
      vapid_key: 'k',
      label: 'Firefox',
      created_at: NOW,
    })
    .execute();
}

/** Raises it now, and answers what was ordered of it as people will read it. */
async function told(kind: 'towing' | 'over-speed', details = {}): Promise<{ mails: string[]; sms: string[]; push: string[] }> {
  const what = { accountId, unitId: unit.unitId, kind, subject: '', key: kind, atMs: NOW.getTime(), endedMs: null };
  await raise(pipeline, [{ ...what, latE7: null, lonE7: null, details }], NOW);
  const raised = await owner.selectFrom('alarm').where('account_id', '=', accountId).select('id').execute();
  await tell(
    ctx,
    linkTo,
    raised.map(({ id }) => id),
  );
  const mails = await owner.selectFrom('mail').where('account_id', '=', accountId).selectAll().execute();
  const sms = await owner.selectFrom('sms').where('account_id', '=', accountId).select('body').execute();
  const push = await owner.selectFrom('push').where('account_id', '=', accountId).select('body').execute();
  return {
    mails: mails.map((mail) => {
      const params = mail.params as unknown as AlarmMail;
      const rendered = renderMail(
        { template: 'alarm', params, language: mail.language as Language, subsiteId: mail.subsite_id },
        linkTo,
      );
      return `${rendered.subject}\n${rendered.text}`;
    }),
    sms: sms.map(({ body }) => body),
    push: push.map(({ body }) => JSON.stringify(JSON.parse(body))),
  };
}

test('ALARM-010, ALARM-011: mail, SMS and push come in the language of alerts, whatever language each receiver reads the product in', async () => {
  const words = {
    sv: 'Havsörnen rör sig utan tändning',
    no: 'Havsörnen beveger seg uten tenning',
    en: 'Havsörnen moves without ignition',
  };
  for (const [language, expected] of Object.entries(words)) {
    accountId = await makeAccount(database);
    unit = await makeUnit(database, { accountId, name: 'Havsörnen' });
    await owner.insertInto('sms_credit').values({ account_id: accountId, at: NOW, amount: 99, reason: 'free' }).execute();
    await owner
      .updateTable('account')
      .set({ alert_language: language as Language })
      .where('id', '=', accountId)
      .execute();
    await receiver('sv', '46');
    await receiver('no', '47');
    await receiver('en', '44');
    const { mails, sms, push } = await told('towing');
    expect([mails, sms, push].map((texts) => texts.length)).toEqual([3, 3, 3]);
    for (const text of [...mails, ...sms, ...push]) expect(text).toContain(expected);
  }
});

test('14, 0064: of a boat that goes too fast mails tell knots, and no message kilometres', async () => {
  await owner.updateTable('unit').set({ kind: 'boat' }).where('id', '=', unit.unitId).execute();
  await receiver('sv', '46');
  const { mails, sms, push } = await told('over-speed', { value: 55.56, limit: 46.3 });
  expect(mails).toEqual([expect.stringMatching(/Uppmätt 30,0 kn, gräns 25,0 kn\./)]);
  for (const text of [...mails, ...sms, ...push]) expect(text).not.toContain('km/h');
});

test('14, 0064: of a car the mail tells kilometres an hour', async () => {
  await receiver('sv', '46');
  const { mails } = await told('over-speed', { value: 121, limit: 110 });
  expect(mails).toEqual([expect.stringContaining('Uppmätt 121 km/h, gräns 110 km/h.')]);
});
