import { createFormat } from '@spora/messages/format';
import { expect, test } from 'vitest';
import { measuresOf } from './measures.ts';

test.each(['sv', 'no', 'en'] as const)('I18N-011: in %s an axis is in what the speeds along it are told in', (language) => {
  const measures = measuresOf('vehicle', createFormat(language, 'UTC'));
  expect(measures.speedUnit).toBe(language === 'no' ? 'km/t' : 'km/h');
  expect(measures.speed(60)).toBe(`60\u00a0${measures.speedUnit}`);
});
