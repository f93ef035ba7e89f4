import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import {
  addDomain,
  proveDomain,
  removeDomain,
  saveSignOn,
  signOnSettings,
  testSignOn,
  unlinkSignOn,
} from '@spora/contract/single-sign-on/endpoints';
import { createPublicFetch } from '../../platform/network/public-network.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { createLog } from '../../platform/observing/log.ts';
import { authApp, PASSWORD } from '../../testing/auth.ts';
import { makeAccount } from '../../testing/database.ts';
import { testPorts } from '../../testing/http.ts';
import { CLIENT_SECRET } from '../../testing/sign-on-provider.ts';
import { tidy } from './settings.ts';
import { signOnApp } from '../../testing/sign-on-companies.ts';

const signOn = await signOnApp();
const { app, owner, pipeline, provider, other, records, newCompany, begin, signOnAs, annaOf } = signOn;
afterAll(() => signOn.close());
beforeEach(() => app.at(0));

describe('ADM-020: the settings', () => {
  test('ADM-020: a provider must be on the internet and be called by https, unless the installation lets it', async () => {
    const guarded = await authApp();
    const { token } = await guarded.signInAs(await guarded.newMember({ isAdmin: true }));
    const save = (issuer: string) => guarded.call(saveSignOn, { body: { ...signOn.settings, issuer, is_on: false } }, { token });
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
    const { client_secret: _secret, ...kept } = signOn.settings;
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
      company.admin.call(saveSignOn, { body: { ...signOn.settings, asks_second_factor: true, was } });
    await company.save({ is_only_way: true });
    expect(await save(began)).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
    expect((await company.admin.call(signOnSettings)).data).toMatchObject({ is_only_way: true, asks_second_factor: false });
    expect(await save({ client_secret: signOn.settings.client_secret })).toMatchObject({ errors: 'ChangedMeanwhile' });
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
    expect(await admin.call(saveSignOn, { body: signOn.settings })).toMatchObject({ status: 409, errors: 'SignOnNeedsDomain' });
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
