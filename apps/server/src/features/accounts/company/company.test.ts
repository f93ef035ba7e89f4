import { afterAll, expect, test } from 'vitest';
import { contactSupport, exportAudit, getCompany, readAudit, updateCompany } from '@spora/contract/accounts/endpoints';
import { getFuelPrice, setFuelPrice } from '@spora/contract/accounts/settings';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

const company = async (kind: 'company' | 'private' = 'company') => {
  const accountId = await makeAccount(app.database, { name: 'Sörla Bygg AB' });
  await owner.updateTable('account').set({ kind, registration_id: '195508152384' }).where('id', '=', accountId).execute();
  const member = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  return { accountId, member, admin: await app.signInAs(member) };
};

test("API-113, ADM-016: the company's information is read and changed, and what was not sent stays", async () => {
  const { admin } = await company();
  await admin.call(updateCompany, { body: { city: 'Umeå', invoice_email: 'Faktura@Sorla.Example' } });
  expect((await admin.call(getCompany)).data).toMatchObject({
    name: 'Sörla Bygg AB',
    city: 'Umeå',
    invoice_email: 'faktura@sorla.example',
  });
  expect((await admin.call(updateCompany, { body: { name: ' ' } })).errors).toEqual({ name: ['SpecifyCompanyName'] });
  expect((await admin.call(updateCompany, { body: { street: 'x'.repeat(51) } })).errors).toEqual({ street: ['TextTooLong'] });
});

test('ADM-016, WIZ-016, DEC-83: the postal code has the limits of registration and is stored as it stores it', async () => {
  const { admin, accountId } = await company();
  const save = (postal_code: string) => admin.call(updateCompany, { body: { postal_code } });
  const shown = async () => (await admin.call(getCompany)).data!.postal_code;
  expect((await save('972 31')).status).toBe(200);
  expect(await shown()).toBe('97231');
  expect((await save('123456789')).errors).toEqual({ postal_code: ['TextTooLong'] });
  for (const wrong of ['12345678', 'BS1 4XX', '97-231'])
    expect((await save(wrong)).errors, wrong).toEqual({ postal_code: ['InvalidPostalCode'] });
  expect(await shown()).toBe('97231');
  await owner.updateTable('account').set({ country: 'gb' }).where('id', '=', accountId).execute();
  expect((await save('bs1 4xx')).status).toBe(200);
  expect(await shown()).toBe('BS14XX');
  expect((await save('')).status).toBe(200);
});

test('DEC-53: the currency is changed by administrators and told in the log; prices that are there keep theirs, and new ones take it', async () => {
  const { admin } = await company();
  const price = (amount: number, valid_from: string) =>
    admin.call(setFuelPrice, { body: { kind: 'fuel', subject: 'diesel', amount, valid_from } });
  await price(20, '2026-01-01');
  expect((await admin.call(updateCompany, { body: { currency: 'NOK', was: { currency: 'SEK' } } })).status).toBe(200);
  expect((await admin.call(updateCompany, { body: { currency: 'EUR' as 'NOK' } })).errors).toEqual({
    currency: ['InvalidInput'],
  });
  expect((await admin.call(getCompany)).data!.currency).toBe('NOK');
  await price(21, '2026-02-01');
  const { rates, currency } = (await admin.call(getFuelPrice)).data!;
  expect(currency).toBe('NOK');
  expect(rates.map((rate) => [rate.amount, rate.currency])).toEqual([
    [21, 'NOK'],
    [20, 'SEK'],
  ]);
  await price(22, '2026-01-01');
  const [set] = (await admin.call(readAudit, { query: { action: 'rate-set' } })).data!.rows;
  expect(set!.details, 'the amount of before keeps its currency').toMatchObject({
    amount: 22,
    currency: 'NOK',
    before: '20 SEK',
  });
  const { rows } = (await admin.call(readAudit, { query: { action: 'company-changed' } })).data!;
  expect(rows).toMatchObject([{ changes: [{ field: 'currency', before: 'SEK', after: 'NOK' }] }]);
});

