import { HARDWARE_FAMILIES, hardwareOf, phoneKind } from '@spora/protocols/list';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announcement, terms } from '@spora/contract/accounts/endpoints';
import { me } from '@spora/contract/auth/endpoints';
import { checkImei, paymentTypes } from '@spora/contract/registration/endpoints';
import {
  addStock,
  addTerms,
  announce,
  checkStock,
  endAnnouncement,
  exportActs,
  exportStock,
  getSettings,
  listActs,
  listAnnouncements,
  listPaymentTypes,
  listStock,
  listTerms,
  savePaymentTypes,
  saveSettings,
} from '@spora/contract/support/back-office';
import { openAccount } from '@spora/contract/support/endpoints';
import { makeAccount, makeMember, makeStaff, makeUnit, randomImei } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { judgeNumbers } from './rules.ts';

const app = await testApp({ env: { ALERT_NUMBERS_PARENT_ID: 'configured' } });
afterAll(() => app.close());
const { owner, api } = app.database;
const accountId = await makeAccount(app.database);
let support: Caller;
beforeAll(async () => {
  support = await app.signInAsStaff(await makeStaff(app.database, { fullName: 'Sara Stöd' }));
});
const acts = async () =>
  (await support.call(listActs)).data!.rows.map(({ action, subject, staff }) => ({ action, subject, staff }));

test('ADM-028: numbers for the stock are judged one by one before anything is added', async () => {
  const fitted = (await makeUnit(app.database, { accountId })).imei;
  const fresh = randomImei();
  const odd = `${fresh.slice(0, 14)}${(Number(fresh[14]) + 1) % 10}`;
  const stocked = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei: stocked, ...hardwareOf() })
    .execute();
  const imeis = [`${fresh.slice(0, 6)}-${fresh.slice(6)}`, fresh, odd, '1234', stocked, fitted];
  expect((await support.call(checkStock, { body: { imeis } })).data!.rows).toEqual([
    { imei: fresh, verdict: 'ok' },
    { imei: fresh, verdict: 'twice' },
    { imei: odd, verdict: 'odd' },
    { imei: '1234', verdict: 'invalid' },
    { imei: stocked, verdict: 'in-stock' },
    { imei: fitted, verdict: 'fitted' },
  ]);
  const add = (numbers: string[]) =>
    support.call(addStock, { body: { imeis: numbers, subscription_type: 'Plus', subsite_id: 0 } });
  expect((await add([fresh, stocked])).errors).toBe('StockNumbersTaken');
  expect((await app.stranger.call(checkImei, { query: { imei: fresh } })).errors).toBe('ImeiNumberError');
  expect((await add([fresh, odd])).data).toEqual({ added: 2 });
  // From that moment a customer may register it.
  expect((await app.stranger.call(checkImei, { query: { imei: fresh } })).status).toBe(200);
  expect((await acts())[0]).toEqual({ action: 'stock', subject: `2: ${fresh}, ${odd}`, staff: 'Sara Stöd' });
});

test('ADM-028: the stock is filtered by number, brand and whether it is registered, and goes out as CSV', async () => {
  await owner.deleteFrom('stock_unit').execute();
  const [free, taken] = [randomImei(), randomImei()];
  await owner
    .insertInto('stock_unit')
    .values([
      { imei: free, ...hardwareOf(), subsite_id: 3 },
      { imei: taken, ...hardwareOf(), registered_at: new Date() },
    ])
    .execute();
  const list = async (query: object) => (await support.call(listStock, { query })).data!;
  expect((await list({})).total).toBe(2);
  expect((await list({ state: 'free' })).rows).toMatchObject([
    { imei: free, family: hardwareOf().family, subsite_id: 3, registered_at: null },
  ]);
  expect((await list({})).families).toEqual(HARDWARE_FAMILIES);
  expect((await list({ state: 'registered' })).rows).toMatchObject([{ imei: taken }]);
  expect((await list({ q: free.slice(3, 12) })).rows).toMatchObject([{ imei: free }]);
  expect((await list({ q: 'abc' })).total).toBe(0);
  expect((await list({ subsite: 3 })).rows).toMatchObject([{ imei: free }]);
  const file = await support.call(exportStock, { query: { state: 'free' } });
  expect(file.headers['content-disposition']).toMatch(/stock-.*\.csv/);
  expect(file.raw.toString()).toContain(`${free},A,3,Standard`);
  expect(file.raw.toString()).not.toContain(taken);
});

