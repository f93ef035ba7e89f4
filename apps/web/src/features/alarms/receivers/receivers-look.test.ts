import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('receivers.module.css', import.meta.url), 'utf8');

test('ALARM-004: on a phone the switch of a kind of alarms stands below the beginning of its name', () => {
  const [, onPhone = ''] = css.split('@media (max-width: 767px)');
  expect(onPhone).toMatch(/\.kindCell \{[^}]*justify-items: start/);
  expect(onPhone).toMatch(/\.kindCell > span \{[^}]*margin-inline-start: 0;[^}]*text-align: start/);
});