test('ADM-016, WIZ-012, WIZ-013: numbers and phone have the limits of registration, and none is asked for', async () => {
  const { admin, accountId } = await company();
  const save = (body: { registration_id?: string; phone?: string }) => admin.call(updateCompany, { body });
  const shown = async () => (await admin.call(getCompany)).data!;
  expect((await save({ registration_id: 'okänt' })).errors).toEqual({ registration_id: ['OrgNumberCharacters'] });
  expect((await save({ registration_id: '556000-0001' })).status).toBe(200);
  for (const phone of ['växeln', '1234567', '+46 8 123 000 45 anknytning 7', '1'.repeat(16)])
    expect((await save({ phone })).errors, phone).toEqual({ phone: ['InvalidPhone'] });
  expect((await save({ phone: '+46 (0)8-123 000 45' })).status).toBe(200);
  expect(await shown()).toMatchObject({ registration_id: '556000-0001', phone: '46812300045' });
  expect((await save({ registration_id: '', phone: '' })).status).toBe(200);

  const { admin: person } = await company('private');
  const own = (registration_id: string) => person.call(updateCompany, { body: { registration_id } });
  expect((await own('550815-2384')).errors).toEqual({ registration_id: ['InvalidPersonalNumLength'] });
  expect((await own('19550815-2384')).errors).toEqual({ registration_id: ['InvalidPersonalNum'] });
  expect((await own('19550815-2385')).status).toBe(200);
  await owner.updateTable('account').set({ kind: 'private', country: 'no' }).where('id', '=', accountId).execute();
  expect((await save({ registration_id: '' })).status, 'asked of nobody outside Sweden').toBe(200);
  expect((await shown()).registration_id).toBe('');
  for (const wrong of ['123', '15085512345'])
    expect((await save({ registration_id: wrong })).errors, wrong).toEqual({ registration_id: ['InvalidBirthNumber'] });
  expect((await save({ registration_id: '010180 75071' })).status).toBe(200);
  expect((await shown()).registration_id).toBe('010180 •••••');
  const { registration_id: kept } = await owner
    .selectFrom('account')
    .select('registration_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(kept).toBe('01018075071');
});

test("ADM-016: a private person's number is shown masked, and saving the mask does not destroy it", async () => {
  const { admin, accountId } = await company('private');
  const shown = (await admin.call(getCompany)).data!;
  expect(shown.registration_id).toBe('19550815-••••');
  await admin.call(updateCompany, { body: { registration_id: shown.registration_id, city: 'Oslo' } });
  const row = await owner
    .selectFrom('account')
    .select(['registration_id', 'city'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ registration_id: '195508152384', city: 'Oslo' });
});

test('ADM-018: the audit log is read newest first in pages and filtered by day, action, person and text', async () => {
  const { admin, accountId, member } = await company();
  const actor = { kind: 'member', memberId: member.id } as const;
  const at = (text: string) => new Date(text);
  await writeAudit(owner, { accountId, at: at('2026-03-01T22:30:00Z'), actor, action: 'unit-locked', subject: 'Bil 1' });
  // In Stockholm this is the second of March.
  await writeAudit(owner, { accountId, at: at('2026-03-01T23:30:00Z'), actor, action: 'unit-unlocked', subject: 'Bil 100%' });
  await writeAudit(owner, { accountId, at: at('2026-03-03T08:00:00Z'), actor: { kind: 'stranger' }, action: 'sign-in-refused' });
  const read = async (query: Record<string, string | number> = {}) =>
    (await admin.call(readAudit, { query })).data!.rows.map(({ action }) => action);
  expect(await read()).toEqual(['sign-in-refused', 'unit-unlocked', 'unit-locked']);
  expect(await read({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['unit-unlocked']);
  expect(await read({ action: 'unit-locked' })).toEqual(['unit-locked']);
  expect(await read({ user_id: member.id })).toHaveLength(2);
  expect(await read({ search: 'maja' })).toHaveLength(2);
  expect(await read({ search: '100%' })).toEqual(['unit-unlocked']);
  const page = (await admin.call(readAudit, { query: { limit: 2 } })).data!;
  expect(page).toMatchObject({ has_more: true, rows: [{ actor_kind: 'stranger' }, { actor: 'Maja Ek' }] });
  expect(await read({ before: page.rows[1]!.id })).toEqual(['unit-locked']);
});

test('13-B5, ADM-018: a person whom a line holds by number is named to the reader and in the file, and nobody of another account is', async () => {
  const { admin, accountId, member } = await company();
  const elsewhere = (await company()).member;
  const line = { accountId, at: new Date(), actor: { kind: 'system' }, action: 'log-attested' } as const;
  await writeAudit(owner, { ...line, details: { user: member.id, trips: member.id } });
  await writeAudit(owner, { ...line, details: { user: elsewhere.id } });
  const { rows } = (await admin.call(readAudit)).data!;
  expect(rows.map(({ details }) => details)).toEqual([{ user: elsewhere.id }, { user: 'Maja Ek', trips: member.id }]);
  const file = (await admin.call(exportAudit)).raw.toString('utf8');
  expect(file).toContain('Maja Ek');
  expect(file).toContain(`""trips"":${member.id}`);
});

test('ADM-018: what an administrator changes is told by what it was and became, and found by the words that are read', async () => {
  const { admin } = await company();
  await admin.call(updateCompany, { body: { name: 'Nya Bygg AB', registration_id: '5560360793' } });
  const [line] = (await admin.call(readAudit, { query: { search: 'customer bygg' } }, { 'accept-language': 'en' })).data!.rows;
  expect(line).toMatchObject({ action: 'company-changed', changes: [{ field: 'name', after: 'Nya Bygg AB' }] });
  expect(JSON.stringify(line)).not.toContain('5560360793');
  const nothing = await admin.call(readAudit, { query: { search: 'customer hyra' } }, { 'accept-language': 'en' });
  expect(nothing.data!.rows).toEqual([]);
});

test('ADM-018: an exported report, a price and a matter are found by what they are called in the language of the reader', async () => {
  const { admin, accountId } = await company();
  const line = { accountId, at: new Date(), actor: { kind: 'system' } } as const;
  await writeAudit(owner, { ...line, action: 'report-exported', subject: 'benefit-value' });
  await writeAudit(owner, { ...line, action: 'report-exported', subject: 'congestion' });
  await writeAudit(owner, { ...line, action: 'list-exported', subject: 'lock-log' });
  await writeAudit(owner, { ...line, action: 'rate-set', subject: 'fuel diesel' });
  await writeAudit(owner, { ...line, action: 'reminders-sent', subject: 'invitation' });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } }, { 'accept-language': 'sv' })).data!.rows.map(({ subject }) => subject);
  expect(await found('förmånsvärde')).toEqual(['benefit-value']);
  expect(await found('rapporten vägavgifter')).toEqual(['congestion']);
  expect(await found('loggen över låsningar')).toEqual(['lock-log']);
  expect(await found('drivmedelspris diesel')).toEqual(['fuel diesel']);
  expect(await found('inbjudan')).toEqual(['invitation']);
});

