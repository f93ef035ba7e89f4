import { afterAll, expect, test } from 'vitest';
import { listReceiverMessages, saveReceiver, testReceiver, toggleReceiver } from '@spora/contract/alarms/receivers';
import { setAccount } from '../../../platform/ctx.ts';
import { announce } from '../../../features.ts';
import { makeMember, makeUnit } from '../../../testing/database.ts';
import { add, all, one, receiversApp } from '../../../testing/receivers.ts';

const { app, lock, newAccount, owner } = await receiversApp();
afterAll(() => app.close());

test('ALARM-037: a test by e-mail is ordered in the language of the alerts, and the log tells what became of it', async () => {
  const { admin, accountId } = await newAccount(2);
  await owner.updateTable('account').set({ alert_language: 'no' }).where('id', '=', accountId).execute();
  const id = await add(admin, { name: 'Åsa', email: 'asa@example.test', country_code: '46', phone: '701234567' });
  const attempt = (channel: 'email' | 'sms' | 'push') => admin.call(testReceiver, { params: { id }, body: { channel } });
  expect((await attempt('email')).data).toEqual({ state: 'sending' });
  expect((await attempt('sms')).data).toEqual({ state: 'no-credits' });
  expect((await attempt('push')).data).toEqual({ state: 'no-device' });
  const mail = await owner
    .selectFrom('mail')
    .select(['id', 'template', 'recipient', 'language', 'subsite_id'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ template: 'alarm-test', recipient: 'asa@example.test', language: 'no', subsite_id: 2 });
  const log = async () => (await admin.call(listReceiverMessages, { params: { id }, query: {} })).data!;
  expect(await log()).toMatchObject({
    has_more: false,
    messages: [
      { channel: 'push', state: 'no-device', purpose: 'test', kind: null, unit: null },
      { channel: 'sms', state: 'no-credits', recipient: '+46701234567' },
      { channel: 'email', state: 'sending', recipient: 'asa@example.test', reason: null },
    ],
  });
  await owner.updateTable('mail').set({ state: 'failed', last_error: '550 unknown' }).where('id', '=', mail.id).execute();
  expect((await log()).messages.at(-1)).toMatchObject({ state: 'failed', reason: '550 unknown' });
  await owner.updateTable('mail').set({ state: 'sent', last_error: null }).where('id', '=', mail.id).execute();
  expect((await log()).messages.at(-1)).toMatchObject({ state: 'sent', reason: null, perhaps_twice: false });
  await app.database.owner.updateTable('mail').set({ is_uncertain: true }).where('state', '=', 'sent').execute();
  expect((await log()).messages.at(-1), '14-acceptance 5: shown').toMatchObject({ state: 'sent', perhaps_twice: true });
});

test('ALARM-037: the log tells what the network reports of a text message, which is more than that it left', async () => {
  const { admin, accountId } = await newAccount();
  const id = await add(admin, { country_code: '46', phone: '701234567' });
  await owner.insertInto('sms_credit').values({ account_id: accountId, amount: 5, at: app.clock.now, reason: 'test' }).execute();
  expect((await admin.call(testReceiver, { params: { id }, body: { channel: 'sms' } })).data).toEqual({ state: 'sending' });
  const told = async (change: { state: string; delivery?: string; is_uncertain?: boolean }) => {
    await owner.updateTable('sms').set(change).where('account_id', '=', accountId).execute();
    const [message] = (await admin.call(listReceiverMessages, { params: { id }, query: {} })).data!.messages;
    return [message!.state, message!.perhaps_twice];
  };
  expect(await told({ state: 'sent' })).toEqual(['sent', false]);
  expect(await told({ state: 'sent', delivery: 'undelivered' })).toEqual(['undelivered', false]);
  expect(await told({ state: 'dead', delivery: 'undelivered' }), 'the number takes none').toEqual(['undelivered', false]);
  expect(await told({ state: 'sent', delivery: 'delivered' })).toEqual(['delivered', false]);
  expect(await told({ state: 'sent', is_uncertain: true })).toEqual(['delivered', true]);
});

