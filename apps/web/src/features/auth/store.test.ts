// @vitest-environment jsdom
import { TRUSTED_BROWSER_S } from '@spora/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SealedBox } from '../../lib/sealed-box.ts';
import { createAuthStore, thisDevice, type PendingSignIn } from './store.ts';

/** Stands in for the browser's encryption: reversible, and not readable as it lies there. */
const box: SealedBox = {
  seal: (text) => Promise.resolve(btoa(encodeURIComponent(text))),
  open: (sealed) => Promise.resolve(/^[\w+/=]+$/.test(sealed) ? decodeURIComponent(atob(sealed)) : null),
};
const open = () => createAuthStore(() => Promise.resolve(box));
const NOW = Date.parse('2026-05-04T08:00:00Z');
const inHalfAYear = (): number => Date.now() + TRUSTED_BROWSER_S * 1000;
const pending: PendingSignIn = {
  userId: 7,
  token: 'p3nd',
  username: 'anna@example.com',
  isRemembered: true,
  startedAtMs: NOW,
  factors: ['mail'],
  sentTo: 'a***@example.com',
  resendAtMs: NOW + 180_000,
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('TFA-015, STORE-003: the trusted browser is kept per user name, and its token is not readable in storage', async () => {
  await open().trust({ username: 'Anna@Example.com', userId: 7 }, 'd3vice', inHalfAYear());
  expect(JSON.stringify({ ...localStorage })).not.toContain('d3vice');
  expect(await open().deviceToken('anna@example.com')).toBe('d3vice');
  expect(await open().deviceToken('bo@example.com')).toBeNull();
  expect(await open().deviceTokenOf(7)).toBe('d3vice');
  expect(await open().deviceTokenOf(8)).toBeNull();
  const sealed = (JSON.parse(localStorage.getItem('trustedBrowsers') ?? '') as { data: string }).data;
  expect(JSON.parse((await box.open(sealed)) ?? '')).toEqual({
    'anna@example.com': { userId: 7, rememberme: true, device: thisDevice(), expiresAtMs: inHalfAYear(), token: 'd3vice' },
  });
  expect(Object.keys(thisDevice())).toEqual(['userAgent', 'hardwareConcurrency', 'deviceMemory', 'platform']);
});

test('TFA-001, TFA-017: a record of another browser version counts as none and goes away', async () => {
  await open().trust({ username: 'anna', userId: 7 }, 'd3vice', inHalfAYear());
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 of tomorrow');
  expect(await open().deviceToken('anna')).toBeNull();
  expect(localStorage.getItem('trustedBrowsers')).toBeNull();
});

test('TFA-017: an expired record goes away, the one of another person stays', async () => {
  await open().trust({ username: 'anna', userId: 7 }, 'd3vice', Date.now() + 1000);
  await open().trust({ username: 'bo', userId: 8 }, 'other', inHalfAYear());
  vi.setSystemTime(NOW + 1001);
  expect(await open().deviceToken('anna')).toBeNull();
  vi.setSystemTime(NOW);
  expect(await open().deviceToken('anna')).toBeNull();
  expect(await open().deviceToken('bo')).toBe('other');
});

test('STORE-007: broken trust records are dropped without an error', async () => {
  localStorage.setItem('trustedBrowsers', JSON.stringify({ v: 1, data: 'broken!' }));
  expect(await open().deviceToken('anna')).toBeNull();
  expect(localStorage.getItem('trustedBrowsers')).toBeNull();
});

test('TFA-009, STORE-005: a reload finds the pending sign-in and the end of its countdown, sealed and in this tab only', async () => {
  await open().keepPending(pending);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('p3nd');
  expect(localStorage.length).toBe(0);
  vi.setSystemTime(NOW + 60_000);
  expect(await open().readPending()).toEqual(pending);
});

test('a pending sign-in that the server has forgotten is not shown again', async () => {
  await open().keepPending(pending);
  vi.setSystemTime(NOW + 31 * 60_000);
  expect(await open().readPending()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('TFA-014: what is cleared while it is being sealed stays cleared', async () => {
  const store = open();
  const kept = store.keepPending(pending);
  store.clearPending();
  await kept;
  expect(sessionStorage.length).toBe(0);
});
