import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { field, fill, openRegistration, startBrowser, walkTo } from './testing.tsx';

beforeEach(() => startBrowser());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('WIZ-009, WIZ-010, DEC-74, STORE-002, CONST-041: the letters left are told for five seconds, and at none more are not taken', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is your name?', 'Private person', 'Norway');
  expect(screen.queryByText(/characters left/)).toBeNull();
  await fill(user, 'First name', 'Ada');
  expect(screen.getByText('47 characters left')).toBeDefined();
  expect(localStorage.getItem('remainingAddChars')).toBe('{"v":1,"data":47}');
  vi.useFakeTimers();
  fireEvent.change(field('Last name'), { target: { value: 'B'.repeat(60) } });
  expect(field('Last name').value).toHaveLength(46);
  expect(screen.getByText('No characters left')).toBeDefined();
  act(() => void vi.advanceTimersByTime(4_900));
  expect(screen.getByText('No characters left')).toBeDefined();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.queryByText('No characters left')).toBeNull();
});

test('WIZ-009: a letter put into the middle of names that are full is not taken, and the end stays', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is your name?', 'Private person', 'Norway');
  await fill(user, 'First name', 'Ada');
  const last = `${'B'.repeat(45)}c`;
  await fill(user, 'Last name', last);
  await user.type(field('Last name'), 'x', { initialSelectionStart: 3, initialSelectionEnd: 3 });
  expect(field('Last name').value).toBe(last);
});
