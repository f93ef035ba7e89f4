import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword, me, requestCode, resetPassword, signIn, signOut, verifyFactor } from '@spora/contract/auth/endpoints';
import { CODE_ATTEMPTS_SPAN_S } from '@spora/contract/limits';
import {
  confirmApp,
  getFactors,
  getRequirement,
  removeApp,
  renewRecoveryCodes,
  resetFactors,
  setRequirement,
  startApp,
} from '@spora/contract/second-factor/endpoints';
import { setOwnTwoFactor } from '@spora/contract/users/endpoints';
import { ENDPOINTS } from '@spora/contract/registry';
import { authApp, newAddress, PASSWORD } from '../../testing/auth.ts';
import { makeAccount } from '../../testing/database.ts';
import { testPorts } from '../../testing/http.ts';
import { RIGHT_CALLS } from '../../testing/right-calls/list.ts';
import { makeScene } from '../../testing/right-calls/scene.ts';
import { sealSecrets } from './sealing.ts';
import { pathOf, PATHS } from '@spora/contract/paths';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';

const app = await authApp();
afterAll(() => app.close());
const { owner } = app.database;
beforeEach(() => {
  // Each test has steps of its own: a code of one is none of another.
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
});

const codeOf = (key: string, offsetS = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: app.clock.now.getTime() + offsetS * 1000 });
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const pass = (seconds: number) => void (app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000));

/** A member who is signed in by the password. */
async function signedIn(options: Parameters<typeof app.newMember>[0] = {}) {
  const member = await app.newMember(options);
  const { data } = await app.signIn(member.email);
  if (!data || data.pending) throw new Error('A code was asked for.');
  return { ...member, from: { token: data.user.token } };
}

/** A member with an app: its key, the recovery codes, and who is signed in. */
async function withApp(options: Parameters<typeof app.newMember>[0] = {}) {
  const member = await signedIn(options);
  const { data } = await app.call(startApp, { body: { password: PASSWORD } }, member.from);
  const { key, uri } = data!;
  const confirmed = await app.call(confirmApp, { body: { code: codeOf(key) } }, member.from);
  pass(60);
  return { ...member, key, uri, codes: confirmed.data!.recovery_codes! };
}

/** The password was right, the second step is still to come. */
async function waiting(member: { id: number; email: string }) {
  const { data } = await app.signIn(member.email);
  if (!data?.pending) throw new Error('No second step was asked for.');
  const from = { token: data.user.token };
  return {
    from,
    factors: data.factors,
    verify: (code: string, more: { trust_browser?: boolean } = {}) =>
      app.call(verifyFactor, { body: { code, user_id: member.id, ...more } }, from),
  };
}

test('12-A4: an app counts from when a first code was shown, and then a sign-in asks for it', async () => {
  const member = await signedIn();
  expect((await app.call(startApp, { body: { password: 'wrong' } }, member.from)).errors).toEqual({
    password: ['WrongPassword'],
  });
  const { data } = await app.call(startApp, { body: { password: PASSWORD } }, member.from);
  const { key, uri } = data!;
  expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}.*digits=6/);
  expect(uri).toContain(encodeURIComponent(member.email));
  expect((await app.signIn(member.email)).data?.pending, 'not proven').toBe(false);
  expect((await app.call(confirmApp, { body: { code: wrongOf(codeOf(key)) } }, member.from)).errors).toEqual({
    code: ['WrongFirstCode'],
  });
  expect((await app.call(getFactors, {}, member.from)).data).toMatchObject({ app: null, needs_code: false });

  const confirmed = await app.call(confirmApp, { body: { code: codeOf(key) } }, member.from);
  expect(confirmed.data?.recovery_codes).toHaveLength(10);
  expect(confirmed.data?.factors).toMatchObject({ recovery_codes_left: 10, needs_code: true, mail: false });
  pass(60);
  const step = await waiting(member);
  expect(step.factors).toEqual(['app', 'recovery']);
  const answer = await step.verify(codeOf(key));
  expect(answer.data?.user.ID).toBe(member.id);
  expect((await app.call(me, {}, { token: answer.data!.user.token })).status).toBe(200);
  expect((await step.verify(codeOf(key))).status, 'the waiting session is over').toBe(401);
});

