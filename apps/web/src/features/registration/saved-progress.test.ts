// @vitest-environment jsdom
import { DAY_MS } from '@spora/calendar/durations';
import { beforeEach, expect, test } from 'vitest';
import { clearProgress, readProgress, saveProgress } from './saved-progress.ts';
import { begin, EMPTY } from './wizard-values.ts';

beforeEach(() => localStorage.clear());
const VALUES = { ...begin('company'), imei: '350000000000014', password: 'Correct-1', passwordAgain: 'Correct-1' };

test('WIZ-027, WIZ-028, DEC-62: everything but the passwords is kept, and no password stands anywhere in the storage', () => {
  saveProgress(VALUES, 0);
  expect(readProgress(DAY_MS)).toEqual({ ...VALUES, password: '', passwordAgain: '' });
  expect(localStorage.getItem('registrationWizard')).not.toContain('Correct-1');
});

test('DEC-62: after thirty days the progress is forgotten', () => {
  saveProgress(VALUES, 0);
  expect(readProgress(30 * DAY_MS)).not.toBeNull();
  expect(readProgress(30 * DAY_MS + 1)).toBeNull();
  expect(localStorage.getItem('registrationWizard')).toBeNull();
});

test('STORE-004: progress can be cleared, and broken progress is dropped without an error', () => {
  saveProgress(VALUES, 0);
  clearProgress();
  expect(readProgress(0)).toBeNull();
  localStorage.setItem('registrationWizard', JSON.stringify({ v: 1, data: { at: 0, values: { kind: 'robot' } } }));
  expect(readProgress(0)).toBeNull();
});

test('nothing is kept before the kind of account is chosen', () => {
  saveProgress(EMPTY, 0);
  expect(localStorage.length).toBe(0);
});
