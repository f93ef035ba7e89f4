import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addDomain,
  beginSignOn,
  finishSignOn,
  proveDomain,
  removeDomain,
  saveSignOn,
  signOnSettings,
  testSignOn,
  unlinkSignOn,
} from '@spora/contract/single-sign-on/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { me, signIn } from '@spora/contract/auth/endpoints';
import { startApp } from '@spora/contract/second-factor/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { agreeToSignOn } from '@spora/contract/users/address';
import { getProfile } from '@spora/contract/users/endpoints';
import { createPublicFetch } from '../../platform/network/public-network.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { TextRecordsError } from '../../platform/ports.ts';
import { createLog } from '../../platform/observing/log.ts';
import { authApp, PASSWORD } from '../../testing/auth.ts';
import { makeAccount, makeUnit } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller, testPorts } from '../../testing/http.ts';
import { OIDC_CLIENT, startOidcProvider } from '../../testing/oidc-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, type Saying, startTestProvider } from '../../testing/sign-on-provider.ts';
import { NO_PASSWORD } from '../users/address/rules.ts';
import { tidy } from './settings.ts';

/** The TXT records of the world; `null`: its name server is silent. */
const records = new Map<string, string[] | null>();
const textRecords = {
  of: async (name: string) => {
    const found = records.get(name) ?? (records.has(name) ? null : []);
    if (found === null) throw new TextRecordsError();
    return found;
  },
};
const app = await authApp({ env: { SIGN_ON_ALLOW_PRIVATE: 'true' }, ports: { textRecords } });
const { owner, pipeline } = app.database;
const provider = await startTestProvider();
const other = await startTestProvider();
afterAll(async () => {
  await provider.close();
  await other.close();
  await app.close();
});
beforeEach(() => app.at(0));

let companies = 0;
const SETTINGS = {
  password: PASSWORD,
  issuer: provider.issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  is_on: true,
  is_only_way: false,
  asks_second_factor: false,
};

