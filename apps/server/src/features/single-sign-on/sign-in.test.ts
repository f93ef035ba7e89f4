import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signOnSettings, testSignOn, unlinkSignOn } from '@spora/contract/single-sign-on/endpoints';
import { me, signIn } from '@spora/contract/auth/endpoints';
import { startApp } from '@spora/contract/second-factor/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { agreeToSignOn } from '@spora/contract/users/address';
import { getProfile } from '@spora/contract/users/endpoints';
import { PASSWORD } from '../../testing/auth.ts';
import { makeUnit } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import type { Caller } from '../../testing/http.ts';
import { OIDC_CLIENT, startOidcProvider } from '../../testing/oidc-provider.ts';
import { CLIENT_ID } from '../../testing/sign-on-provider.ts';
import { NO_PASSWORD } from '../users/address/rules.ts';
import { signOnApp } from '../../testing/sign-on-companies.ts';

const signOn = await signOnApp();
const { app, owner, provider, newCompany, begin, finish, signOnAs, annaOf, refusals } = signOn;
afterAll(() => signOn.close());
beforeEach(() => app.at(0));

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