test('ADM-018: a change is found by what its field, a right that was given or a particular is called in the language of the reader', async () => {
  const { admin, accountId, member } = await company();
  const line = { accountId, at: new Date(), actor: { kind: 'system' } } as const;
  const changed = (field: string, before: number | string | null, after: number | string) => ({
    fields: field,
    changes: [{ field, before, after }],
  });
  await writeAudit(owner, { ...line, action: 'unit-changed', subject: 'Seats', details: changed('seats', 5, 7) });
  await writeAudit(owner, {
    ...line,
    action: 'unit-changed',
    subject: 'Fuel',
    details: changed('fuel_type', 'petrol', 'diesel'),
  });
  const rights = changed('rights', 'edit-units, export', 'edit-units, export, edit-all-bookings');
  await writeAudit(owner, { ...line, action: 'user-changed', subject: 'Rights', details: rights });
  await writeAudit(owner, { ...line, action: 'company-changed', subject: 'Address', details: { fields: 'street' } });
  const receiver = changed('function_alarm', null, 'x');
  await writeAudit(owner, { ...line, action: 'alarm-receiver-switched', subject: 'Receiver', details: receiver });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } }, { 'accept-language': 'sv' })).data!.rows.map(({ subject }) => subject);
  expect(await found('antal platser')).toEqual(['Seats']);
  expect(await found('bensin')).toEqual(['Fuel']);
  expect(await found('andras bokningar')).toEqual(['Rights']);
  // A right that stayed is not told.
  expect(await found('enheters inställningar')).toEqual([]);
  expect(await found('gata')).toEqual(['Address']);
  expect(await found('funktionslarm')).toEqual(['Receiver']);
  // Three letters are met inside of other words by chance.
  await writeAudit(owner, { ...line, action: 'refuelling-changed', subject: 'Tank' });
  expect([await found('laddning'), await found('ler'), await found('lad')]).toEqual([['Tank'], [], ['Tank']]);
  // Whom a line names by number is found by name.
  await writeAudit(owner, { ...line, action: 'log-attested', subject: 'Bil', details: { user: member.id } });
  expect(await found('maja')).toEqual(['Bil']);
});