/** A company that signs in by the provider, with its administrator and one member under its own domain. */
async function newCompany(settings: Partial<typeof SETTINGS> = {}) {
  const domain = `company-${++companies}.example`;
  const accountId = await makeAccount(app.database, { name: `Company ${companies}` });
  const boss = await app.newMember({ accountId, email: `boss@${domain}`, fullName: 'Bo Boss', isAdmin: true });
  const anna = await app.newMember({ accountId, email: `anna@${domain}`, fullName: 'Anna Ek', isAdmin: false });
  const { token } = await app.signInAs(boss);
  // Each call from an address of its own: what is tried in bulk has rates.
  const call: typeof app.call = (endpoint, input) => app.call(endpoint, input, { token });
  const admin = { call };
  const prove = async (name: string) => {
    const { id } = (await admin.call(addDomain, { body: { name } })).data!;
    const { domains } = (await admin.call(signOnSettings)).data!;
    const { record_name, record_text } = domains.find((one) => one.id === id)!;
    records.set(record_name, [...(records.get(record_name) ?? []), record_text]);
    return { id, answer: await admin.call(proveDomain, { params: { id }, body: { password: PASSWORD } }) };
  };
  const { id: domainId, answer } = await prove(domain);
  expect(answer.status).toBe(200);
  const save = (body: Partial<typeof SETTINGS> = {}) => admin.call(saveSignOn, { body: { ...SETTINGS, ...settings, ...body } });
  expect((await save()).errors).toBeUndefined();
  return { domain, domainId, accountId, boss, anna, admin, prove, save };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

const begin = (address: string) => app.call(beginSignOn, { body: { address } });
const finish = (flow: string, answer: string) => app.call(finishSignOn, { body: { flow, answer } });
/** From the sign-in page to the provider and back. */
async function signOnAs(company: Company, saying: Saying) {
  const { data } = await begin(company.domain);
  return finish(data!.flow, provider.visit(data!.url, saying));
}
const annaOf = ({ anna }: Company, more: Partial<Saying> = {}): Saying => ({
  sub: 'anna-1',
  email: anna.email,
  email_verified: true,
  ...more,
});
const refusals = async ({ admin }: Company) =>
  (await admin.call(readAudit, { query: {} })).data!.rows.flatMap(({ action, details }) =>
    action === 'sign-in-refused' ? [details['reason']] : [],
  );

describe('ADM-020: signing in by the organisation', () => {
  test('ADM-020: a member is sent to the provider of the domain and comes back signed in; the account sees how', async () => {
    const company = await newCompany();
    const { data } = await begin(company.anna.email.toUpperCase());
    const url = new URL(data!.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: 'http://localhost:8080/user/single-sign-on',
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    const answer = await finish(data!.flow, provider.visit(data!.url, annaOf(company)));
    expect(answer.data).toMatchObject({ pending: false, user: { ID: company.anna.id, IsAdmin: false } });
    const token = (answer.data as { user: { token: string } }).user.token;
    expect((await app.call(me, {}, { token })).data?.user.ID).toBe(company.anna.id);
    const audit = await app.auditOf(company.anna.id);
    expect(audit.map(({ action }) => action)).toEqual(['sign-on-linked', 'signed-in']);
    expect(audit.at(-1)?.details).toMatchObject({ second_factor: 'none', by: 'organisation' });
    expect(await app.mailsTo(company.anna.email, 'sign-on-linked')).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain(token);
  });

  test('ADM-020: the address may stand at the userinfo endpoint, as many providers have it', async () => {
    const company = await newCompany();
    expect((await signOnAs(company, annaOf(company, { isShort: true }))).data).toMatchObject({ pending: false });
  });

  test('12-A3 the first sign-in by the organisation closes what is private, in every session, until the member agrees with their own proof', async () => {
    const company = await newCompany();
    const unit = await makeUnit(app.database, { accountId: company.accountId, visibleTo: [company.anna.id] });
    const trip = { start: '2026-03-10T08:00:00Z', type: 'private', driver: company.anna.id };
    await makeTrip(app.database, { accountId: company.accountId, unitId: unit.unitId }, trip);
    const own = await app.signInAs(company.anna);
    const masked = async (caller: Pick<Caller, 'call'>) =>
      (await caller.call(generateTrips, { body: { imeis: [unit.imei], from: '2026-03-01', to: '2026-03-31' } })).data!.trips.map(
        ({ is_masked }) => is_masked,
      );
    expect(await masked(own)).toEqual([false]);
    const answer = await signOnAs(company, annaOf(company));
    const { token } = (answer.data as { user: { token: string } }).user;
    expect(answer.data).toMatchObject({ user: { PrivateIsClosed: true } });
    const byProvider = app.withToken(token);
    expect([await masked(byProvider), await masked(own)]).toEqual([[true], [true]]);
    expect((await own.call(getProfile)).data?.sign_on_waits).toBe(true);
    expect((await app.mailsTo(company.anna.email, 'sign-on-linked'))[0]?.params).toMatchObject({ isClosed: true });
    // Neither adding a factor of one's own nor an address opens it, and the provider has no password.
    expect((await byProvider.call(startApp, { body: { password: PASSWORD } })).errors).toBe('AgreeFirst');
    expect((await byProvider.call(agreeToSignOn, { body: { password: 'guess' } })).status).toBe(422);
    expect(await masked(byProvider)).toEqual([true]);
    expect((await own.call(agreeToSignOn, { body: { password: PASSWORD } })).data?.sign_on_waits).toBe(false);
    expect([await masked(byProvider), await masked(own)]).toEqual([[false], [false]]);
    expect((await app.auditOf(company.anna.id)).map(({ action }) => action)).toContain('sign-on-agreed');
    // What is linked already closes nothing; what is linked anew does.
    expect((await signOnAs(company, annaOf(company))).data).not.toMatchObject({ user: { PrivateIsClosed: true } });
    await company.admin.call(unlinkSignOn, { params: { id: company.anna.id }, body: { password: PASSWORD } });
    await signOnAs(company, annaOf(company, { sub: 'anna-2' }));
    expect(await masked(own)).toEqual([true]);
  });

  test('12-A3 who never had a password nor anything private has nothing to close', async () => {
    const company = await newCompany();
    await owner.updateTable('member').set({ password_hash: NO_PASSWORD }).where('id', '=', company.anna.id).execute();
    expect((await signOnAs(company, annaOf(company))).data).not.toMatchObject({ user: { PrivateIsClosed: true } });
  });

  test('ADM-020: a session by the organisation ends within twelve hours, so that who leaves it is out', async () => {
    const company = await newCompany();
    const answer = await signOnAs(company, annaOf(company));
    const token = (answer.data as { user: { token: string } }).user.token;
    app.at(11 * 3600);
    expect((await app.call(me, {}, { token })).status).toBe(200);
    app.at(12 * 3600 + 1);
    expect((await app.call(me, {}, { token })).status).toBe(401);
  });

  test('ADM-020: once linked the subject alone counts: a changed address at the provider is no other member', async () => {
    const company = await newCompany();
    await signOnAs(company, annaOf(company));
    const asBoss = await signOnAs(company, annaOf(company, { email: company.boss.email }));
    expect(asBoss.data).toMatchObject({ user: { ID: company.anna.id } });
    const unverified = await signOnAs(company, { sub: 'anna-1' });
    expect(unverified.data).toMatchObject({ user: { ID: company.anna.id } });
  });

  test('ADM-020: an address that the provider gave to somebody else opens nothing until an administrator releases it', async () => {
    const company = await newCompany();
    await signOnAs(company, annaOf(company));
    const heir = annaOf(company, { sub: 'anna-2' });
    expect(await signOnAs(company, heir)).toMatchObject({ status: 403, errors: 'SignOnLinkedToAnother' });
    expect(
      (await company.admin.call(unlinkSignOn, { params: { id: company.anna.id }, body: { password: PASSWORD } })).status,
    ).toBe(200);
    expect((await signOnAs(company, heir)).data).toMatchObject({ user: { ID: company.anna.id } });
  });

  test('ADM-020: a second factor is asked for here, unless the account says that the provider does', async () => {
    const company = await newCompany();
    await owner.updateTable('member').set({ two_factor: true }).where('id', '=', company.anna.id).execute();
    expect((await signOnAs(company, annaOf(company))).data).toMatchObject({ pending: true, user: { ID: company.anna.id } });
    await company.save({ asks_second_factor: true });
    expect((await signOnAs(company, annaOf(company))).data).toMatchObject({ pending: false });
    expect((await app.auditOf(company.anna.id)).at(-1)?.details).toMatchObject({ second_factor: 'provider' });
    // What the account requires is met by the provider, and by nothing else that the member has not got.
    await owner.updateTable('member').set({ two_factor: false }).where('id', '=', company.anna.id).execute();
    await owner.updateTable('account').set({ second_factor_required: 'everybody' }).where('id', '=', company.accountId).execute();
    expect((await signOnAs(company, annaOf(company))).data).toMatchObject({ user: { MustSetUpFactor: false } });
    await owner
      .updateTable('single_sign_on')
      .set({ asks_second_factor: false })
      .where('account_id', '=', company.accountId)
      .execute();
    expect((await signOnAs(company, annaOf(company))).data).toMatchObject({ user: { MustSetUpFactor: true } });
  });

  test("12-A3, ADM-020: a member's own app is asked for whatever the account says: the provider's administrator has not got it", async () => {
    const company = await newCompany({ asks_second_factor: true });
    const app_ = {
      account_id: company.accountId,
      member_id: company.anna.id,
      secret: 'x',
      created_at: app.start,
      proven_at: app.start,
    };
    await owner.insertInto('authenticator_app').values(app_).execute();
    const answer = await signOnAs(company, annaOf(company));
    expect(answer.data).toMatchObject({ pending: true, factors: ['app'] });
  });

  test('ADM-020: where it is the only way a right password is refused for members, and opens for administrators', async () => {
    const company = await newCompany();
    expect((await app.signIn(company.anna.email)).status).toBe(200);
    await company.save({ is_only_way: true });
    expect(await app.signIn(company.anna.email)).toMatchObject({ status: 403, errors: 'SignInByOrganisation' });
    expect(await app.signIn(company.anna.email, {}, 'wrong')).toMatchObject({ status: 401, errors: { msg: 'InvalidLogin' } });
    expect((await app.signIn(company.boss.email)).status).toBe(200);
    expect(await refusals(company)).toContain('organisation');
    await company.save({ is_only_way: true, is_on: false });
    expect((await app.call(signIn, { body: { username: company.anna.email, password: PASSWORD } })).status).toBe(200);
  });
});

/** Follows a browser's way through pages of a provider, with its cookies. */
async function walk(url: string, email: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  let form: string | undefined;
  for (let step = 0; step < 10; step += 1) {
    const answer: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams({ email: form }) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    form = location === null ? email : undefined;
    if (location !== null) at = new URL(location, at).href;
    if (at.startsWith(until)) return new URL(at).search;
  }
  throw new Error(`the provider never came back: ${at}`);
}

test('ADM-020: a certified provider signs a member in, with PKCE, the address at its userinfo endpoint and its own checks', async () => {
  const company = await newCompany();
  const redirectUri = (await company.admin.call(signOnSettings)).data!.redirect_uri;
  const certified = await startOidcProvider([redirectUri]);
  const client = { issuer: certified.issuer, client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret };
  expect((await company.save(client)).status).toBe(200);
  const checks = (await company.admin.call(testSignOn)).data!.checks;
  expect(checks.map(({ problem }) => problem)).toEqual([null, null, null, null]);
  const { data } = await begin(company.domain);
  const answer = await finish(data!.flow, await walk(data!.url, company.anna.email, redirectUri));
  expect(answer.data).toMatchObject({ pending: false, user: { ID: company.anna.id } });
  await certified.close();
});

describe('ADM-020: attacks', () => {
  test('ADM-020: an answer is used once: the same code and state open nothing again', async () => {
    const company = await newCompany();
    const { data } = await begin(company.domain);
    const answer = provider.visit(data!.url, annaOf(company));
    expect((await finish(data!.flow, answer)).status).toBe(200);
    expect(await finish(data!.flow, answer)).toMatchObject({ status: 422, errors: 'SignOnOver' });
    // In another attempt its state is another's.
    const second = await begin(company.domain);
    expect(await finish(second.data!.flow, answer)).toMatchObject({ status: 403, errors: 'SignOnRefused' });
  });

  test('ADM-020: a wrong state is refused, and ends the attempt', async () => {
    const company = await newCompany();
    const { data } = await begin(company.domain);
    const answer = provider.visit(data!.url, annaOf(company));
    const query = new URLSearchParams(answer);
    query.set('state', 'x'.repeat(43));
    expect(await finish(data!.flow, `?${query.toString()}`)).toMatchObject({ status: 403, errors: 'SignOnRefused' });
    expect(await finish(data!.flow, answer)).toMatchObject({ status: 422, errors: 'SignOnOver' });
  });

  test('ADM-020: only the browser that began can end: an answer without its flow, or with another, opens nothing', async () => {
    const company = await newCompany();
    const victim = await begin(company.domain);
    const attacker = await begin(company.domain);
    const answer = provider.visit(attacker.data!.url, annaOf(company, { sub: 'mallory' }));
    expect(await finish(victim.data!.flow, answer)).toMatchObject({ errors: 'SignOnRefused' });
    expect(await finish('y'.repeat(43), answer)).toMatchObject({ errors: 'SignOnOver' });
  });

  test('ADM-020: an attempt is over after ten minutes', async () => {
    const company = await newCompany();
    const { data } = await begin(company.domain);
    const answer = provider.visit(data!.url, annaOf(company));
    app.at(601);
    expect(await finish(data!.flow, answer)).toMatchObject({ errors: 'SignOnOver' });
  });

  test.each([
    ['a nonce of another sign-in', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://login.example.com' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['several audiences and another party', { claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }],
    ['a token that has expired', { claims: { exp: 1_000_000_000 } }],
    ['a signature by another key', { isForged: true }],
    ['no signature', { isUnsigned: true }],
  ] satisfies [string, Partial<Saying>][])('ADM-020: a token with %s opens nothing', async (_what, wrong) => {
    const company = await newCompany();
    expect(await signOnAs(company, annaOf(company, wrong))).toMatchObject({ status: 403, errors: 'SignOnRefused' });
    expect(await app.auditOf(company.anna.id)).toEqual([]);
    expect(await refusals(company)).toEqual(['SignOnRefused']);
  });

  test.each([false, 'false', undefined, null, 1])('ADM-020: an address that is verified as %s is nobody', async (verified) => {
    const company = await newCompany();
    const answer = await signOnAs(company, annaOf(company, { email_verified: verified }));
    expect(answer).toMatchObject({ status: 403, errors: 'SignOnUnverified' });
  });

  test("ADM-020: one account's provider signs nobody in to another account, whatever address it tells", async () => {
    const company = await newCompany();
    const victim = await newCompany();
    const answer = await signOnAs(company, annaOf(victim));
    expect(answer).toMatchObject({ status: 403, errors: 'SignOnNoMember' });
    // Nor may it bring back what another account began.
    const { data } = await begin(victim.domain);
    await victim.save({ issuer: other.issuer });
    expect(await finish(data!.flow, provider.visit(data!.url, annaOf(victim)))).toMatchObject({ errors: 'SignOnOver' });
  });

  test('12-A3, ADM-020: an address outside of the proven domains is nobody, though it is a member of the account', async () => {
    const company = await newCompany();
    const driver = await app.newMember({ accountId: company.accountId, email: `driver-${companies}@private.example` });
    const saying = { sub: 'driver-1', email: driver.email, email_verified: true };
    expect(await signOnAs(company, saying)).toMatchObject({ errors: 'SignOnNoMember' });
    expect((await company.prove(`sub.${company.domain}`)).answer.status).toBe(200);
    expect(await signOnAs(company, saying)).toMatchObject({ errors: 'SignOnNoMember' });
  });

  test('ADM-020: who is disabled or removed, or whose account is closed, stays out, linked or not', async () => {
    const company = await newCompany();
    const annaSays = annaOf(company);
    const set = (change: object) => owner.updateTable('member').set(change).where('id', '=', company.anna.id).execute();
    await set({ disabled_at: new Date() });
    expect(await signOnAs(company, annaSays)).toMatchObject({ status: 403, errors: 'InvalidMember' });
    await set({ disabled_at: null });
    expect((await signOnAs(company, annaSays)).status).toBe(200);
    await set({ disabled_at: new Date() });
    expect(await signOnAs(company, annaSays)).toMatchObject({ status: 403, errors: 'InvalidMember' });
    const { data } = await begin(company.domain);
    await owner.updateTable('account').set({ closed_at: new Date() }).where('id', '=', company.accountId).execute();
    await set({ disabled_at: null });
    expect(await finish(data!.flow, provider.visit(data!.url, annaSays))).toMatchObject({ errors: 'InvalidSiteAccess' });
    expect(await begin(company.domain)).toMatchObject({ status: 404, errors: 'SignOnUnknown' });
    await owner.updateTable('account').set({ closed_at: null }).where('id', '=', company.accountId).execute();
    await set({ removed_at: new Date() });
    expect(await signOnAs(company, annaSays)).toMatchObject({ errors: 'SignOnNoMember' });
    const links = await owner.selectFrom('sign_on_link').where('member_id', '=', company.anna.id).selectAll().execute();
    expect(links).toEqual([]);
  });

  test('ADM-020: the provider is asked by the domain alone, so that nobody learns who has an account', async () => {
    const company = await newCompany();
    const known = await begin(company.anna.email);
    const unknown = await begin(`nobody@${company.domain}`);
    expect([known.status, unknown.status]).toEqual([200, 200]);
    for (const address of [`anna@x.${company.domain}`, 'anna', 'anna@', '@', 'a@b@c'])
      expect((await begin(address)).errors, address).toBe('SignOnUnknown');
    expect(await app.call(beginSignOn, { body: { address: company.domain, subsiteid: 2 } })).toMatchObject({
      errors: 'SignOnUnknown',
    });
    await company.save({ is_on: false });
    expect((await begin(company.anna.email)).errors).toBe('SignOnUnknown');
  });

  test('ADM-020: a person who cancels at the provider is told so', async () => {
    const company = await newCompany();
    const { data } = await begin(company.domain);
    const state = new URL(data!.url).searchParams.get('state') ?? '';
    const answer = `?${new URLSearchParams({ error: 'access_denied', state }).toString()}`;
    expect(await finish(data!.flow, answer)).toMatchObject({ status: 403, errors: 'SignOnDeclined' });
  });

  test('ADM-020: a provider that redirects, answers too much or hangs ends in a refusal within its time', async () => {
    const company = await newCompany();
    for (const how of [
      (response) => response.writeHead(302, { location: `${other.issuer}/token` }).end(),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(600_000)}"}`),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      (response) => response.writeHead(500).end(),
      (response) => response.socket?.destroy(),
      () => undefined,
    ] satisfies Parameters<typeof provider.misbehave>[1][]) {
      provider.misbehave('/token', how);
      const begunAt = performance.now();
      const answer = await signOnAs(company, annaOf(company));
      expect(answer.errors).toBe('SignOnUnreachable');
      expect(performance.now() - begunAt).toBeLessThan(8_000);
    }
    provider.misbehave('/token');
    expect(other.asked).toEqual([]);
    expect((await signOnAs(company, annaOf(company))).status).toBe(200);
  }, 30_000);

  test('ADM-020: the description of a provider is asked for once in ten minutes', async () => {
    const company = await newCompany();
    await signOnAs(company, annaOf(company));
    const before = provider.asked.length;
    await signOnAs(company, annaOf(company));
    expect(provider.asked.slice(before)).not.toContain('/.well-known/openid-configuration');
  });
});

describe('ADM-020: the settings', () => {
  test('ADM-020: a provider must be on the internet and be called by https, unless the installation lets it', async () => {
    const guarded = await authApp();
    const { token } = await guarded.signInAs(await guarded.newMember({ isAdmin: true }));
    const save = (issuer: string) => guarded.call(saveSignOn, { body: { ...SETTINGS, issuer, is_on: false } }, { token });
    expect((await save(provider.issuer)).errors).toEqual({ issuer: ['SignOnIssuerNeedsHttps'] });
    for (const host of ['127.0.0.1:8443', '[::1]', 'localhost', '169.254.169.254', '10.0.0.1', 'idp.internal'])
      expect((await save(`https://${host}`)).errors, host).toEqual({ issuer: ['SignOnIssuerPrivate'] });
    for (const issuer of ['ftp://example.com', 'https://a@example.com', 'https://example.com/?x', 'example.com'])
      expect((await save(issuer)).errors, issuer).toEqual({ issuer: ['SignOnIssuerInvalid'] });
    expect((await save('https://login.example.com')).status).toBe(200);
    // What the description itself names is judged as well, and where a name leads at the moment of the connection.
    const fetch = createPublicFetch({ mayCallPrivate: false });
    for (const url of ['https://127.0.0.1/token', 'https://[::ffff:10.0.0.1]/', 'http://login.example.com/'])
      await expect(fetch(url, { method: 'GET', headers: {}, body: undefined })).rejects.toMatchObject({
        problem: 'private-address',
      });
    await guarded.close();
  });

  test('ADM-020: the secret is stored sealed, answered to nobody, and stays with the provider that it was entered for', async () => {
    const company = await newCompany();
    const row = () =>
      owner.selectFrom('single_sign_on').where('account_id', '=', company.accountId).selectAll().executeTakeFirstOrThrow();
    expect((await row()).client_secret).toMatch(/^aes1\./);
    const answer = await company.admin.call(signOnSettings);
    expect(answer.data).toMatchObject({ issuer: provider.issuer, has_secret: true, is_on: true });
    expect(JSON.stringify(answer.data)).not.toMatch(/aes1|a secret/);
    const { client_secret: _secret, ...kept } = SETTINGS;
    expect(await company.admin.call(saveSignOn, { body: { ...kept, password: 'wrong' } })).toMatchObject({
      status: 422,
      errors: { password: ['WrongPassword'] },
    });
    expect((await company.admin.call(saveSignOn, { body: { ...kept, is_on: false } })).status).toBe(200);
    expect((await row()).client_secret).toMatch(/^aes1\./);
    for (const stolen of [{ issuer: other.issuer }, { client_id: 'another' }])
      expect(await company.admin.call(saveSignOn, { body: { ...kept, ...stolen } })).toMatchObject({
        status: 422,
        errors: { client_secret: ['SignOnSpecifySecret'] },
      });
  });

  test('ERR-041: what somebody else has set meanwhile is not overwritten unseen, and the secret is nothing to compare with', async () => {
    const company = await newCompany();
    const { issuer, client_id, is_on, is_only_way, asks_second_factor, has_secret } = (await company.admin.call(signOnSettings))
      .data!;
    const began = { issuer, client_id, is_on, is_only_way, asks_second_factor, has_secret };
    const save = (was: Record<string, unknown>) =>
      company.admin.call(saveSignOn, { body: { ...SETTINGS, asks_second_factor: true, was } });
    await company.save({ is_only_way: true });
    expect(await save(began)).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
    expect((await company.admin.call(signOnSettings)).data).toMatchObject({ is_only_way: true, asks_second_factor: false });
    expect(await save({ client_secret: SETTINGS.client_secret })).toMatchObject({ errors: 'ChangedMeanwhile' });
    expect((await save({ ...began, is_only_way: true })).status).toBe(200);
  });

  test('ADM-020: another provider forgets who was linked', async () => {
    const company = await newCompany();
    await signOnAs(company, annaOf(company));
    expect((await company.admin.call(signOnSettings)).data?.links).toMatchObject([
      { member_id: company.anna.id, name: 'Anna Ek' },
    ]);
    await company.save({ issuer: other.issuer });
    expect((await company.admin.call(signOnSettings)).data?.links).toEqual([]);
  });

  test('ADM-020: a secret that was sealed with a former key is sealed anew, and opens as before', async () => {
    const company = await newCompany();
    const old = new Map([['test', new Uint8Array(32)]]);
    const both = new Map([...old, ['younger', new Uint8Array(32).fill(7)]]);
    const ports = testPorts({ secretBox: createSecretBox(() => Promise.resolve(both)) });
    await tidy({
      actor: { kind: 'system' },
      db: pipeline,
      now: () => app.clock.now,
      log: createLog({ logLevel: 'silent' }),
      ports,
    });
    const { rows } = await sql<{
      client_secret: string;
    }>`SELECT client_secret FROM single_sign_on WHERE account_id = ${company.accountId}`.execute(owner);
    const sealed = rows[0]!.client_secret;
    expect(sealed).toMatch(/^aes1\.younger\./);
    expect(await ports.secretBox.open(sealed, `single-sign-on/${company.accountId}`)).toBe(CLIENT_SECRET);
    await sql`DELETE FROM single_sign_on WHERE account_id = ${company.accountId}`.execute(owner);
  });

  test('ADM-020: nothing is switched on without a proven domain, and the last one stays while it is on', async () => {
    const accountId = await makeAccount(app.database, {});
    const admin = await app.signInAs(await app.newMember({ accountId, isAdmin: true }));
    expect(await admin.call(saveSignOn, { body: SETTINGS })).toMatchObject({ status: 409, errors: 'SignOnNeedsDomain' });
    const company = await newCompany();
    expect(
      await company.admin.call(removeDomain, { params: { id: company.domainId }, body: { password: PASSWORD } }),
    ).toMatchObject({
      errors: 'SignOnNeedsDomain',
    });
    await company.save({ is_on: false });
    expect(
      (await company.admin.call(removeDomain, { params: { id: company.domainId }, body: { password: PASSWORD } })).status,
    ).toBe(200);
    expect((await begin(company.domain)).errors).toBe('SignOnUnknown');
  });

  test('12-A4 whoever only found a screen left open proves no domain, removes none and releases nobody', async () => {
    const company = await newCompany();
    await signOnAs(company, annaOf(company));
    const body = { password: 'wrong' };
    const asked = { status: 422, errors: { password: ['WrongPassword'] } };
    const before = await company.admin.call(signOnSettings);
    expect(await company.admin.call(proveDomain, { params: { id: company.domainId }, body })).toMatchObject(asked);
    expect(await company.admin.call(removeDomain, { params: { id: company.domainId }, body })).toMatchObject(asked);
    expect(await company.admin.call(unlinkSignOn, { params: { id: company.anna.id }, body })).toMatchObject(asked);
    expect((await company.admin.call(signOnSettings)).data).toEqual(before.data);
  });

  test('ADM-020: a domain counts for the account that shows its record, and passes on only when the former record is gone', async () => {
    const holder = await newCompany();
    const rival = await newCompany();
    const name = `_sign-on.${holder.domain}`;
    expect((await rival.prove(holder.domain)).answer.errors).toBe('SignOnDomainTaken');
    const { domains } = (await rival.admin.call(signOnSettings)).data!;
    const wanted = domains.find((one) => one.name === holder.domain)!;
    const prove = () => rival.admin.call(proveDomain, { params: { id: wanted.id }, body: { password: PASSWORD } });
    records.set(name, ['something else']);
    expect((await prove()).errors).toBe('SignOnDomainUnproven');
    records.set(name, null);
    expect((await prove()).errors).toBe('SignOnDomainUnanswered');
    // The record of the account that had it is gone.
    records.set(name, [wanted.record_text]);
    expect((await prove()).status).toBe(200);
    const theirs = await owner
      .selectFrom('sign_on_domain')
      .where('account_id', '=', holder.accountId)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(theirs.proven_at).toBeNull();
    expect((await rival.admin.call(addDomain, { body: { name: `x@${holder.domain}.` } })).errors).toBe('SignOnDomainThere');
    for (const wrong of ['localhost', '127.0.0.1', 'a b.example', '-a.example', 'example.1'])
      expect((await rival.admin.call(addDomain, { body: { name: wrong } })).errors, wrong).toEqual({
        name: ['SignOnDomainInvalid'],
      });
  });

  test('ADM-020: the test says what is right and what is wrong', async () => {
    const company = await newCompany();
    const check = async () => {
      const { data } = await company.admin.call(testSignOn);
      return Object.fromEntries(data!.checks.map((one) => [one.check, one.problem]));
    };
    expect(await check()).toEqual({ domain: null, provider: null, keys: null, client: null });
    await company.save({ client_secret: 'wrong' });
    expect(await check()).toMatchObject({ keys: null, client: 'wrong-client' });
    await company.save();
    const description = '/.well-known/openid-configuration';
    const json = (body: object) => (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const whole = {
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/a`,
      token_endpoint: `${provider.issuer}/t`,
      jwks_uri: `${provider.issuer}/keys`,
    };
    for (const [how, problem] of [
      [(response) => response.writeHead(404).end(), 'not-found'],
      [(response) => response.writeHead(301, { location: 'https://example.com/' }).end(), 'redirect'],
      [(response) => response.socket?.destroy(), 'unreachable'],
      [json({ ...whole, issuer: other.issuer }), 'other-issuer'],
      [json({ ...whole, jwks_uri: undefined }), 'incomplete'],
      [json({ ...whole, token_endpoint: 'ftp://127.0.0.1/t' }), 'incomplete'],
      [json({ ...whole, response_types_supported: ['id_token'] }), 'no-code-flow'],
      [json({ ...whole, code_challenge_methods_supported: ['plain'] }), 'no-code-flow'],
    ] satisfies [Parameters<typeof provider.misbehave>[1], string][]) {
      provider.misbehave(description, how);
      expect(await check()).toEqual({ domain: null, provider: problem });
    }
    provider.misbehave(description);
    provider.misbehave('/keys', json({ keys: [] }));
    expect(await check()).toEqual({ domain: null, provider: null, keys: 'no-keys' });
    provider.misbehave('/keys');
  });
});
