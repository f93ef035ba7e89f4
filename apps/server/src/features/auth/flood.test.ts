import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { forgotPassword, signIn } from '@spora/contract/auth/endpoints';
import { isKnownCaller, loadKnownCallers, noteKnown } from '../../core/people/known-callers.ts';
import { createLog } from '../../platform/observing/log.ts';
import { authApp, newAddress } from '../../testing/auth.ts';

// Passwords must be dear for a flood to be one.
const app = await authApp({ isDear: true });
afterAll(() => app.close());
const { owner } = app.database;

/** Strangers, each from an address of their own, who try passwords of names that somebody may have. */
const strangers = (count: number, username: string) =>
  Promise.all(
    Array.from({ length: count }, () => app.call(signIn, { body: { username, password: 'guess' } }, { address: newAddress() })),
  );
const statusesOf = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));

test('12-A6 among hundreds of strangers who is known at an address signs in, and so does a trusted browser; the others are refused at once', async () => {
  const [known, trusted] = [await app.newMember(), await app.newMember({ hasTwoFactor: true })];
  const address = newAddress();
  expect((await app.signIn(known.email, { address })).status).toBe(200);
  const pending = await app.pendingOf(trusted);
  await pending.request();
  const { data } = await pending.verify(await app.codeSentTo(trusted.email), { trust_browser: true });
  const before = await owner.selectFrom('sign_in_failure').select('id').execute();

  const flood = strangers(400, known.email);
  const began = performance.now();
  const [own, browser, stranger] = await Promise.all([
    app.signIn(known.email, { address }),
    app.signIn(trusted.email, { device: data!.device_token }),
    app.signIn(trusted.email),
  ]);
  expect([own.status, browser.status, stranger.status]).toEqual([200, 200, 429]);
  expect(performance.now() - began, 'they do not wait for the strangers').toBeLessThan(5000);
  expect(statusesOf(await flood)).toEqual(new Set([401, 429]));
  const counted = (await owner.selectFrom('sign_in_failure').select('id').execute()).length - before.length;
  expect(counted, 'who is refused at once costs the database nothing').toBeLessThan(300);
});

test('12-A6 links to a new password are asked for in the same places', async () => {
  const { email } = await app.newMember();
  const ask = (address: string) => app.call(forgotPassword, { body: { email_address: email, lang: 'sv' } }, { address });
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(newAddress())));
  expect(statusesOf(answers)).toEqual(new Set([200, 429]));
});

test('12-A6 who is known is known again after the program has started anew, and nobody else is', async () => {
  const ctx = { db: app.database.api, now: () => app.clock.now, log: createLog({ logLevel: 'silent' }) };
  const hashes = Array.from({ length: 500 }, () => randomBytes(32));
  const [noted, strange] = [hashes.slice(0, 250), hashes.slice(250)];
  noted.forEach(noteKnown);
  for (const hash of noted) expect(await isKnownCaller(ctx, [hash])).toBe(true);
  const taken = await Promise.all(strange.map((hash) => isKnownCaller(ctx, [hash])));
  expect(taken.filter(Boolean).length).toBeLessThan(3);
  // What the database tells a process that begins.
  const stored = randomBytes(32);
  await owner.insertInto('sign_in_known').values({ key_hash: stored, at: app.clock.now }).execute();
  await loadKnownCallers(ctx.db, app.clock.now);
  expect(await isKnownCaller(ctx, [stored])).toBe(true);
});
