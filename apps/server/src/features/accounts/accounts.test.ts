import { afterAll, beforeEach, expect, test } from 'vitest';
import { announcement, carScheduleStatus, contact, safeHomeConfig, terms } from '@spora/contract/accounts/endpoints';
import { BRANDS } from '@spora/contract/brands';
import { makeAccount, makeMember } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
beforeEach(() => owner.deleteFrom('announcement').execute());

const at = (hours: number) => new Date(app.clock.now.getTime() + hours * 3_600_000);
const announce = (text: string, more: { subsite_id?: number; starts_at?: Date; ends_at?: Date } = {}) =>
  owner
    .insertInto('announcement')
    .values({ text_en: text, text_sv: `${text} sv`, text_no: `${text} no`, starts_at: at(-1), ...more })
    .execute();
const told = async (subsiteID = 0, lang: 'en' | 'sv' | 'no' = 'en') =>
  (await app.stranger.call(announcement, { body: { lang, subsiteID } })).data;

test('API-026, DEC-61: without an announcement in force the text is empty', async () => {
  expect(await told()).toBe('');
  await announce('later', { starts_at: at(1) });
  await announce('over', { starts_at: at(-3), ends_at: at(-1) });
  expect(await told()).toBe('');
});

test('API-026: the newest announcement is told, in the language asked for, as it was written', async () => {
  await announce('old', { starts_at: at(-5) });
  await announce('<b>new</b> & "bold"', { ends_at: at(1) });
  expect(await told()).toBe('<b>new</b> & "bold"');
  expect(await told(0, 'sv')).toBe('<b>new</b> & "bold" sv');
  expect(await told(0, 'no')).toBe('<b>new</b> & "bold" no');
});

test("API-026, NAV-029: a brand's own announcement comes before a newer one for all brands, and other brands do not see it", async () => {
  await announce('brand 3', { subsite_id: 3, starts_at: at(-5) });
  await announce('all');
  expect([await told(3), await told(0), await told(4)]).toEqual(['brand 3', 'all', 'all']);
});

test('API-026: an unknown language or brand is refused by field', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/announcement',
    payload: { lang: 'de', subsiteID: BRANDS.length },
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { lang: ['InvalidLanguage'], subsiteID: ['InvalidId'] } });
});

test('API-041, OPT-007: each brand answers its own address and phone label', async () => {
  for (const brand of BRANDS) {
    const { data } = await app.stranger.call(contact, { query: { SubsiteID: brand.subsiteId } });
    expect(data).toEqual({ email: brand.supportMail, phone: brand.supportPhone });
  }
});

test('REG-013, I18N-008: the terms come in sv, no or en; Swedish when none or another language is asked for', async () => {
  const read = async (query: object) => (await app.stranger.call(terms, { query })).data;
  expect((await read({ lang: 'en' }))?.body).toMatch(/^# The service\n\nWe provide/);
  expect((await read({ lang: 'no' }))?.body).toMatch(/^# Tjenesten/);
  const swedish = await read({});
  expect(swedish).toEqual({ valid_from: '2026-01-01', body: expect.stringMatching(/^# Tjänsten/) });
  expect(await read({ lang: 'de', subsiteID: 'x' })).toEqual(swedish);
});

test("REG-013: the newest terms in force apply, a brand's own before the general ones, and its Swedish ones where it has no others", async () => {
  const add = (values: { subsite_id: number | null; language: string; valid_from: string; body: string }) =>
    owner.insertInto('terms').values(values).execute();
  await add({ subsite_id: 5, language: 'en', valid_from: '2026-02-01', body: 'own' });
  await add({ subsite_id: 5, language: 'en', valid_from: '2199-01-01', body: 'future' });
  await add({ subsite_id: null, language: 'en', valid_from: '2026-03-01', body: 'newer, of all' });
  const read = async (subsiteID: number, lang: string) =>
    (await app.stranger.call(terms, { query: { lang, subsiteID } as never })).data?.body;
  expect(await read(5, 'en')).toBe('own');
  expect(await read(6, 'en')).toBe('newer, of all');
  await owner.deleteFrom('terms').where('language', '=', 'no').execute();
  expect(await read(5, 'no')).toMatch(/^# Tjänsten/);
  await owner.deleteFrom('terms').execute();
  expect(await app.stranger.call(terms, { query: { lang: 'sv' } })).toMatchObject({ status: 404, errors: 'NotFound' });
});

test('API-028, API-029, NAV-026: the two flags are those of the own account, and nobody else is told', async () => {
  const home = await makeAccount(app.database);
  const other = await makeAccount(app.database);
  await owner.updateTable('account').set({ car_schedule: false, safe_return_home: true }).where('id', '=', home).execute();
  await owner.updateTable('account').set({ car_schedule: true, safe_return_home: false }).where('id', '=', other).execute();
  const flagsOf = async (accountId: typeof home) => {
    const caller = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
    return { ...(await caller.call(carScheduleStatus)).data, ...(await caller.call(safeHomeConfig)).data };
  };
  expect(await flagsOf(home)).toEqual({ EnableCarSchedule: false, EnableSafeReturnHome: true });
  expect(await flagsOf(other)).toEqual({ EnableCarSchedule: true, EnableSafeReturnHome: false });
  expect((await app.stranger.call(carScheduleStatus)).status).toBe(401);
  expect((await app.stranger.call(safeHomeConfig)).status).toBe(401);
});