test('ADM-028: what is put into the stock is of a family of the protocols, and speaks its protocol; any other is refused', async () => {
  const kindOf = (imei: string) =>
    owner.selectFrom('stock_unit').select(['protocol', 'family']).where('imei', '=', imei).executeTakeFirst();
  const add = (imei: string, family?: string) =>
    support.call(addStock, { body: { imeis: [imei], ...(family !== undefined && { family }) } });
  for (const family of HARDWARE_FAMILIES) {
    const imei = randomImei();
    expect((await add(imei, family)).data).toEqual({ added: 1 });
    expect(await kindOf(imei)).toEqual(hardwareOf(family));
  }
  const nameless = randomImei();
  await add(nameless);
  expect(await kindOf(nameless)).toEqual(hardwareOf());
  for (const family of ['GONE', phoneKind().family, 'a b', '']) {
    const imei = randomImei();
    expect((await add(imei, family)).status).toBe(422);
    expect(await kindOf(imei)).toBeUndefined();
  }
});

test('judgeNumbers says of a number twice given that it is twice, even where the first is faulty', () => {
  const imei = randomImei();
  expect(judgeNumbers([imei, ` ${imei}`], new Map([[imei, 'fitted']])).map(({ verdict }) => verdict)).toEqual([
    'fitted',
    'twice',
  ]);
});

test('ADM-028: an announcement is shown to its brand until it is ended; a newer one takes its place', async () => {
  const shown = async (subsiteID = 2) => (await app.stranger.call(announcement, { body: { lang: 'sv', subsiteID } })).data;
  const texts = (text: string) => ({ text_en: `${text} en`, text_sv: `${text} sv`, text_no: `${text} no` });
  expect((await support.call(announce, { body: { subsite_id: 2, ...texts('Driftstopp') } })).status).toBe(200);
  expect(await shown()).toBe('Driftstopp sv');
  expect(await shown(0)).toBe('');
  await support.call(announce, { body: { subsite_id: 2, ...texts('Klart') } });
  expect(await shown()).toBe('Klart sv');
  const [row] = (await support.call(listAnnouncements)).data!.rows;
  await support.call(endAnnouncement, { params: { id: row!.id } });
  expect(await shown()).toBe('');
  expect((await support.call(endAnnouncement, { params: { id: row!.id } })).errors).toBe('NotFound');
  const past = { subsite_id: 2, ...texts('x'), ends_at: '2020-01-01T00:00:00Z' };
  expect((await support.call(announce, { body: past })).errors).toBe('TimeHasPassed');
  expect((await support.call(announce, { body: { ...past, text_no: ' ' } })).errors).toMatchObject({
    text_no: ['SpecifyAllLanguages'],
  });
});

test('ADM-028: terms are added from a day on and never changed, not even by the interface’s own hand', async () => {
  const today = app.clock.now.toISOString().slice(0, 10);
  const add = (valid_from: string, body = '# Nya villkor') =>
    support.call(addTerms, { body: { subsite_id: 5, language: 'no', valid_from, body } });
  expect((await add('2020-01-01')).errors).toBe('DateHasPassed');
  expect((await add('2190-01-01', '# Kommande')).status).toBe(200);
  const inForce = async () => (await app.stranger.call(terms, { query: { lang: 'no', subsiteID: 5 } })).data!;
  expect((await inForce()).body).not.toContain('Kommande');
  expect((await add(today)).status).toBe(200);
  expect(await inForce()).toEqual({ valid_from: today, body: '# Nya villkor' });
  expect((await add(today, '# Andra')).errors).toBe('TermsExist');
  expect((await support.call(listTerms)).data!.rows.filter(({ subsite_id }) => subsite_id === 5)).toHaveLength(2);
  await expect(
    api.transaction().execute(async (tx) => {
      await sql`SELECT set_config('spora.support_id', '1', true)`.execute(tx);
      await tx.updateTable('terms').set({ body: 'changed' }).execute();
    }),
  ).rejects.toThrow(/permission denied/);
});

