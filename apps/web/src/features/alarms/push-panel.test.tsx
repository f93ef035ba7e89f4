import { createHash } from 'node:crypto';
import type { PushBrowser } from '@spora/contract/alarms/push';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { installPushBrowser, removePushBrowser, type TestPushBrowser } from '../../lib/testing-push.ts';
import { PushPanel } from './public/push-panel.tsx';

let browser: TestPushBrowser;
beforeEach(() => void (browser = installPushBrowser()));
afterEach(() => {
  cleanup();
  removePushBrowser();
});

const KEY = `B${'C'.repeat(86)}`;
const fingerprintOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
const listed = (more: Partial<PushBrowser>): PushBrowser => ({
  id: 1,
  browser: 'Firefox, Linux',
  fingerprint: 'of-another',
  since: '2026-05-04T08:00:00.000Z',
  last_ok_at: null,
  last: null,
  ...more,
});

const RECEIVER = { email: 'ek@test.example', phone: '', security_alarm: true, function_alarm: true };
async function open(
  before: readonly PushBrowser[] = [],
  { isStopped = false, isReceiver = true }: { isStopped?: boolean; isReceiver?: boolean } = {},
) {
  let browsers = [...before];
  const state = () => ({ key: KEY, browsers, receivers: isReceiver ? [RECEIVER] : [] });
  const send = fakeSend({
    'alarms.push-browsers': state,
    'alarms.push': ({ body }) => {
      browsers = [...browsers, listed({ id: 9, fingerprint: fingerprintOf(body.endpoint) })];
      return state();
    },
    'alarms.push-off': ({ params }) => {
      browsers = browsers.filter(({ id }) => id !== params.id);
      return state();
    },
    'alarms.push-test': () => {
      browsers = browsers.map((each) => ({ ...each, last: 'sent' as const }));
      return { ordered: browsers.length };
    },
  });
  await renderScreen(<PushPanel isStopped={isStopped} />, { send });
  return { send, user: userEvent.setup(), bodies: () => send.requests.filter(({ id }) => id === 'alarms.push') };
}
const theSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Push on this browser' });

test('NFR-007: nobody is asked for permission before the switch is used; then the browser subscribes with our key and is on', async () => {
  const { user, bodies } = await open();
  expect((await theSwitch()).checked).toBe(false);
  expect(browser).toMatchObject({ asked: 0, scopes: [] });
  await user.click(await theSwitch());
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(browser).toMatchObject({ asked: 1, scopes: ['/push/'] });
  expect(browser.keys.map((key) => Buffer.from(key, 'base64url').equals(Buffer.from(KEY, 'base64url')))).toEqual([true]);
  expect(bodies()[0]?.body).toEqual({
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  });
  await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
});

test('NFR-007: who says no is told where to allow it, and nothing is sent', async () => {
  browser.answer = 'denied';
  const { user, bodies } = await open();
  await user.click(await theSwitch());
  expect(await screen.findAllByText(/This browser refuses notifications/)).not.toHaveLength(0);
  expect(bodies()).toEqual([]);
  expect((await theSwitch()).checked).toBe(false);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.split(':')[0])).toEqual([
    'Computer',
    'Android',
    'iPhone and iPad',
  ]);
  browser.permission = 'default';
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('listitem'), 'allowed meanwhile').toBeNull();
  expect((await theSwitch()).disabled).toBe(false);
});

test.each([
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140', 0, 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'iPhone and iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5, 'iPhone and iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0, 'Computer'],
])('NFR-007: where to allow it is told of the device at hand first: %s, %s', async (userAgent, maxTouchPoints, first) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true });
  browser.permission = 'denied';
  await open();
  const told = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent.split(':')[0]);
  expect([told.length, told[0]]).toEqual([3, first]);
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
  vi.restoreAllMocks();
});

test('ADM-027: whoever is no receiver is told that nothing shows here until they are', async () => {
  await open([], { isReceiver: false });
  expect(await screen.findByText('Alarms show here only once you are an alarm receiver.')).toBeDefined();
  cleanup();
  await open();
  await theSwitch();
  expect(screen.queryByText(/only once you are/)).toBeNull();
});

test('issue 14: a push service that is not reached is told, and the switch is off', async () => {
  browser.failure = new DOMException('no', 'AbortError');
  const { user, bodies } = await open();
  await user.click(await theSwitch());
  expect(await screen.findByText(/did not reach its push service/)).toBeDefined();
  expect((await theSwitch()).checked).toBe(false);
  expect(bodies()).toEqual([]);
});

test('issue 14: turned off here, the browser forgets its address; another is turned off by its name', async () => {
  browser.endpoint = 'https://push.example.com/1';
  browser.permission = 'granted';
  const here = listed({ id: 3, fingerprint: fingerprintOf(browser.endpoint) });
  const { user, send } = await open([here, listed({ id: 4, browser: 'Safari, iPhone' })]);
  await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
  await user.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(false));
  expect(browser.endpoint).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Turn off push to Safari, iPhone' }));
  await waitFor(() => expect(screen.queryByText(/Safari/)).toBeNull());
  expect(send.requests.filter(({ id }) => id === 'alarms.push-off').map(({ params }) => params)).toEqual([{ id: 3 }, { id: 4 }]);
});

test('issue 14: a test tells what became of it', async () => {
  const { user } = await open([listed({})]);
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/Handed over to the push service/, {}, { timeout: 3000 })).toBeDefined();
});

test('issue 14: a browser without push says so, and who stopped push is told that nothing is sent', async () => {
  removePushBrowser();
  await open([listed({})], { isStopped: true });
  expect(await screen.findByText(/This browser cannot take push/)).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText(/You have turned off “Alerts as push notifications”/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
});