test('ALARM-037: without the address of a channel nothing is sent, and neither is it to who is told nothing', async () => {
  const { admin, accountId } = await newAccount();
  const colleague = await makeMember(app.database, { accountId });
  const phone = await add(admin, { name: 'P', email: '', country_code: '46', phone: '701234567' });
  const mail = await add(admin, { name: 'M', member_id: colleague.id });
  const attempt = (id: number, channel: 'email' | 'sms') => admin.call(testReceiver, { params: { id }, body: { channel } });
  expect(await attempt(phone, 'email')).toMatchObject({ status: 422, errors: 'ReceiverNoEmail' });
  expect(await attempt(mail, 'sms')).toMatchObject({ status: 422, errors: 'ReceiverNoPhone' });
  for (const change of [{ alerts_stopped_at: new Date() }, { disabled_at: new Date() }, { removed_at: new Date() }]) {
    await owner.updateTable('member').set(change).where('id', '=', colleague.id).execute();
    expect((await attempt(mail, 'email')).data).toEqual({ state: 'dropped' });
  }
  expect((await one(admin, mail)).state).toBe('removed');
  expect(await owner.selectFrom('mail').select('id').where('account_id', '=', accountId).execute()).toEqual([]);
});

test('ALARM-037: an address is not flooded with tests', async () => {
  const { admin } = await newAccount();
  const id = await add(admin);
  const attempt = () => admin.call(testReceiver, { params: { id }, body: { channel: 'email' } });
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await attempt()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await attempt()).errors).toBe('ReceiverTestsMany');
});

test('ALARM-037, MAP-032: the log holds 90 days, by pages, without what the viewer is not told', async () => {
  const { admin, accountId, adminMember } = await newAccount();
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const unit = await makeUnit(app.database, { accountId, name: 'Bil' });
  const locked = await makeUnit(app.database, { accountId, name: 'Hemlig' });
  await lock(locked.unitId, driver.id);
  const id = await add(admin);
  const now = app.clock.now;
  const at = new Date(now.getTime() - 3_600_000);
  await owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      started_at: new Date(at.getTime() - 600_000),
      ended_at: new Date(at.getTime() + 600_000),
      is_ongoing: false,
      distance_m: 1000,
      distance_source: 'positions',
      max_speed_kmh: 70,
      end_rule: 'still',
      computed_type: 'private',
      computed_rule: 'default',
      purpose: '',
      algorithm_version: 1,
      computed_driver_id: driver.id,
    })
    .execute();
  const message = async (kind: string, unitId: number, when: Date) => {
    const { id: alarmId } = await owner
      .insertInto('alarm')
      .values({
        account_id: accountId,
        unit_id: unitId,
        kind,
        class: 'security',
        dedup_key: `${kind} ${unitId} ${when.toISOString()}`,
        at: when,
        noticed_at: when,
        telling: 'told',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('alarm_message')
      .values({
        account_id: accountId,
        alarm_id: alarmId,
        receiver_id: id,
        purpose: 'alarm',
        channel: 'email',
        recipient: 'a@example.test',
        at: when,
        due_at: when,
      })
      .execute();
  };
  const before = new Date(at.getTime() - 48 * 3_600_000);
  await message('towing', unit.unitId, at);
  await message('over-speed', unit.unitId, at);
  await message('towing', locked.unitId, before);
  await message('panic', unit.unitId, new Date(now.getTime() - 91 * 86_400_000));
  const log = async () => (await admin.call(listReceiverMessages, { params: { id }, query: {} })).data!;
  expect((await log()).messages.map(({ kind, unit: name }) => [kind, name])).toEqual([['towing', 'Bil']]);
  for (let i = 0; i < 60; i += 1)
    await owner
      .insertInto('alarm_message')
      .values({
        account_id: accountId,
        receiver_id: id,
        purpose: 'test',
        channel: 'sms',
        recipient: '+46',
        at: now,
        due_at: now,
        state: 'no-credits',
      })
      .execute();
  const page = await log();
  expect([page.messages.length, page.has_more]).toEqual([50, true]);
  const rest = (await admin.call(listReceiverMessages, { params: { id }, query: { before: page.messages.at(-1)!.id } })).data!;
  expect([rest.messages.length, rest.has_more]).toEqual([11, false]);
  expect(adminMember.id).not.toBe(driver.id);
});