test('ADM-028: ways to pay are renamed, ordered, added and switched off, and none is ever lost', async () => {
  const { rows } = (await support.call(listPaymentTypes)).data!;
  const next = [
    ...rows.toReversed().map((row, index) => ({ ...row, is_active: index !== 0 })),
    { id: null, label_en: 'Card', label_sv: 'Kort', label_no: 'Kort', is_active: true },
  ];
  expect((await support.call(savePaymentTypes, { body: { rows: next } })).status).toBe(200);
  const saved = (await support.call(listPaymentTypes)).data!.rows;
  expect(saved.map(({ label_sv, is_active }) => [label_sv, is_active])).toEqual(
    next.map(({ label_sv, is_active }) => [label_sv, is_active]),
  );
  const unit = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei: unit, ...hardwareOf() })
    .execute();
  const offered = await app.stranger.call(paymentTypes, { body: { imei: unit, lang: 'sv' } });
  expect(JSON.stringify(offered.data)).toContain('Kort');
  expect((await support.call(savePaymentTypes, { body: { rows: next.slice(0, 1) } })).errors).toBe('NotFound');
  expect((await support.call(savePaymentTypes, { body: { rows: [{ ...next[0]!, id: 2 ** 40 }] } })).errors).toBe('NotFound');
});

test('ADM-028, DEC-21, ROLE-008: the two special parent accounts are entered by support and count at the next call', async () => {
  expect((await support.call(getSettings)).data!.alert_numbers_parent_id).toBe('configured');
  const member = await app.signInAs(await makeMember(app.database, { accountId }));
  const rights = async () => {
    const { user } = (await member.call(me)).data!;
    return [user.HasAlertNumbers, user.HasExtraTimeZone];
  };
  expect(await rights()).toEqual([false, false]);
  const body = { alert_numbers_parent_id: String(accountId), extra_time_zone_parent_id: '' };
  expect((await support.call(saveSettings, { body })).status).toBe(200);
  expect(await rights()).toEqual([true, false]);
  await support.call(saveSettings, { body: { ...body, extra_time_zone_parent_id: String(accountId) } });
  expect(await rights()).toEqual([true, true]);
  expect((await acts())[0]).toMatchObject({ action: 'parents', staff: 'Sara Stöd' });
});

test('ADM-028: what the whole installation goes by is nobody’s to write but the staff’s', async () => {
  await expect(owner.selectFrom('installation_setting').selectAll().execute()).resolves.toHaveLength(2);
  for (const write of [
    () =>
      api
        .insertInto('stock_unit')
        .values({ imei: randomImei(), ...hardwareOf() })
        .execute(),
    () => api.insertInto('installation_setting').values({ key: 'x', value: '1' }).execute(),
    () => api.insertInto('announcement').values({ text_en: 'x', text_sv: 'x', text_no: 'x' }).execute(),
  ])
    await expect(write()).rejects.toThrow(/row-level security/);
});

test("ADM-028, decision 0096: the staff's log is searched by person, account and time, and who takes a file of it stands in it", async () => {
  const other = await app.signInAsStaff(await makeStaff(app.database, { fullName: 'Otto Annan' }));
  app.clock.now = new Date('2026-03-02T10:00:00Z');
  await other.call(openAccount, { params: { id: accountId }, body: { reason: 'S-00042' } });
  app.clock.now = new Date('2026-03-03T10:00:00Z');
  await support.call(saveSettings, { body: { alert_numbers_parent_id: 'x1', extra_time_zone_parent_id: '' } });
  const found = async (query: object) =>
    (await support.call(listActs, { query })).data!.rows.map(({ action, staff }) => `${staff} ${action}`);
  const visit = 'Otto Annan account-opened';
  expect(await found({ q: 'otto ann' })).toContain(visit);
  expect(new Set((await found({ q: 'OTTO' })).map((each) => each.slice(0, 4)))).toEqual(new Set(['Otto']));
  expect(await found({ q: String(accountId) }), 'by the number of the account').toContain(visit);
  expect(await found({ q: 's-00042' }), 'by why').toEqual([visit]);
  expect(await found({ q: '%' }), 'no pattern').toEqual([]);
  const day = { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' };
  expect(await found(day)).toContain(visit);
  expect(await found(day)).not.toContain('Sara Stöd parents');
  expect(await found({ q: 's-00042', from: day.to })).toEqual([]);
  const file = await support.call(exportActs, { query: { q: 'S-00042', ...day } });
  const text = file.raw.toString();
  expect(text.split(/\r?\n/)[1]).toMatch(new RegExp(`^2026-03-02T10:00:00.000Z.Otto Annan.account-opened.${accountId}.`));
  expect((await acts())[0]).toMatchObject({
    action: 'log-exported',
    staff: 'Sara Stöd',
    subject: `S-00042, ${day.from}, ${day.to}`,
  });
});
