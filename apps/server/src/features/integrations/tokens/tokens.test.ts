import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, expect, test } from 'vitest';
import { readAudit, updateCompany } from '@spora/contract/accounts/endpoints';
import { createToken, listTokens, revokeToken, tokenSelf } from '@spora/contract/integrations/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { getUnit, listUnits, updateUnit } from '@spora/contract/units/endpoints';
import { listUsers } from '@spora/contract/users/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { RATES } from '../../../platform/http/rate.ts';
import { type Caller, testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

async function newCompany() {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet' });
  const maker = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  const admin = await app.signInAs(maker);
  const unit = await makeUnit(app.database, { accountId, name: 'Bil 1' });
  return { accountId, maker, admin, unit };
}
const make = async (admin: Caller, rights: 'read' | 'write', days = 30) => {
  const { id, token } = (await admin.call(createToken, { body: { name: 'Lön', rights, days } })).data!;
  return { id, token, program: app.withToken(token) };
};

test('13-B6: each answer to a token tells what it may still call, by the numbers of the guide; a session is told nothing', async () => {
  const { admin } = await newCompany();
  const { program } = await make(admin, 'read');
  const path = { url: '/api/user/token' };
  const headersOf = async () => (await program.request(path)).headers;
  expect(await headersOf()).toMatchObject({
    'ratelimit-policy': `"token";q=${RATES.token.burst};w=${RATES.token.burst / RATES.token.perSecond}`,
    ratelimit: `"token";r=${RATES.token.burst - 1};t=1`,
  });
  const left = /r=(\d+);t=(\d+)/
    .exec(String((await headersOf())['ratelimit']))!
    .slice(1)
    .map(Number);
  expect(left[0]).toBeLessThanOrEqual(RATES.token.burst - 1);
  expect((await program.request({ url: '/api/user/nothing-here' })).headers['ratelimit']).toBeUndefined();
  expect(
    (await program.request({ method: 'POST', url: '/api/administration/token', payload: {} })).headers['ratelimit'],
  ).toBeDefined();
  expect((await admin.request({ url: '/api/user/me' })).headers['ratelimit']).toBeUndefined();
});

test('ADM-019: a token is shown once; the database holds its hash, and no list, log or repeat of the call has it', async () => {
  const { admin, accountId } = await newCompany();
  const key = { 'idempotency-key': 'the-same-call-again' };
  const body = { name: 'Lön', rights: 'read', days: 30 } as const;
  const { token } = (await admin.call(createToken, { body }, key)).data!;
  expect(token).toMatch(/^spora_[\w-]{43}$/);
  expect((await admin.call(createToken, { body }, key)).data!.token).not.toBe(token);
  await app.withToken(token).call(tokenSelf);
  const rows = await owner.selectFrom('api_token').selectAll().where('account_id', '=', accountId).execute();
  const stored = await owner.selectFrom('idempotency').selectAll().where('account_id', '=', accountId).execute();
  const seen = JSON.stringify([
    rows,
    stored,
    app.logged,
    (await admin.call(listTokens)).data,
    (await admin.call(readAudit)).data,
  ]);
  expect(seen).not.toContain(token);
  expect(seen).not.toContain(token.slice(6, 30));
  expect((await admin.call(listTokens)).data!.tokens.at(-1)).toMatchObject({
    name: 'Lön',
    rights: 'read',
    hint: token.slice(-4),
    created_by: 'Maja Ek',
    state: 'active',
  });
  const denied = await app.database.api
    .selectFrom('api_token')
    .select('token_hash')
    .execute()
    .catch((error: unknown) => String(error));
  expect(denied).toContain('permission denied');
});

test('ADM-019: a token that reads sees the account and the trip log and changes nothing; one that writes does', async () => {
  const { admin, unit } = await newCompany();
  const { imei } = unit;
  const reading = (await make(admin, 'read')).program;
  expect((await reading.call(tokenSelf)).data).toMatchObject({ account: 'Åkeriet', name: 'Lön', rights: 'read' });
  expect((await reading.call(listUnits)).raw.toString()).toContain(imei);
  const day = app.clock.now.toISOString().slice(0, 10);
  expect((await reading.call(generateTrips, { body: { from: day, to: day, imeis: [imei] } })).status).toBe(200);
  const change = { params: { imei }, body: { note: 'från lönesystemet' } };
  expect(await reading.call(updateUnit, change)).toMatchObject({ status: 403, errors: 'TokenOnlyReads' });
  const writing = (await make(admin, 'write')).program;
  expect((await writing.call(updateUnit, change)).status).toBe(200);
  expect((await admin.call(getUnit, { params: { imei } })).data!.note).toBe('från lönesystemet');
});

test('ADM-019: no token reaches people, sign-in, support or tokens, whatever its rights', async () => {
  const { admin } = await newCompany();
  const { program, id } = await make(admin, 'write');
  for (const [endpoint, input] of [
    [listUsers, {}],
    [listTokens, {}],
    [createToken, { body: { name: 'x', rights: 'write', days: 30 } }],
    [revokeToken, { params: { id } }],
  ] as const)
    expect(await program.call(endpoint, input)).toMatchObject({ status: 403, errors: 'TokenNotHere' });
  expect((await admin.call(tokenSelf)).status).toBe(401);
});

test('ADM-019: a token is over when it is revoked, has expired, or its maker is no administrator any more', async () => {
  const { admin, accountId, maker } = await newCompany();
  const revoked = await make(admin, 'read');
  expect((await revoked.program.call(tokenSelf)).status).toBe(200);
  await admin.call(revokeToken, { params: { id: revoked.id } });
  expect(await revoked.program.call(tokenSelf)).toMatchObject({ status: 401, errors: 'Unauthenticated' });
  expect(await admin.call(revokeToken, { params: { id: revoked.id } })).toMatchObject({ status: 404 });

  const { program } = await make(admin, 'read');
  const began = app.clock.now;
  app.clock.now = new Date(began.getTime() + 30 * DAY_MS + 1000);
  expect((await program.call(tokenSelf)).status).toBe(401);
  app.clock.now = began;
  expect((await program.call(tokenSelf)).status).toBe(200);
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  await owner.updateTable('member').set({ is_admin: false }).where('id', '=', maker.id).execute();
  expect((await program.call(tokenSelf)).status).toBe(401);
  expect((await other.call(listTokens)).data!.tokens.map(({ state }) => state)).toEqual(['idle', 'revoked']);
});

test('ADM-019: the log tells who made it, its use once a day, and each change by its name', async () => {
  const { admin, unit } = await newCompany();
  const { program } = await make(admin, 'write');
  await program.call(listUnits);
  await program.call(listUnits);
  await program.call(updateUnit, { params: { imei: unit.imei }, body: { note: 'ny' } });
  const rows = (await admin.call(readAudit)).data!.rows.filter(({ action }) => action.startsWith('api-token'));
  expect(rows.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
    ['api-token-wrote', 'Lön', 'Maja Ek'],
    ['api-token-used', 'Lön', 'Maja Ek'],
    ['api-token-made', 'Lön', 'Maja Ek'],
  ]);
  expect(rows[0]!.details).toEqual({ call: 'units.update' });
  const { id } = (await admin.call(listTokens)).data!.tokens[0]!;
  const uses = app.logged.filter(({ msg, apiToken }) => msg === 'an API token was used' && apiToken === id);
  expect(uses.map(({ endpoint }) => endpoint)).toEqual(['units.list', 'units.list', 'units.update']);
});

test('ADM-019, SEC-008: drivers make no tokens, and nobody sees or ends those of another account', async () => {
  const { admin, accountId } = await newCompany();
  const { id, program } = await make(admin, 'read');
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await driver.call(createToken, { body: { name: 'x', rights: 'read', days: 30 } })).status).toBe(403);
  const other = await newCompany();
  expect((await other.admin.call(listTokens)).data!.tokens).toEqual([]);
  expect((await other.admin.call(revokeToken, { params: { id } })).status).toBe(404);
  expect((await program.call(tokenSelf)).status).toBe(200);
  expect((await program.call(getUnit, { params: { imei: other.unit.imei } })).status).toBe(404);
});

test('ADM-019: a program that calls too often is slowed down, and its maker’s own pages are not', async () => {
  const { admin } = await newCompany();
  const { program } = await make(admin, 'read');
  // Beside each other: one after the other they may take longer than the limit takes to let some more through.
  const answers = await Promise.all(Array.from({ length: 140 }, () => program.call(tokenSelf)));
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([200, 429]);
  expect((await admin.call(updateCompany, { body: {} })).status).toBe(200);
});
