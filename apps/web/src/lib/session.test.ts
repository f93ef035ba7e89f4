import { beforeEach, expect, test } from 'vitest';
import type { SealedBox } from './sealed-box.ts';
import { createSessionStore } from './session.ts';
import { signedInUser } from './testing.tsx';

/** Stands in for the browser's encryption: reversible, and not readable as it lies there. */
const box: SealedBox = {
  seal: (text) => Promise.resolve(btoa(encodeURIComponent(text))),
  open: (sealed) => Promise.resolve(/^[\w+/=]+$/.test(sealed) ? decodeURIComponent(atob(sealed)) : null),
};
const withBox = () => createSessionStore(() => Promise.resolve(box));

beforeEach(() => localStorage.clear());

test('STORE-001, STORE-002, SEC-003: a kept session is restored by the next page, and its token never lies readable in storage', async () => {
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
