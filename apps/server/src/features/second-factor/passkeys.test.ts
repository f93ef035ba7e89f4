import { afterAll, beforeEach, expect, test } from 'vitest';
import { me, passkeyOptions, passkeySignIn, passkeyStep, verifyPasskey } from '@spora/contract/auth/endpoints';
import { PASSKEY_WAIT_S, PASSKEYS_MAX } from '@spora/contract/limits';
import { addPasskey, getFactors, passkeyCreation, proofOptions, removePasskey } from '@spora/contract/second-factor/endpoints';
import { ownOrigins } from '../../platform/http/own-origin.ts';
import { authApp, PASSWORD } from '../../testing/auth.ts';
import { type AnswerOptions, type SoftAuthenticator, softAuthenticator } from '../../testing/authenticator.ts';

const app = await authApp();
afterAll(() => app.close());
const { owner } = app.database;
beforeEach(() => pass(3600));
const pass = (seconds: number) => void (app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000));

interface Person {
  readonly id: number;
  readonly email: string;
  readonly from: { readonly token: string };
}
async function signedIn(): Promise<Person> {
  const member = await app.newMember();
  const { data } = await app.signIn(member.email);
  if (!data || data.pending) throw new Error('A second step was asked for.');
  return { ...member, from: { token: data.user.token } };
}

async function proofOf(person: Person, device?: SoftAuthenticator) {
  if (!device) return { password: PASSWORD };
  const { data } = await app.call(proofOptions, {}, person.from);
  return { password: PASSWORD, passkey: device.sign(data!.options) };
}

/** Adds a passkey; `by` signs the fresh proof that the second one asks for. */
async function add(
  person: Person,
  { by, name = 'Mobilen', more }: { by?: SoftAuthenticator; name?: string; more?: AnswerOptions } = {},
) {
  const device = softAuthenticator();
  const begun = await app.call(passkeyCreation, { body: await proofOf(person, by) }, person.from);
  const answer = await app.call(addPasskey, { body: { name, passkey: device.make(begun.data!.options, more) } }, person.from);
  return { device, answer, options: begun.data!.options };
}

async function signInWith(device: SoftAuthenticator, more?: AnswerOptions) {
  const { data } = await app.call(passkeyOptions);
  return app.call(passkeySignIn, { body: { passkey: device.sign(data!.options, more) } });
}

async function waiting({ id, email }: Person) {
  const { data } = await app.signIn(email);
  if (!data?.pending) throw new Error('No second step was asked for.');
  const from = { token: data.user.token };
  return {
    factors: data.factors,
    options: async () => (await app.call(passkeyStep, { body: { user_id: id } }, from)).data!.options,
    verify: (passkey: ReturnType<SoftAuthenticator['sign']>) => app.call(verifyPasskey, { body: { passkey, user_id: id } }, from),
  };
}

test('12-A4: a passkey signs in without a password, and is the second step after one', async () => {
  const person = await signedIn();
  const { device, answer, options } = await add(person);
  expect(answer.data?.recovery_codes).toHaveLength(10);
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const signedInBy = await signInWith(device);
  expect(signedInBy.data?.user.ID).toBe(person.id);
  expect((await app.call(me, {}, { token: signedInBy.data!.user.token })).status).toBe(200);
  expect((await app.auditOf(person.id)).at(-1)).toMatchObject({ action: 'signed-in', details: { second_factor: 'passkey' } });

  const step = await waiting(person);
  expect(step.factors).toEqual(['passkey', 'recovery']);
  const asked = await step.options();
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [{ id: device.id }] });
  expect((await step.verify(device.sign(asked))).data?.user.ID).toBe(person.id);
  const [shown] = (await app.call(getFactors, {}, person.from)).data!.passkeys;
  expect(shown).toMatchObject({ name: 'Mobilen', last_used_at: app.clock.now.toISOString() });
});