test('ADM-018: what was done to a vehicle is found by its registration number, with or without the space, by one that it had and by its IMEI', async () => {
  const { admin, accountId, member } = await company();
  const { unitId, imei } = await makeUnit(app.database, { accountId, name: 'Budbil' });
  await owner.updateTable('unit').set({ registration_number: 'QFV 65Q' }).where('id', '=', unitId).execute();
  const was = { field: 'registration_number', old_value: 'ABC123', new_value: 'QFV 65Q' };
  await owner
    .insertInto('unit_change')
    .values({ account_id: accountId, unit_id: unitId, at: new Date(), member_id: member.id, actor_name: '', ...was })
    .execute();
  const line = { accountId, at: new Date(), actor: { kind: 'system' } } as const;
  await writeAudit(owner, { ...line, action: 'booking-made', subject: 'Budbil' });
  await writeAudit(owner, { ...line, action: 'access-given', subject: 'Maja Ek', details: { units: 'Annan, Budbil' } });
  await writeAudit(owner, { ...line, action: 'booking-made', subject: 'Annan' });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } })).data!.rows.map(({ subject }) => subject);
  for (const search of ['QFV 65Q', 'qfv65q', 'abc123', imei]) expect(await found(search), search).toEqual(['Maja Ek', 'Budbil']);
  // What was done before it was named otherwise is of it as well.
  await owner.updateTable('unit').set({ name: 'Budbil natt' }).where('id', '=', unitId).execute();
  const named = { field: 'name', old_value: 'Budbil', new_value: 'Budbil natt' };
  await owner
    .insertInto('unit_change')
    .values({ account_id: accountId, unit_id: unitId, at: new Date(), member_id: member.id, actor_name: '', ...named })
    .execute();
  await writeAudit(owner, { ...line, action: 'booking-made', subject: 'Budbil natt' });
  expect(await found('qfv65q')).toEqual(['Budbil natt', 'Maja Ek', 'Budbil']);
});

test('ADM-018: a number is found as it is read, with a space between its thousands, and not by its parts', async () => {
  const { admin, accountId } = await company();
  const line = { accountId, at: new Date(), actor: { kind: 'system' }, action: 'service-plan-changed' } as const;
  const changed = (before: number, after: number) => ({
    fields: 'interval_km',
    changes: [{ field: 'interval_km', before, after }],
  });
  await writeAudit(owner, { ...line, subject: 'Bil 1', details: changed(20_000, 15_000) });
  await writeAudit(owner, { ...line, subject: 'Bil 15', details: changed(10_000, 12_000) });
  await writeAudit(owner, { ...line, subject: 'Kran 15 000 kg', details: changed(10_000, 12_000) });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } })).data!.rows.map(({ subject }) => subject);
  expect(await found('15 000')).toEqual(['Kran 15 000 kg', 'Bil 1']);
  expect(await found('15\u00a0000')).toEqual(['Kran 15 000 kg', 'Bil 1']);
  expect(await found('15000')).toEqual(['Bil 1']);
});

