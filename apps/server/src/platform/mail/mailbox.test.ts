import { DAY_MS } from '@spora/calendar/durations';
import { publicConfig } from '@spora/contract/accounts/endpoints';
import { signIn } from '@spora/contract/auth/endpoints';
import { afterAll, expect, test } from 'vitest';
import { hashPassword } from '../secrets/password.ts';
import { makeAccount, makeMember } from '../../testing/database.ts';
import { recordingMailer, testApp } from '../../testing/http.ts';
import { createDemoClock } from '../program/demo-clock.ts';
import { createLocalPush } from '../push/local-push.ts';
import { pushBody } from '../push/push-message.ts';
import { openVapidKeys } from '../push/vapid-keys.ts';
import { createLocalSms } from '../sms/local-sms.ts';
import { createLocalMailbox } from './local-mailbox.ts';

const app = await testApp();
const real = await testApp({
  env: {
    DATABASE_API_URL: 'postgres://a/b',
    DATABASE_PIPELINE_URL: 'postgres://a/b',
    SMTP_URL: 'smtp://mail.example.test',
    PUBLIC_URL: 'https://fleet.example.test',
  },
});
afterAll(async () => {
  await app.close();
  await real.close();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: 'localhost:8080', ...headers } });
const moveClock = (step: string, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/mailbox/clock',
    payload: `step=${step}`,
    headers: { host: 'localhost:8080', ...FORM, ...headers },
  });

const mail = {
  ...recordingMailer(),
  from: { name: 'Hemväg', address: 'no-reply@hemvag.example' },
  replyTo: 'support@hemvag.example',
  to: 'person@example.test',
  subject: 'Code & more <b>',
  text: 'Hello <script>,\n\n    042917\n\nhttp://localhost:8080/user/reset-password?_c=a&b=1\n',
  html: '<!doctype html><html><head><title>x</title></head><body style="color:red">Hello</body></html>',
  language: 'en',
  messageId: 'x@hemvag.example',
};
async function keptMail(): Promise<number> {
  await createLocalMailbox(app.database.pipeline, () => new Date()).send(mail);
  const row = await app.database.owner.selectFrom('local_mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return row.id;
}

test('TFA-003: a mail of the demo stands in the mailbox, with its code in large and its links to follow', async () => {
  expect((await get('/mailbox')).body).toContain('No mail yet');
  const id = await keptMail();
  const list = await get('/mailbox');
  expect(list.headers['cache-control']).toBe('no-store');
  expect(list.body).toContain(`href="/mailbox/${id}"`);
  expect(list.body).toContain('Code &amp; more &lt;b&gt;');
  const { body, headers } = await get(`/mailbox/${id}`);
  expect(body).toMatch(/class="code"[^>]*>042917</);
  expect(body).toContain(
    '<a href="http://localhost:8080/user/reset-password?_c=a&amp;b=1">http://localhost:8080/user/reset-password?_c=a&amp;b=1</a>',
  );
  expect(body).toContain('Hemväg &lt;no-reply@hemvag.example&gt;');
  expect(body).not.toContain('Hello <script>');
  expect(headers['content-security-policy']).toContain("frame-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  expect((await get(`/mailbox/${id + 1}`)).statusCode).toBe(404);
  expect((await get('/mailbox/1e3')).statusCode).toBe(404);
});

test("SEC-011: a mail's own HTML is shown in a frame that runs nothing and fetches nothing", async () => {
  const { body, headers } = await get(`/mailbox/${await keptMail()}/html`);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;.*sandbox/);
  expect(headers['content-security-policy']).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body).toContain('<base target="_blank">');
});

test('issue 14: text messages and push of the demo lie beside the mails: who, when, what, and in how many parts', async () => {
  const now = () => new Date('2026-05-04T10:00:00Z');
  await createLocalSms(app.database.pipeline, now).send({
    from: 'Spora',
    to: '+46701234567',
    text: 'Bilen <b> lämnade zonen',
    parts: 2,
    reportUrl: null,
  });
  const keys = openVapidKeys('/nonexistent', now);
  await createLocalPush(app.database.pipeline, keys, now).send({
    endpoint: 'https://push.test/1',
    publicKey: '',
    authSecret: '',
    vapidKey: '',
    body: pushBody({ title: 'Zonlarm', body: 'Bil 1', url: '/user/alarms' }),
    ttlS: 60,
    urgency: 'high',
    topic: null,
    shownTo: 'Anna, Firefox',
  });
  const { body } = await get('/mailbox');
  expect(body).toContain('Text message from Spora, 2 parts');
  expect(body).toContain('Bilen &lt;b&gt; lämnade zonen');
  expect(body).toContain('To +46701234567');
  expect(body).toContain('Push: <a href="/user/alarms">Zonlarm</a>');
  expect(body).toContain('To Anna, Firefox');
  expect(body).toContain('2026-05-04 10:00:00 UTC');
});

