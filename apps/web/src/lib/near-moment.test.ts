import { createFormat } from '@spora/messages/format';
import { sv } from '@spora/messages/sv';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { nearMoment } from './near-moment.ts';

test('MODE-010: what is today is told by the clock, what is tomorrow or was yesterday by its word, the rest by its day', () => {
  const now = Date.parse('2026-11-27T22:50:00Z');
  const texts = { t: createTranslate('sv', sv), format: createFormat('sv', 'Europe/Stockholm') };
  const told = (at: string): string => nearMoment(at, now, texts);
  expect(told('2026-11-27T22:54:00Z')).toBe('23:54');
  expect(told('2026-11-28T22:50:00Z')).toBe('i\u00a0morgon\u00a023:50');
  expect(told('2026-11-26T22:50:00Z')).toBe('i\u00a0går\u00a023:50');
  expect(told('2026-11-30T22:50:00Z')).toBe('2026-11-30 23:50');
});
