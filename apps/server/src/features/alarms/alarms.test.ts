import { afterAll, expect, test } from 'vitest';
import { optOut } from '@spora/contract/alarms/endpoints';
import { makeAccount, makeMember } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { quickHash } from '../../testing/auth.ts';

const UNLIMITED = { burst: 1e6, perSecond: 1 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

const PASSWORD = 'a good pass phrase';
const accountId = await makeAccount(app.database);
const passwordHash = await quickHash(PASSWORD);
const newMember = () => makeMember(app.database, { accountId, passwordHash, isAdmin: false });

let lastAddress = 0;
const newAddress = () => `192.0.2.${(lastAddress += 1)}`;
const stop = async (nt_useremail: string, nt_password: string, more: object = {}, remoteAddress = newAddress()) => {
  const payload = { nt_useremail, nt_password, subsite_id: 0, ...more };
  const response = await app.app.inject({ method: 'POST', url: '/api/alertInfo', remoteAddress, payload });
  return { status: response.statusCode, headers: response.headers, body: response.json<{ data?: unknown; errors?: unknown }>() };
};
const stoppedOf = ({ id }: { id: number }) =>
  owner.selectFrom('member').select(['alerts_stopped_at', 'push_stopped_at']).where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = ({ id }: { id: number }) =>
  owner
    .selectFrom('audit_entry')
    .select(['account_id', 'actor_kind', 'details'])
    .where('actor_member_id', '=', id)
    .where('action', '=', 'alerts-stopped')
    .execute();
const sessionsOf = async ({ id }: { id: number }) =>
  (await owner.selectFrom('session').select('id').where('member_id', '=', id).execute()).length;

test('OPT-001, OPT-003, API-040: with the box ticked e-mail, SMS and push stop, and the answer names the address', async () => {
  const member = await newMember();
  const answer = await app.stranger.call(optOut, {
    body: { nt_useremail: ` ${member.email.toUpperCase()} `, nt_password: PASSWORD, remove_push: true, subsite_id: 0 },
  });
  expect(answer).toMatchObject({ status: 200, data: { stopped: 'alerts-and-push', email: member.email } });
  expect(await stoppedOf(member)).toEqual({ alerts_stopped_at: app.clock.now, push_stopped_at: app.clock.now });
});

test('OPT-006: without the box e-mail and SMS stop and push stays as it was', async () => {
  const member = await newMember();
  expect((await stop(member.email, PASSWORD)).body.data).toEqual({ stopped: 'alerts', email: member.email });
  expect(await stoppedOf(member)).toEqual({ alerts_stopped_at: app.clock.now, push_stopped_at: null });

  const earlier = new Date('2026-01-01T00:00:00Z');
  await owner
    .updateTable('member')
    .set({ push_stopped_at: earlier, alerts_stopped_at: earlier })
    .where('id', '=', member.id)
    .execute();
  await stop(member.email, PASSWORD);
  expect(await stoppedOf(member), 'a second time moves nothing').toEqual({
    alerts_stopped_at: earlier,
    push_stopped_at: earlier,
  });
});

test('OPT-001: no session is opened, nobody else is stopped, and the account can read who stopped what', async () => {
  const member = await newMember();
  const colleague = await newMember();
  const { headers, body } = await stop(member.email, PASSWORD, { remove_push: true });
  expect(JSON.stringify(body)).not.toMatch(/token/i);
  expect(headers['set-cookie']).toBeUndefined();
  expect(await sessionsOf(member)).toBe(0);
  expect(await stoppedOf(colleague)).toEqual({ alerts_stopped_at: null, push_stopped_at: null });
  expect(await auditOf(member)).toEqual([
    { account_id: accountId, actor_kind: 'member', details: { push: true, signed_in: false } },
  ]);
  expect(JSON.stringify(app.logged)).not.toContain(member.email);
});

test('OPT-002: a blank name, a name that is no e-mail address and a blank password are told by field', async () => {
  expect((await stop(' ', '')).body.errors).toEqual({ nt_useremail: ['EmailNotEmpty'], nt_password: ['SpecifyPassword'] });
  expect((await stop('anna', 'x')).body.errors).toEqual({ nt_useremail: ['EnterValidEmail'] });
});

test('OPT-005: attempts count down to the lock-out as at sign-in, and are counted together with those of sign-in', async () => {
  const { email, id } = await newMember();
  const address = newAddress();
  for (const count of [4, 3, 2])
    expect(await stop(email, 'wrong', {}, address)).toMatchObject({
      status: 401,
      body: { errors: { msg: 'InvalidLogin', count } },
    });
  for (let i = 0; i < 2; i += 1)
    await app.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: address,
      payload: { username: email, password: 'wrong', subsiteid: 0 },
    });
  expect(await stop(email, PASSWORD, {}, address)).toMatchObject({ status: 429, body: { errors: 'TooManyAttempts' } });
  expect(await stoppedOf({ id })).toEqual({ alerts_stopped_at: null, push_stopped_at: null });
});

test('OPT-005, DEC-81: an unknown name, a wrong password and a wrong password on another brand answer alike', async () => {
  const { email } = await newMember();
  const answers = [
    await stop('nobody@example.test', PASSWORD),
    await stop(email, 'wrong'),
    await stop(email, 'wrong', { subsite_id: 3 }),
  ];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: { success: false, errors: { msg: 'InvalidLogin', count: 4 } } });
});

test('OPT-005: on another brand, or when switched off, who knows the password is told why nothing was stopped', async () => {
  const member = await newMember();
  expect((await stop(member.email, PASSWORD, { subsite_id: 3 })).body.errors).toBe('InvalidUserSubsite');
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', member.id).execute();
  expect((await stop(member.email, PASSWORD)).body.errors).toBe('InvalidMember');
  expect(await stoppedOf(member)).toEqual({ alerts_stopped_at: null, push_stopped_at: null });
});