test('ADM-018: the search forgives accents and case, in what was written and in the log’s own words', async () => {
  const { admin, accountId } = await company();
  const line = { accountId, at: new Date(), actor: { kind: 'system' } } as const;
  await writeAudit(owner, { ...line, action: 'unit-added', subject: 'VVS Söder' });
  const renamed = { fields: 'name', changes: [{ field: 'name', before: 'Östra', after: 'Ålesund fjøs' }] };
  await writeAudit(owner, { ...line, action: 'unit-changed', subject: 'Bil 2', details: renamed });
  await writeAudit(owner, { ...line, action: 'booking-made', subject: 'Bil 3', details: { purpose: 'Hämta däck på Ærø' } });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } }, { 'accept-language': 'sv' })).data!.rows.map(({ subject }) => subject);
  for (const search of ['soder', 'söder', 'SÖDER vvs', 'tillagd soder'])
    expect(await found(search), search).toEqual(['VVS Söder']);
  for (const search of ['ostra', 'alesund', 'fjos', 'FJØS', 'andrad ostra'])
    expect(await found(search), search).toEqual(['Bil 2']);
  for (const search of ['dack', 'däck aero']) expect(await found(search), search).toEqual(['Bil 3']);
});

test('ADM-018: a telephone number is found however it is written, where it was and where it became', async () => {
  const { admin, accountId } = await company();
  const line = { accountId, at: new Date(), actor: { kind: 'system' }, action: 'alarm-receiver-changed' } as const;
  const changed = (before: string, after: string) => ({ fields: 'phone', changes: [{ field: 'phone', before, after }] });
  await writeAudit(owner, { ...line, subject: 'Jour', details: changed('+46-701740605', '+46 701740699') });
  await writeAudit(owner, { ...line, subject: 'Kontor', details: changed('+47 40012345', '+47 40012346') });
  const found = async (search: string) =>
    (await admin.call(readAudit, { query: { search } })).data!.rows.map(({ subject }) => subject);
  for (const search of ['+46701740605', '+46 70-174 06 05', '070-174 06 99', '0046 701740605', 'jour +46\u00a0701740605'])
    expect(await found(search), search).toEqual(['Jour']);
  expect(await found('+47 400 12 345')).toEqual(['Kontor']);
  expect(await found('kontor +46701740605')).toEqual([]);
});

test('ADM-018, SEC-013, SEC-014: the export neutralises formulas and is itself on record', async () => {
  const { admin, accountId, member } = await company();
  const actor = { kind: 'member', memberId: member.id } as const;
  await writeAudit(owner, { accountId, at: new Date(), actor, action: 'unit-changed', subject: '=HYPERLINK("x")' });
  const answer = await admin.call(exportAudit);
  const text = answer.raw.toString('utf8');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text.split('\r\n')[0]).toBe('\ufefftime_utc,actor,actor_kind,action,subject,details');
  expect((await admin.call(readAudit)).data!.rows[0]).toMatchObject({ action: 'audit-exported', actor: 'Maja Ek' });
});

test('SEC-008: another account reads nothing of the audit log, and its members may not', async () => {
  const { accountId } = await company();
  await writeAudit(owner, {
    accountId,
    at: new Date(),
    actor: { kind: 'system' },
    action: 'unit-changed',
    subject: 'Hemlig bil',
  });
  const { admin: stranger } = await company();
  expect(JSON.stringify((await stranger.call(readAudit)).data)).not.toContain('Hemlig bil');
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(await driver.call(readAudit)).toMatchObject({ status: 403, errors: 'Forbidden' });
});

test('API-118, ADM-009, CONST-035, ADM-022, ADM-023: a message to support is kept, mailed once to the brand and confirmed by a case number', async () => {
  const { admin, accountId } = await company();
  expect((await admin.call(contactSupport, { body: { message: 'x'.repeat(1001) } })).errors).toEqual({
    message: ['MessageLength'],
  });
  const answer = await admin.call(contactSupport, {
    body: { message: 'Kartan är tom', page: '/user/realtime-tracking', version: '1' },
  });
  expect(answer.data!.case).toMatch(/^S-\d{5}$/);
  const mails = await owner
    .selectFrom('mail')
    .select(['template', 'recipient', 'params'])
    .where('account_id', '=', accountId)
    .execute();
  expect(mails).toMatchObject([
    { template: 'support-case', recipient: 'support@spora.example', params: { message: 'Kartan är tom', fullName: 'Maja Ek' } },
  ]);
});