test('12-A4: a challenge counts once, for five minutes, for what and whom it was given', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  const refused = { status: 422, errors: 'PasskeyRefused' };
  const { data } = await app.call(passkeyOptions);
  const passkey = device.sign(data!.options);
  expect((await app.call(passkeySignIn, { body: { passkey } })).status).toBe(200);
  expect(await app.call(passkeySignIn, { body: { passkey } }), 'the same answer').toMatchObject(refused);
  expect(await app.call(passkeySignIn, { body: { passkey: device.sign(data!.options) } }), 'a used challenge').toMatchObject(
    refused,
  );

  const late = await app.call(passkeyOptions);
  pass(PASSKEY_WAIT_S + 1);
  expect(await app.call(passkeySignIn, { body: { passkey: device.sign(late.data!.options) } })).toMatchObject(refused);

  const wrongly = await app.call(passkeyOptions);
  expect(
    await app.call(passkeySignIn, { body: { passkey: device.sign(wrongly.data!.options, { isVerified: false }) } }),
  ).toMatchObject(refused);
  expect(
    await app.call(passkeySignIn, { body: { passkey: device.sign(wrongly.data!.options) } }),
    'used up by the wrong answer',
  ).toMatchObject(refused);

  const mine = await waiting(person);
  const other = await waiting(person);
  const asked = await mine.options();
  expect(await other.verify(device.sign(asked)), 'of another sign-in').toMatchObject(refused);
  expect(await mine.verify(device.sign((await app.call(passkeyOptions)).data!.options)), 'of another purpose').toMatchObject(
    refused,
  );
  expect(await app.call(passkeySignIn, { body: { passkey: device.sign(await mine.options()) } })).toMatchObject(refused);
});

test('12-A4: refused are another page, another host, an unverified person, a count that went back, and a challenge of one’s own', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  const cases: Record<string, AnswerOptions> = {
    'another page': { origin: 'https://spora.evil.test' },
    'another host': { host: 'evil.test' },
    'not verified': { isVerified: false },
    'own challenge': { challenge: 'A'.repeat(43) },
  };
  for (const [what, more] of Object.entries(cases))
    expect(await signInWith(device, more), what).toMatchObject({ status: 422, errors: 'PasskeyRefused' });
  expect((await signInWith(device, { counter: 50 })).status).toBe(200);
  for (const counter of [50, 49, 0]) expect((await signInWith(device, { counter })).status, String(counter)).toBe(422);
  expect((await signInWith(device, { counter: 51 })).status).toBe(200);
  expect((await signInWith(softAuthenticator())).status, 'a passkey that nobody has').toBe(422);
  const reasons = (await app.auditOf(person.id)).filter(({ action }) => action === 'sign-in-refused');
  expect(reasons).toHaveLength(7);
});

test('12-A4: an authenticator that does not count stays at nought and is taken', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  for (let i = 0; i < 2; i += 1) expect((await signInWith(device, { counter: 0 })).status).toBe(200);
});

test('12-A4: a passkey is made only on this page, by a verified person, for the session that asked, once', async () => {
  const person = await signedIn();
  expect((await app.call(passkeyCreation, { body: { password: 'wrong' } }, person.from)).errors).toEqual({
    password: ['WrongPassword'],
  });
  for (const more of [{ origin: 'https://spora.evil.test' }, { host: 'evil.test' }, { isVerified: false }])
    expect((await add(person, { more })).answer).toMatchObject({ status: 422, errors: 'PasskeyRefused' });
  const begun = await app.call(passkeyCreation, { body: { password: PASSWORD } }, person.from);
  const passkey = softAuthenticator().make(begun.data!.options);
  const other = await signedIn();
  expect((await app.call(addPasskey, { body: { name: 'x', passkey } }, other.from)).status, 'another session').toBe(422);
  expect((await app.call(addPasskey, { body: { name: 'x', passkey } }, person.from)).status).toBe(200);
  expect((await app.call(addPasskey, { body: { name: 'x', passkey } }, person.from)).status, 'again').toBe(422);
});

test('12-A4: a member has several passkeys with names; taking one away asks for a fresh proof, and the last takes the recovery codes along', async () => {
  const person = await signedIn();
  const first = await add(person);
  const begun = await app.call(passkeyCreation, { body: { password: PASSWORD } }, person.from);
  expect(begun.errors, 'the first one signs for the second').toEqual({ code: ['SecondFactorNeeded'] });
  const second = await add(person, { by: first.device, name: 'Datorn' });
  expect(second.answer.data?.recovery_codes).toBeNull();
  expect(second.options).toMatchObject({ excludeCredentials: [{ id: first.device.id }] });
  const { passkeys } = (await app.call(getFactors, {}, person.from)).data!;
  expect(passkeys.map(({ name }) => name)).toEqual(['Mobilen', 'Datorn']);

  const other = await signedIn();
  const remove = async (id: number, by: SoftAuthenticator, from = person) =>
    app.call(removePasskey, { params: { id }, body: await proofOf(from, by) }, from.from);
  expect(
    (await app.call(removePasskey, { params: { id: passkeys[0]!.id }, body: { password: PASSWORD } }, other.from)).errors,
  ).toBe('NotFound');
  expect((await remove(passkeys[0]!.id, second.device)).data?.passkeys.map(({ name }) => name)).toEqual(['Datorn']);
  expect((await signInWith(first.device)).status, 'one that was taken away').toBe(422);
  expect((await remove(passkeys[1]!.id, second.device)).data).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
  expect((await app.signIn(person.email)).data?.pending).toBe(false);
  expect((await app.mailsTo(person.email, 'factor-changed')).map(({ params }) => params)).toMatchObject([
    { change: { kind: 'passkey-added', name: 'Mobilen' } },
    { change: { kind: 'passkey-added', name: 'Datorn' } },
    { change: { kind: 'passkey-removed', name: 'Mobilen' } },
    { change: { kind: 'passkey-removed', name: 'Datorn' } },
  ]);
});

