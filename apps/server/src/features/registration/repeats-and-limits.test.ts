import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { registrationBody } from '@spora/contract/registration/endpoints';
import { testApp } from '../../testing/http.ts';
import { repeatOf } from './rules.ts';
import { company, newEmail, PASSWORD, person, registrationKit } from '../../testing/registration.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const { ask, counts, faults, send, stock } = registrationKit(app);

test('REG-005, ERR-009: of many who register the same unit at once exactly one wins, and nothing is left of the others', async () => {
  const imei = await stock();
  const before = await counts();
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(company(imei))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, errors } of answers) if (status !== 200) expect(errors).toEqual({ Imei: ['ImeiInUse'] });
  expect(await counts()).toEqual(before.map((n) => n + 1));
});

test('REG-007, ERR-008: of many who register with the same address at once exactly one wins, and the other units stay free', async () => {
  const imeis = await Promise.all(Array.from({ length: 4 }, () => stock()));
  const userName = newEmail();
  const before = await counts();
  const answers = await Promise.all(
    imeis.map((imei, i) => send(company(imei, { userName: i % 2 ? userName : userName.toUpperCase() }))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, errors } of answers) if (status !== 200) expect(errors).toEqual({ userName: ['EmailInUse'] });
  expect(await counts()).toEqual(before.map((n) => n + 1));
  const free = await owner
    .selectFrom('stock_unit')
    .where('imei', 'in', imeis)
    .where('registered_at', 'is', null)
    .select('imei')
    .execute();
  expect(free).toHaveLength(3);
});

test('REG-005: when something of ours fails at the very end, nothing of the registration is left and it can be sent again', async () => {
  const body = company(await stock());
  const key = 'fails-at-the-end';
  const before = await counts();
  await sql`ALTER TABLE mail ADD CONSTRAINT no_mail CHECK (false) NOT VALID`.execute(owner);
  expect((await send(body, { key })).status).toBe(500);
  await sql`ALTER TABLE mail DROP CONSTRAINT no_mail`.execute(owner);
  expect(await counts()).toEqual(before);
  expect((await send(body, { key })).status).toBe(200);
  expect(await counts()).toEqual(before.map((n) => n + 1));
});

test('API-013: the repeat of a registration whose answer was lost succeeds, also side by side; other content does not', async () => {
  const body = company(await stock());
  const key = 'lost-answer-0001';
  const before = await counts();
  const answers = await Promise.all([send(body, { key }), send(body, { key }), send(body, { key })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send(body, { key })).status).toBe(200);
  expect(await counts()).toEqual(before.map((n) => n + 1));
  expect(await faults(body)).toEqual({ Imei: ['ImeiInUse'], userName: ['EmailInUse'] });
  expect(await send({ ...body, city: 'Bergen' }, { key })).toMatchObject({ status: 409, errors: 'IdempotencyConflict' });
  expect((await send(body, { key: 'short' })).errors).toEqual({ 'idempotency-key': ['InvalidInput'] });
});

test('API-013: a repeat that is being judged while the first call succeeds is told "done", not "taken"', async () => {
  const body = company(await stock());
  const key = 'overtaken-repeat-1';
  let repeat: ReturnType<typeof send> | undefined;
  await owner.transaction().execute(async (tx) => {
    await sql`LOCK TABLE payment_type`.execute(tx);
    repeat = send(body, { key });
    // It has looked for the first call, and waits for the ways to pay.
    for (let isWaiting = false; !isWaiting;) {
      const { rows } = await sql`
        SELECT pid FROM pg_locks, pg_sleep(0.01) WHERE NOT granted AND relation = 'payment_type'::regclass`.execute(tx);
      isWaiting = rows.length > 0;
    }
    const { keyHash, requestHash } = repeatOf(key, registrationBody.parse(body));
    await sql`SELECT remember_registration(${keyHash}, ${requestHash}, ${app.clock.now})`.execute(tx);
    await tx.updateTable('stock_unit').set({ registered_at: app.clock.now }).where('imei', '=', body.Imei).execute();
  });
  expect(await repeat).toMatchObject({ status: 200 });
});

test('API-013: a refused registration leaves nothing under its key, so a corrected one goes through', async () => {
  const body = company(await stock());
  const key = 'corrected-later-1';
  expect((await send({ ...body, city: '' }, { key })).errors).toEqual({ city: ['SpecifyCity'] });
  expect((await send(body, { key })).status).toBe(200);
  const kept = JSON.stringify(await owner.selectFrom('registration_repeat').selectAll().execute());
  expect(kept).not.toContain(key);
});

test.each([
  ['registration.check-imei', { query: { imei: '356307042441013', subsiteID: '0' } }],
  ['registration.check-email', { query: { email: 'bulk@example.test' } }],
  ['registration.register', { body: {} }],
] as const)('SEC-007: %s cannot be tried in bulk from one address, and others are not held up by it', async (id, parts) => {
  const statuses: number[] = [];
  for (let i = 0; i < 40; i += 1) statuses.push((await ask(id, parts, { address: '192.0.2.7' })).status);
  expect(statuses[0]).not.toBe(429);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask(id, parts)).status).not.toBe(429);
});

test('SEC-009: IMEI, address and what is registered reach neither the log nor a cache', async () => {
  app.logged.length = 0;
  const body = person(await stock());
  const answers = [
    await ask('registration.check-imei', { query: { imei: body.Imei, subsiteID: '0' } }),
    await ask('registration.check-email', { query: { email: body.userName } }),
    await send(body),
    await ask('registration.check-imei', { query: { imei: body.Imei, subsiteID: '0' } }),
    await ask('registration.check-email', { query: { email: body.userName } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409]);
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  const log = JSON.stringify(app.logged);
  expect(log).toContain('registration.check-imei');
  for (const secret of [
    body.Imei,
    body.userName,
    body.personal_org_number ?? '',
    PASSWORD,
    body.fullName ?? '',
    'imeiValidator?',
    'emailValidator?',
  ])
    expect(log).not.toContain(secret);
});

test('SEC-009: a stranger can read neither stock nor members directly', async () => {
  const { api } = app.database;
  expect(await api.selectFrom('member').select('id').execute()).toEqual([]);
  await expect(api.selectFrom('registration_repeat').selectAll().execute()).rejects.toThrow('permission denied');
  await expect(api.updateTable('stock_unit').set({ registered_at: null }).execute()).rejects.toThrow('permission denied');
});