test('12-A4: a code counts once, for its step and the ones beside it', async () => {
  const member = await withApp();
  const first = codeOf(member.key);
  expect((await (await waiting(member)).verify(first)).status).toBe(200);
  const again = await waiting(member);
  expect(await again.verify(first)).toMatchObject({ status: 422, errors: 'WrongFactorCode' });
  expect((await again.verify(codeOf(member.key, -30))).status, 'a step before one that counted').toBe(422);
  expect((await again.verify(codeOf(member.key, 30))).status, 'a clock that runs ahead').toBe(200);
  pass(120);
  const late = await waiting(member);
  expect((await late.verify(codeOf(member.key, -60))).status, 'two steps old').toBe(422);
  expect((await late.verify(codeOf(member.key, 60))).status, 'two steps ahead').toBe(422);
  expect((await late.verify(codeOf(member.key, -30))).status).toBe(200);
});

test('12-A4: of two sign-ins with the same code at once one gets in', async () => {
  const member = await withApp();
  const both = [await waiting(member), await waiting(member)];
  const answers = await Promise.all(both.map(({ verify }) => verify(codeOf(member.key))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('12-A4: the first code of a set-up opens no sign-in afterwards', async () => {
  const member = await signedIn();
  const { data } = await app.call(startApp, { body: { password: PASSWORD } }, member.from);
  const code = codeOf(data!.key);
  await app.call(confirmApp, { body: { code } }, member.from);
  expect((await (await waiting(member)).verify(code)).status).toBe(422);
});

test('12-A4, TFA-019: five wrong codes of the app or of recovery block them for a quarter of an hour, right ones too', async () => {
  const member = await withApp();
  const step = await waiting(member);
  for (let i = 0; i < 3; i += 1) expect((await step.verify(wrongOf(codeOf(member.key)))).errors).toBe('WrongFactorCode');
  expect((await step.verify('aaaaa-aaaaa')).errors).toBe('WrongFactorCode');
  expect(await step.verify('not a code')).toMatchObject({ status: 429, errors: 'TooManyCodeAttempts' });
  for (const code of [codeOf(member.key), member.codes[0]!])
    expect(await step.verify(code)).toMatchObject({ status: 429, errors: 'TooManyCodeAttempts' });
  expect((await app.call(removeApp, { body: { password: PASSWORD, code: codeOf(member.key) } }, member.from)).status).toBe(429);
  pass(CODE_ATTEMPTS_SPAN_S + 1);
  expect((await step.verify(codeOf(member.key))).status).toBe(200);
});

test('12-A4: a recovery code works once, however it is written, and its owner is told by mail how many are left', async () => {
  const member = await withApp();
  const [code = ''] = member.codes;
  const step = await waiting(member);
  expect((await step.verify(` ${code.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
  expect((await (await waiting(member)).verify(code)).errors).toBe('WrongFactorCode');
  const [mail] = await app.mailsTo(member.email, 'recovery-code-used');
  expect(mail?.params).toMatchObject({ left: 9 });
  expect((await app.call(getFactors, {}, member.from)).data?.recovery_codes_left).toBe(9);
  const entries = await app.auditOf(member.id);
  expect(entries.map(({ action }) => action)).toContain('recovery-code-used');
  expect(entries.at(-2)?.details).toMatchObject({ second_factor: 'recovery' });

  const renewed = await app.call(renewRecoveryCodes, { body: { password: PASSWORD, code: codeOf(member.key) } }, member.from);
  expect(renewed.data?.recovery_codes).toHaveLength(10);
  expect((await (await waiting(member)).verify(member.codes[1]!)).errors, 'a former one').toBe('WrongFactorCode');
  expect((await (await waiting(member)).verify(renewed.data!.recovery_codes![0]!)).status).toBe(200);
});

test('12-A4: of two uses of one recovery code at once one counts', async () => {
  const member = await withApp();
  const both = [await waiting(member), await waiting(member)];
  const answers = await Promise.all(both.map(({ verify }) => verify(member.codes[0]!)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('12-A4: what changes the factors asks for the password and the factor; each change is on record and mailed', async () => {
  const member = await withApp();
  const body = { password: PASSWORD };
  expect((await app.call(removeApp, { body }, member.from)).errors).toEqual({ code: ['SecondFactorNeeded'] });
  expect((await app.call(removeApp, { body: { ...body, code: wrongOf(codeOf(member.key)) } }, member.from)).errors).toEqual({
    code: ['WrongFactorCode'],
  });
  expect((await app.call(startApp, { body }, member.from)).errors, 'another app').toEqual({ code: ['SecondFactorNeeded'] });
  expect((await app.call(renewRecoveryCodes, { body }, member.from)).errors).toEqual({ code: ['SecondFactorNeeded'] });
  const gone = await app.call(removeApp, { body: { ...body, code: codeOf(member.key) } }, member.from);
  expect(gone.data).toMatchObject({ app: null, recovery_codes_left: 0, needs_code: false });
  expect((await app.signIn(member.email)).data?.pending).toBe(false);
  expect(
    (await app.mailsTo(member.email, 'factor-changed')).map(({ params }) => (params as { change: { kind: string } }).change.kind),
  ).toEqual(['app-added', 'app-removed']);
  const actions = (await app.auditOf(member.id)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('factor-'))).toEqual(['factor-added', 'factor-removed']);
});

test('12-A4: a new app takes the place of the old one only when a code of it was shown', async () => {
  const member = await withApp();
  const { data } = await app.call(startApp, { body: { password: PASSWORD, code: codeOf(member.key) } }, member.from);
  pass(60);
  expect((await (await waiting(member)).verify(codeOf(member.key))).status, 'the old one until then').toBe(200);
  pass(60);
  const confirmed = await app.call(confirmApp, { body: { code: codeOf(data!.key) } }, member.from);
  expect(confirmed.data?.recovery_codes, 'those there are stay').toBeNull();
  pass(60);
  expect((await (await waiting(member)).verify(codeOf(member.key))).status).toBe(422);
  expect((await (await waiting(member)).verify(codeOf(data!.key))).status).toBe(200);
});

test('12-A4: a set-up that takes too long begins again', async () => {
  const member = await signedIn();
  const { data } = await app.call(startApp, { body: { password: PASSWORD } }, member.from);
  pass(1801);
  expect((await app.call(confirmApp, { body: { code: codeOf(data!.key) } }, member.from)).errors).toBe('SetUpOver');
});

test('12-A4: who has an app is sent no code by mail instead, and who has both chooses', async () => {
  const member = await withApp();
  const { from } = await waiting(member);
  expect(await app.call(requestCode, { body: { lang: 'sv', user_id: member.id } }, from)).toMatchObject({
    status: 409,
    errors: 'FactorNotAvailable',
  });
  expect((await app.call(setOwnTwoFactor, { body: { enabled: true, password: PASSWORD } }, member.from)).errors).toEqual({
    code: ['SecondFactorNeeded'],
  });
  await app.call(setOwnTwoFactor, { body: { enabled: true, ...proofOf(member) } }, member.from);
  const both = await waiting(member);
  expect(both.factors).toEqual(['app', 'mail', 'recovery']);
  expect((await app.call(requestCode, { body: { lang: 'sv', user_id: member.id } }, both.from)).status).toBe(200);
});

test('12-A4, TFA-016: a browser that is trusted after a code of the app skips it', async () => {
  const member = await withApp();
  const { data } = await (await waiting(member)).verify(codeOf(member.key), { trust_browser: true });
  expect((await app.signIn(member.email, { device: data!.device_token })).data?.pending).toBe(false);
});

test('12-A4: neither secret nor codes can be read in the database, by the interface or in the log', async () => {
  const member = await withApp();
  const stored = await owner.selectFrom('authenticator_app').selectAll().where('member_id', '=', member.id).execute();
  expect(stored[0]?.secret).toMatch(/^aes1\./);
  const codes = await owner.selectFrom('recovery_code').selectAll().where('member_id', '=', member.id).execute();
  const dump = JSON.stringify([
    stored,
    codes.map(({ code_hash }) => [code_hash.toString('latin1'), code_hash.toString('base64'), code_hash.toString('hex')]),
    await owner.selectFrom('idempotency').selectAll().execute(),
    await owner.selectFrom('audit_entry').selectAll().execute(),
    await owner.selectFrom('mail').selectAll().execute(),
    app.logged,
  ]);
  for (const secret of [member.key, ...member.codes, ...member.codes.map((code) => code.replace('-', ''))])
    expect(dump).not.toContain(secret);
  for (const table of ['authenticator_app', 'passkey', 'recovery_code'] as const)
    expect(await app.database.api.selectFrom(table).select('id').execute(), 'no account in force').toEqual([]);
  await expect(sql`SELECT challenge FROM passkey_challenge`.execute(app.database.api)).rejects.toThrow(/permission denied/);
});

test('12-A4, 12-A10: a secret that was sealed with a former key is sealed with the newest', async () => {
  const member = await withApp();
  const old = await owner
    .selectFrom('authenticator_app')
    .select('secret')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const keys = new Map([
    ['test', new Uint8Array(32)],
    ['test2', new Uint8Array(32).fill(7)],
  ]);
  const secretBox = createSecretBox(() => Promise.resolve(keys));
  await sealSecrets({
    actor: { kind: 'system' },
    db: app.database.pipeline,
    now: () => app.clock.now,
    ports: testPorts({ secretBox }),
    log: { error: () => undefined } as never,
  });
  const { secret } = await owner
    .selectFrom('authenticator_app')
    .select('secret')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(secret).not.toBe(old.secret);
  expect(await secretBox.open(secret, `authenticator-app/${member.id}`)).toBe(member.key);
  await owner.updateTable('authenticator_app').set({ secret: old.secret }).where('member_id', '=', member.id).execute();
});

/** An account of its own with an administrator who has an app. */
async function anAccount() {
  const accountId = await makeAccount(app.database, { name: 'Kravet AB' });
  const admin = await withApp({ accountId });
  return { accountId, admin };
}

const proofOf = (member: { key: string }) => {
  pass(60);
  return { password: PASSWORD, code: codeOf(member.key) };
};

test('12-A4: a factor is required of others only by an administrator who has one, with password and factor', async () => {
  const accountId = await makeAccount(app.database, { name: 'Utan AB' });
  const admin = await signedIn({ accountId });
  const wanted = { required_of: 'everybody', is_mail_enough: false } as const;
  expect((await app.call(setRequirement, { body: { ...wanted, password: PASSWORD } }, admin.from)).errors).toBe('OwnFactorFirst');
  const plain = await signedIn({ accountId, isAdmin: false });
  expect((await app.call(setRequirement, { body: { ...wanted, password: PASSWORD } }, plain.from)).status).toBe(403);
  const own = await anAccount();
  expect((await app.call(setRequirement, { body: { ...wanted, password: PASSWORD } }, own.admin.from)).errors).toEqual({
    code: ['SecondFactorNeeded'],
  });
  const set = await app.call(setRequirement, { body: { ...wanted, ...proofOf(own.admin) } }, own.admin.from);
  expect(set.data).toEqual({ required_of: 'everybody', is_mail_enough: false, without: 0, is_own_set_up: true });
  expect((await app.auditOf(own.admin.id)).at(-1)).toMatchObject({ action: 'factor-requirement-changed' });
  expect((await app.call(getRequirement, {}, admin.from)).data).toMatchObject({ required_of: 'nobody', without: 2 });
});

test('ERR-041: whom somebody else requires a factor of meanwhile is not overwritten unseen', async () => {
  const { admin } = await anAccount();
  const set = (required_of: 'administrators' | 'everybody' | 'nobody', was?: Record<string, unknown>) => {
    const body = { required_of, is_mail_enough: false, ...proofOf(admin), ...(was ? { was } : {}) };
    return app.call(setRequirement, { body }, admin.from);
  };
  const began = { required_of: 'nobody', is_mail_enough: false };
  expect((await set('everybody', began)).status).toBe(200);
  expect(await set('administrators', began)).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  expect((await app.call(getRequirement, {}, admin.from)).data?.required_of).toBe('everybody');
  expect((await set('administrators', { ...began, required_of: 'everybody' })).status, 'who has seen theirs').toBe(200);
  expect((await set('nobody')).status, 'who asks for it').toBe(200);
});

test('12-A4: where a factor is required, whoever has none is let in to set one up and to nothing else, also in a session that was open', async () => {
  const { accountId, admin } = await anAccount();
  const member = await signedIn({ accountId, isAdmin: false });
  const other = await withApp({ accountId, isAdmin: false });
  expect((await app.call(me, {}, member.from)).data?.user.MustSetUpFactor).toBe(false);
  await app.call(setRequirement, { body: { required_of: 'everybody', is_mail_enough: false, ...proofOf(admin) } }, admin.from);
  expect((await app.call(getRequirement, {}, admin.from)).data?.without).toBe(1);
  const fresh = await app.signIn(member.email);
  const from = { token: fresh.data!.user.token };
  expect(fresh.data).toMatchObject({ pending: false, user: { MustSetUpFactor: true } });
  const OPEN = [
    'auth.me',
    'auth.sign-out',
    'second-factor.get',
    'second-factor.start-app',
    'second-factor.confirm-app',
    'second-factor.passkey-options',
    'second-factor.add-passkey',
    'second-factor.renew-recovery-codes',
  ];
  const scene = await makeScene(app);
  for (const token of [from.token, member.from.token])
    for (const { id, access } of ENDPOINTS) {
      if ((access !== 'user' && access !== 'admin') || OPEN.includes(id)) continue;
      const { params, query, body } = RIGHT_CALLS[id].call(scene);
      const answer = await app.app.inject({
        method: PATHS[id][0],
        url: pathOf(id, params),
        remoteAddress: newAddress(),
        headers: { authorization: `Bearer ${token}` },
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
      });
      expect({ id, status: answer.statusCode, body: answer.body }).toEqual({
        id,
        status: 403,
        body: '{"success":false,"errors":"SecondFactorRequired"}',
      });
    }
  expect((await app.call(me, {}, other.from)).data?.user.MustSetUpFactor, 'who has one').toBe(false);

  const { data } = await app.call(startApp, { body: { password: PASSWORD } }, from);
  await app.call(confirmApp, { body: { code: codeOf(data!.key) } }, from);
  expect((await app.call(me, {}, from)).data?.user.MustSetUpFactor).toBe(false);
  pass(60);
  const proof = { password: PASSWORD, code: codeOf(data!.key) };
  expect((await app.call(setOwnTwoFactor, { body: { enabled: true, ...proof } }, from)).status).toBe(200);
  expect((await waiting(member)).factors, 'what the account does not accept is no way around what it does').toEqual([
    'app',
    'recovery',
  ]);
  pass(60);
  const keep = await app.call(removeApp, { body: { password: PASSWORD, code: codeOf(data!.key) } }, from);
  expect(keep.errors).toBe('LastFactorRequired');
  expect((await app.call(getFactors, {}, from)).data?.app, 'nothing was taken').not.toBeNull();
  expect((await app.call(signOut, {}, member.from)).status).toBe(200);
});

test('12-A4: required of administrators asks no other member; a code by mail counts where the account says so', async () => {
  const { accountId, admin } = await anAccount();
  const plain = await app.newMember({ accountId, isAdmin: false });
  const second = await app.newMember({ accountId, hasTwoFactor: true });
  const require = (is_mail_enough: boolean) =>
    app.call(setRequirement, { body: { required_of: 'administrators', is_mail_enough, ...proofOf(admin) } }, admin.from);
  await require(false);
  expect((await app.signIn(plain.email)).data).toMatchObject({ pending: false, user: { MustSetUpFactor: false } });
  const byMail = async () => {
    const pending = await app.pendingOf(second);
    await pending.request();
    return (await pending.verify(await app.codeSentTo(second.email))).data;
  };
  expect((await byMail())?.user.MustSetUpFactor, 'mail opens the way to a set-up').toBe(true);
  await require(true);
  expect((await byMail())?.user.MustSetUpFactor).toBe(false);
});

test('12-A4: an administrator resets a lost factor with a reason, which opens nothing: sessions end, and a code by mail is asked for', async () => {
  const { accountId, admin } = await anAccount();
  const member = await withApp({ accountId, isAdmin: false });
  const reset = (body: object, id = member.id, from: { token: string } = admin.from) =>
    app.call(resetFactors, { params: { id }, body: body as { reason: string } }, from);
  expect((await reset({ ...proofOf(admin), reason: ' ' })).errors).toEqual({ reason: ['SpecifyReason'] });
  expect((await reset({ reason: 'Tappad telefon', password: PASSWORD })).errors).toEqual({ code: ['SecondFactorNeeded'] });
  expect((await reset({ ...proofOf(admin), reason: 'x' }, admin.id)).errors).toBe('OwnTwoFactor');
  const foreign = await anAccount();
  expect((await reset({ ...proofOf(foreign.admin), reason: 'x' }, member.id, foreign.admin.from)).errors).toBe('UserNotFound');
  expect((await app.call(getFactors, {}, member.from)).data?.app).not.toBeNull();

  expect((await reset({ ...proofOf(admin), reason: 'Tappad telefon' })).status).toBe(200);
  expect((await app.call(me, {}, member.from)).status, 'signed out everywhere').toBe(401);
  const step = await waiting(member);
  expect(step.factors).toEqual(['mail']);
  expect((await step.verify(codeOf(member.key))).status).toBe(422);
  expect((await step.verify(member.codes[0]!)).status).toBe(422);
  const [mail] = await app.mailsTo(member.email, 'factor-reset');
  expect(mail?.params).toMatchObject({ reason: 'Tappad telefon', hasMail: true });
  const entry = (await app.auditOf(member.id)).find(({ action }) => action === 'factor-reset');
  expect(entry).toMatchObject({ actor_member_id: admin.id, details: { reason: 'Tappad telefon' } });
  const row = await owner.selectFrom('member').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ email: member.email, password_hash: app.passwordHash });
});

test('12-A4: who is removed leaves no factor behind', async () => {
  const member = await withApp();
  await owner.updateTable('member').set({ removed_at: app.clock.now }).where('id', '=', member.id).execute();
  for (const table of ['authenticator_app', 'recovery_code'] as const)
    expect(await owner.selectFrom(table).select('id').where('member_id', '=', member.id).execute()).toEqual([]);
});

test('12-A4: a session that an identity provider spoke for is asked for no factor here', async () => {
  const { accountId, admin } = await anAccount();
  const member = await signedIn({ accountId, isAdmin: false });
  await app.call(setRequirement, { body: { required_of: 'everybody', is_mail_enough: false, ...proofOf(admin) } }, admin.from);
  await owner.updateTable('session').set({ is_by_provider: true }).where('member_id', '=', member.id).execute();
  expect((await app.call(me, {}, member.from)).data?.user.MustSetUpFactor).toBe(false);
  expect((await app.call(signIn, { body: { username: member.email, password: PASSWORD } })).data).toMatchObject({
    user: { MustSetUpFactor: true },
  });
});

test('12-A4, 12-A3: who signed in by an address that the member has not agreed to adds no factor', async () => {
  const member = await signedIn();
  await owner.updateTable('member').set({ private_closed_at: app.clock.now }).where('id', '=', member.id).execute();
  expect(await app.call(startApp, { body: { password: PASSWORD } }, member.from)).toMatchObject({
    status: 403,
    errors: 'AgreeFirst',
  });
  expect((await app.call(confirmApp, { body: { code: '123456' } }, member.from)).errors).toBe('AgreeFirst');
});

test('12-A4, 12-A3: an administrator who resets a factor and reads the member’s mail gets no new password by it; the member’s own opens', async () => {
  const { accountId, admin } = await anAccount();
  const member = await withApp({ accountId, isAdmin: false });
  const linkOf = async () => {
    await app.call(forgotPassword, { body: { email_address: member.email, lang: 'sv' } });
    await app.runJobs();
    const mails = await app.mailsTo(member.email, 'reset-link');
    return new URL((mails.at(-1)?.params as { path?: string } | undefined)?.path ?? '/?_c=none', 'http://x').searchParams.get(
      '_c',
    )!;
  };
  const useLink = (code: string) =>
    app.call(resetPassword, { body: { code, password: 'Häst & vagn 7 ggr', password_confirmation: 'Häst & vagn 7 ggr' } });
  const before = await linkOf();
  await app.call(resetFactors, { params: { id: member.id }, body: { reason: 'Tappad telefon', ...proofOf(admin) } }, admin.from);
  expect((await useLink(before)).errors, 'a link from before').toEqual({ code: ['InvalidResetLink'] });
  pass(10);
  const sent = (await app.mailsTo(member.email, 'reset-link')).length;
  await linkOf();
  expect(await app.mailsTo(member.email, 'reset-link'), 'none is sent').toHaveLength(sent);

  const pending = await app.pendingOf(member);
  await pending.request();
  const { data } = await pending.verify(await app.codeSentTo(member.email));
  const from = { token: data!.user.token };
  const started = await app.call(startApp, { body: { password: PASSWORD } }, from);
  await app.call(confirmApp, { body: { code: codeOf(started.data!.key) } }, from);
  pass(10);
  expect((await useLink(await linkOf())).status, 'with a new factor a link is no way in by itself').toBe(200);
});