test('12-A4: there is room for ten, and nobody adds the passkey of another', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  const row = await owner.selectFrom('passkey').selectAll().where('member_id', '=', person.id).executeTakeFirstOrThrow();
  const { id: _, ...values } = row;
  for (let i = 1; i < PASSKEYS_MAX; i += 1)
    await owner
      .insertInto('passkey')
      .values({ ...values, credential_id: Buffer.from(`filler ${person.id} ${i}`) })
      .execute();
  expect((await app.call(passkeyCreation, { body: await proofOf(person, device) }, person.from)).errors).toBe('TooManyPasskeys');
  const other = await signedIn();
  const begun = await app.call(passkeyCreation, { body: { password: PASSWORD } }, other.from);
  const stolen = await app.call(addPasskey, { body: { name: 'x', passkey: device.make(begun.data!.options) } }, other.from);
  expect(stolen.errors).toBe('PasskeyKnown');
});

test('12-A4: a passkey of who is disabled, or of another brand, opens nothing', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  const { data } = await app.call(passkeyOptions);
  expect((await app.call(passkeySignIn, { body: { passkey: device.sign(data!.options), subsiteid: 3 } })).errors).toBe(
    'InvalidUserSubsite',
  );
  await owner.updateTable('member').set({ disabled_at: app.clock.now }).where('id', '=', person.id).execute();
  expect(await signInWith(device)).toMatchObject({ status: 403, errors: 'InvalidMember' });
});

test('ADM-020, 12-A4: where members come in by their organisation alone, a passkey opens nothing either', async () => {
  const person = await signedIn();
  const { device } = await add(person);
  const { account_id: accountId } = await owner
    .updateTable('member')
    .set({ is_admin: false })
    .where('id', '=', person.id)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('single_sign_on')
    .values({
      account_id: accountId,
      issuer: 'https://login.example.com',
      client_id: 'spora',
      client_secret: 'x',
      is_on: true,
      is_only_way: true,
      asks_second_factor: true,
      changed_at: app.clock.now,
    })
    .execute();
  expect((await signInWith(device)).errors).toBe('SignInByOrganisation');
  await owner.updateTable('single_sign_on').set({ is_only_way: false }).where('account_id', '=', accountId).execute();
  expect((await signInWith(device)).status).toBe(200);
});

test('12-A4: passkeys belong to the addresses of the configuration, each brand’s own, whatever a request says of itself', async () => {
  const isOwn = ownOrigins({ isDemo: false, publicUrl: 'https://fleet.example.test:8443', brandHosts: { 'gps.other.test': 3 } });
  const judged = Object.fromEntries(
    [
      'https://fleet.example.test:8443',
      'https://gps.other.test:8443',
      'https://fleet.example.test',
      'http://fleet.example.test:8443',
      'https://evil.test:8443',
      'https://fleet.example.test.evil.test:8443',
      'http://localhost:8080',
      'null',
    ].map((origin) => [origin, isOwn(origin)]),
  );
  expect(Object.entries(judged).flatMap(([origin, isIt]) => (isIt ? [origin] : []))).toEqual([
    'https://fleet.example.test:8443',
    'https://gps.other.test:8443',
  ]);
  const demo = ownOrigins({ isDemo: true, publicUrl: undefined, brandHosts: {} });
  expect([demo('http://localhost:8081'), demo('http://127.0.0.1:8080'), demo('http://localhost.evil.test')]).toEqual([
    true,
    false,
    false,
  ]);
  const strange = await app.app.inject({ method: 'POST', url: '/api/login/passkey-options', headers: { host: 'evil.test' } });
  expect([strange.statusCode, strange.json<{ errors: string }>().errors]).toEqual([422, 'PasskeyNotHere']);
});
