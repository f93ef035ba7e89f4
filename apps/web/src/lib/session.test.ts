// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SealedBox } from './sealed-box.ts';
import { createSessionStore } from './session.ts';
import { signedInUser } from './testing.tsx';

/** Stands in for the browser's encryption: reversible, and not readable as it lies there. */
const box: SealedBox = {
  seal: (text) => Promise.resolve(btoa(encodeURIComponent(text))),
  open: (sealed) => Promise.resolve(/^[\w+/=]+$/.test(sealed) ? decodeURIComponent(atob(sealed)) : null),
};
const withBox = () => createSessionStore(() => Promise.resolve(box));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('AUTH-017, STORE-001, STORE-002, SEC-003: a kept session is restored by the next page, and its token never lies readable in storage', async () => {
  const first = withBox();
  await first.load();
  await first.begin({ token: 'secret-token', user: signedInUser() });
  expect(Object.keys(localStorage)).toEqual(['userData']);
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret-token');

  const next = withBox();
  await next.load();
  expect(next.token()).toBe('secret-token');
});

test('SEC-003: without browser encryption nothing is stored, and the store says so', async () => {
  const store = createSessionStore(() => Promise.resolve(null));
  await store.load();
  await store.begin({ token: 'secret-token', user: signedInUser() });
  expect(store.isKept()).toBe(false);
  expect(localStorage.getItem('userData')).toBeNull();
  expect(store.token()).toBe('secret-token');
});

test.each([
  ['no token', {}],
  ['an empty token', { token: '' }],
  ['a token that is no text', { token: 17 }],
])('NAV-001: a stored record with %s signs nobody in', async (_what, token) => {
  const sealed = await box.seal(JSON.stringify({ ...token, user: signedInUser() }));
  localStorage.setItem('userData', JSON.stringify({ v: 1, data: sealed }));
  const store = withBox();
  await store.load();
  expect(store.getState()).toEqual({ kind: 'signed-out', reason: null });
  expect(store.token()).toBeNull();
});

test('NAV-001: the same record with a token signs its user in', async () => {
  const sealed = await box.seal(JSON.stringify({ token: 't0k', user: signedInUser() }));
  localStorage.setItem('userData', JSON.stringify({ v: 1, data: sealed }));
  const store = withBox();
  await store.load();
  expect(store.getState()).toMatchObject({ kind: 'signed-in', session: { user: { FullName: 'Anna Lindqvist' } } });
});

test('STORE-007: a session of another form is dropped', async () => {
  const sealed = await box.seal(JSON.stringify({ token: 'x', user: { ID: 'seven' } }));
  localStorage.setItem('userData', JSON.stringify({ v: 1, data: sealed }));
  const store = withBox();
  await store.load();
  expect(store.getState()).toEqual({ kind: 'signed-out', reason: null });
  expect(localStorage.getItem('userData')).toBeNull();
});

test('NAV-032: signing out in one tab signs the others out', async () => {
  const store = withBox();
  await store.load();
  await store.begin({ token: 'token', user: signedInUser() });
  localStorage.removeItem('userData');
  window.dispatchEvent(new StorageEvent('storage', { key: 'userData', newValue: null }));
  expect(store.getState()).toEqual({ kind: 'signed-out', reason: 'signed-out-elsewhere' });
});

test('AUTH-019, NFR-006: a session that ended by itself in one tab is told so in the others, which then drop nothing that waits to be sent', async () => {
  const [one, other] = [withBox(), withBox()];
  await one.load();
  await one.begin({ token: 'token', user: signedInUser() });
  await other.load();
  const written = vi.spyOn(Storage.prototype, 'setItem');
  const removed = vi.spyOn(Storage.prototype, 'removeItem');
  one.end('expired');
  // What a browser tells the other tabs of.
  for (const [key, newValue] of written.mock.calls) window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  for (const [key] of removed.mock.calls) window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  expect(other.getState()).toEqual({ kind: 'signed-out', reason: 'expired', lastUser: 'anna@example.com' });
  expect(localStorage.length).toBe(0);
});

test("AUTH-019: where the browser keeps no session, what ended in one tab is no other tab's", async () => {
  const store = createSessionStore(() => Promise.resolve(null));
  await store.load();
  await store.begin({ token: 'token', user: signedInUser() });
  const written = vi.spyOn(Storage.prototype, 'setItem');
  store.end('expired');
  expect(written).not.toHaveBeenCalled();
});

test('AUTH-018, STORE-008: expiry and sign-out remove the user with their brand, and keep language, brand, trust, theme and layouts', async () => {
  const kept = ['language', 'subsiteID', 'trustedBrowsers', 'theme', 'sideMenu', 'view.trips'];
  for (const reason of ['expired', 'signed-out'] as const) {
    for (const name of kept) localStorage.setItem(name, 'kept');
    const store = withBox();
    await store.load();
    await store.begin({ token: 'token', user: signedInUser({ SubsiteID: 3 }) });
    expect(localStorage.getItem('userData')).not.toBeNull();
    store.end(reason);
    expect(Object.keys(localStorage).toSorted()).toEqual(kept.toSorted());
    // Who was signed out by time alone signs in again under the same name; it is nowhere but in this page.
    const lastUser = reason === 'expired' ? { lastUser: 'anna@example.com' } : {};
    expect(store.getState()).toEqual({ kind: 'signed-out', reason, ...lastUser });
    expect(store.token()).toBeNull();
  }
});

test('DEC-70: a session that is not to be remembered survives a reload of its tab, and is in no other tab or later browser', async () => {
  const first = withBox();
  await first.load();
  await first.begin({ token: 'secret-token', user: signedInUser() }, { isRemembered: false });
  first.update(signedInUser({ FullName: 'Anna L.' }));
  await Promise.resolve();
  expect(localStorage.length).toBe(0);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret-token');

  const reloaded = withBox();
  await reloaded.load();
  expect(reloaded.token()).toBe('secret-token');
  reloaded.end('signed-out');
  expect(sessionStorage.length).toBe(0);
});

test('DEC-70: another tab that signs out does not end a session of this tab only', async () => {
  const store = withBox();
  await store.load();
  await store.begin({ token: 'token', user: signedInUser() }, { isRemembered: false });
  window.dispatchEvent(new StorageEvent('storage', { key: 'userData', newValue: null, storageArea: localStorage }));
  expect(store.token()).toBe('token');
});