test('14-2: of a number that takes no text messages the row says so, and administrators are told once, until it is another one or one arrives', async () => {
  const { admin, adminMember, accountId } = await newAccount();
  const other = await newAccount();
  const phone = { country_code: '46', phone: '709999999' };
  const id = await add(admin, { name: 'Bo Berg', ...phone });
  await add(other.admin, phone);
  let smsId = 0;
  const dies = (as = app.database.pipeline) =>
    as.transaction().execute(async (tx) => {
      await setAccount(tx, accountId);
      smsId += 1;
      await announce(tx, [{ name: 'sms-number-died', accountId, smsId, number: '+46709999999' }], app.clock.now);
    });
  const isDead = async () => (await one(admin, id)).is_number_dead;
  const mails = async () =>
    (
      await owner
        .selectFrom('mail')
        .where('template', '=', 'number-died')
        .where('account_id', 'in', [accountId, other.accountId])
        .select(['recipient', 'params'])
        .execute()
    ).map(({ recipient, params }) => [recipient, (params as unknown as { receiverName: string }).receiverName]);
  expect(await isDead()).toBe(false);
  await dies();
  await dies(app.database.api);
  expect(await isDead()).toBe(true);
  expect((await all(other.admin)).map(({ is_number_dead }) => is_number_dead)).toEqual([false]);
  expect(await mails()).toEqual([[adminMember.email, 'Bo Berg']]);
  await admin.call(toggleReceiver, { body: { receiverId: id, type: 'security', state: 0 } });
  expect(await isDead()).toBe(true);
  const arrived = { account_id: accountId, recipient: '+46709999999', body: '', parts: 1, state: 'sent', delivery: 'delivered' };
  await owner
    .insertInto('sms')
    .values({ ...arrived, queued_at: new Date(app.clock.now.getTime() + 60_000) })
    .execute();
  expect(await isDead()).toBe(false);
  await owner.deleteFrom('sms').where('account_id', '=', accountId).execute();
  await admin.call(saveReceiver, {
    body: { id, name: 'Bo Berg', email: 'bo@example.test', country_code: '46', phone: '708888888' },
  });
  expect(await isDead()).toBe(false);
  await admin.call(saveReceiver, { body: { id, name: 'Bo Berg', email: 'bo@example.test', ...phone } });
  expect(await isDead()).toBe(false);
  await dies(app.database.api);
  expect(await isDead()).toBe(true);
  expect(await mails()).toHaveLength(2);
});

test('14-2: of an address that mail servers refuse the row says so, and administrators are told once, until it is another one or takes a mail', async () => {
  const { admin, adminMember, accountId } = await newAccount();
  const other = await newAccount();
  const id = await add(admin, { name: 'Bo Berg', email: 'Bo@example.test' });
  await add(other.admin, { email: 'bo@example.test' });
  let mailId = 0;
  const refused = (address: string) =>
    app.database.pipeline.transaction().execute(async (tx) => {
      mailId += 1;
      await announce(tx, [{ name: 'mail-address-refused', accountId, mailId, address }], app.clock.now);
    });
  const isRefused = async () => (await one(admin, id)).is_address_refused;
  const told = async () =>
    (
      await owner
        .selectFrom('mail')
        .where('template', '=', 'address-refused')
        .where('account_id', 'in', [accountId, other.accountId])
        .select('recipient')
        .execute()
    ).map(({ recipient }) => recipient);
  expect(await isRefused()).toBe(false);
  await refused('bo@example.test');
  await refused('bo@example.test');
  expect(await isRefused()).toBe(true);
  expect((await all(other.admin)).map(({ is_address_refused }) => is_address_refused)).toEqual([false]);
  expect(await told()).toEqual([adminMember.email]);
  await owner
    .insertInto('mail')
    .values({
      account_id: accountId,
      template: 'alarm-test',
      recipient: 'bo@example.test',
      language: 'sv',
      subsite_id: 1,
      params: '{}',
      state: 'sent',
      queued_at: new Date(app.clock.now.getTime() + 60_000),
      ended_at: app.clock.now,
    })
    .execute();
  expect(await isRefused()).toBe(false);
  await owner.deleteFrom('mail').where('account_id', '=', accountId).where('template', '=', 'alarm-test').execute();
  expect(await isRefused()).toBe(true);
  await admin.call(saveReceiver, { body: { id, name: 'Bo Berg', email: 'bo.berg@example.test' } });
  expect(await isRefused()).toBe(false);
  // An administrator whose own address it is learns it on the screen: the mail that tells of it would be refused, too.
  await add(admin, { name: 'Ada', email: adminMember.email });
  await refused(adminMember.email);
  expect(await told()).toHaveLength(1);
});
