// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { keepPreferences, type PreferenceBinding } from './preferences.ts';
import { type FakeAnswers, fakeSend } from './testing.tsx';

/** A setting as a feature keeps it. */
function setting(name: PreferenceBinding['name'], start: string | null = null) {
  let value = start;
  const listeners = new Set<() => void>();
  const set = (next: string | null): void => {
    value = next;
    for (const listener of listeners) listener();
  };
  const binding: PreferenceBinding = {
    name,
    read: () => value,
    take: (next) => set(String(next)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { binding, set, read: () => value };
}

let stop: () => void = () => undefined;
beforeEach(() => localStorage.clear());
afterEach(() => stop());

function start(userId: number, bindings: PreferenceBinding[], answers: FakeAnswers) {
  stop();
  const send = fakeSend(answers);
  stop = keepPreferences(send, userId, bindings);
  return { saved: () => send.requests.filter(({ id }) => id === 'users.save-preferences').map(({ body }) => body) };
}
const empty = { 'users.preferences': () => ({ preferences: {} }), 'users.save-preferences': () => ({}) } satisfies FakeAnswers;

test('STORE-010: on a new browser the values of the server are taken, and taking them sends nothing', async () => {
  const theme = setting('theme', 'system');
  const { saved } = start(1, [theme.binding], { ...empty, 'users.preferences': () => ({ preferences: { theme: 'dark' } }) });
  await waitFor(() => expect(theme.read()).toBe('dark'));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(saved()).toEqual([]);
});

test('STORE-010: changes count at once and are sent together a moment later', async () => {
  const theme = setting('theme', 'system');
  const menu = setting('side-menu');
  const { saved } = start(1, [theme.binding, menu.binding], empty);
  theme.set('light');
  theme.set('dark');
  menu.set('open');
  await waitFor(() => expect(saved()).toEqual([{ preferences: { theme: 'dark', 'side-menu': 'open' } }]), { timeout: 3000 });
});

test('STORE-010: a change that did not reach the server is not overruled by it, and is sent at the next start', async () => {
  const theme = setting('theme', 'system');
  let attempts = 0;
  start(1, [theme.binding], {
    ...empty,
    'users.save-preferences': () => {
      attempts += 1;
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  theme.set('dark');
  await waitFor(() => expect(attempts).toBe(1), { timeout: 3000 });

  const { saved } = start(1, [theme.binding], { ...empty, 'users.preferences': () => ({ preferences: { theme: 'light' } }) });
  await waitFor(() => expect(saved()).toEqual([{ preferences: { theme: 'dark' } }]));
  expect(theme.read()).toBe('dark');
});

test('STORE-010: what one person left unsent is not sent for another', async () => {
  const theme = setting('theme', 'system');
  start(1, [theme.binding], empty);
  theme.set('dark');
  const { saved } = start(2, [theme.binding], { ...empty, 'users.preferences': () => ({ preferences: { theme: 'light' } }) });
  await waitFor(() => expect(theme.read()).toBe('light'));
  expect(saved()).toEqual([]);
});