test('BRAND-002: the mailbox is there under a name that a brand has on this machine', async () => {
  expect((await get('/mailbox', { host: 'kustlys.localhost:8080' })).statusCode).toBe(200);
  expect((await get('/mailbox', { host: 'localhost.evil.example' })).statusCode).toBe(404);
});

test('the mailbox and its clock do not exist for another machine, through a proxy, or under a foreign name', async () => {
  const id = await keptMail();
  const distantly: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { via: '1.1 proxy' },
  ];
  for (const headers of distantly) {
    for (const url of ['/mailbox', `/mailbox/${id}`, `/mailbox/${id}/html`, '/mailbox.css', '/mailbox.js'])
      expect((await get(url, headers)).statusCode, url).toBe(404);
    expect((await moveClock('hour', headers)).statusCode).toBe(404);
  }
  const distant = await app.app.inject({ url: '/mailbox', remoteAddress: '203.0.113.7', headers: { host: 'localhost' } });
  expect(distant.statusCode).toBe(404);
  expect((await get('/mailbox')).body).not.toContain('ahead');
});

test('where mail leaves there is no mailbox, and no clock to move', async () => {
  const headers = { host: 'localhost:8080' };
  expect((await real.app.inject({ url: '/mailbox', headers })).statusCode).toBe(404);
  const moved = await real.app.inject({
    method: 'POST',
    url: '/mailbox/clock',
    payload: 'step=hour',
    headers: { ...headers, ...FORM },
  });
  expect(moved.statusCode).toBeGreaterThanOrEqual(400);
  expect((await real.stranger.call(publicConfig, {}, headers)).data?.mailbox_url).toBeNull();
});

test('the sign-in page is told of the mailbox on this machine only', async () => {
  const urlFor = async (headers: Record<string, string>) =>
    (await app.stranger.call(publicConfig, {}, headers)).data?.mailbox_url;
  expect(await urlFor({ host: 'localhost:8080' })).toBe('/mailbox');
  expect(await urlFor({ host: 'localhost:8080', 'x-forwarded-for': '203.0.113.7' })).toBeNull();
});

test('AUTH-013, CONST-013: a lock-out ends when the clock of the demo is moved on an hour, by a form without script', async () => {
  const accountId = await makeAccount(app.database);
  const { email } = await makeMember(app.database, { accountId, passwordHash: await hashPassword('Right-password-1') });
  const attempt = (password: string) => app.stranger.call(signIn, { body: { username: email, password } });
  for (let i = 0; i < 5; i += 1) await attempt('Wrong-password-1');
  expect((await attempt('Right-password-1')).errors).toBe('TooManyAttempts');
  for (const step of ['minute', 'ten-minutes']) await moveClock(step);
  expect((await attempt('Right-password-1')).errors).toBe('TooManyAttempts');
  const moved = await moveClock('hour', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' });
  expect(moved).toMatchObject({ statusCode: 303, headers: { location: '/mailbox' } });
  expect((await get('/mailbox')).body).toContain('1 h 11 min ahead');
  expect((await attempt('Right-password-1')).status).toBe(200);
  await moveClock('now');
  expect((await get('/mailbox')).body).not.toContain('ahead');
});

test('a page elsewhere cannot move the clock', async () => {
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:9999' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
  ];
  for (const headers of elsewhere) expect((await moveClock('hour', headers)).statusCode).toBe(403);
  expect((await moveClock('year')).statusCode).toBe(400);
  expect((await get('/mailbox')).body).not.toContain('ahead');
});

test('forms are read on the mailbox page only; the interface takes JSON', async () => {
  const answer = await app.app.inject({ method: 'POST', url: '/api/login', payload: 'username=a', headers: FORM });
  expect(answer.statusCode).toBe(415);
});

test('the demo clock is never behind, and at most a day ahead', () => {
  const clock = createDemoClock(() => new Date(0));
  clock.moveOn(-5);
  expect(clock.now()).toEqual(new Date(0));
  clock.moveOn(3_600_000);
  expect(clock.now()).toEqual(new Date(3_600_000));
  for (let i = 0; i < 100; i += 1) clock.moveOn(3_600_000);
  expect(clock.aheadMs()).toBe(DAY_MS);
  clock.reset();
  expect(clock.aheadMs()).toBe(0);
});
