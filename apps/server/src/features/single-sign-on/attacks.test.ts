import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { beginSignOn } from '@spora/contract/single-sign-on/endpoints';
import { CLIENT_ID, type Saying } from '../../testing/sign-on-provider.ts';
import { signOnApp } from '../../testing/sign-on-companies.ts';

const signOn = await signOnApp();
const { app, owner, provider, other, newCompany, begin, finish, signOnAs, annaOf, refusals } = signOn;
afterAll(() => signOn.close());
beforeEach(() => app.at(0));

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
    const driver = await app.newMember({ accountId: company.accountId, email: `driver-${company.accountId}@private.example` });
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
