import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('receivers.module.css', import.meta.url), 'utf8');

test('ALARM-004: on a phone the switch of a kind of alarms stands below the beginning of its name', () => {
  const [, onPhone = ''] = css.split('@media (max-width: 767px)');
  expect(onPhone).toMatch(/\.kindCell \{[^}]*justify-items: start/);
  expect(onPhone).toMatch(/\.kindCell > span \{[^}]*margin-inline-start: 0;[^}]*text-align: start/);
});

test('ALARM-004: beside somebody who has stopped, an address keeps its words and a number its digits in one line', () => {
  const [, wide = ''] = css.split('@media (min-width: 768px) {');
  expect(wide).toMatch(/\.row > th \.who > span \{[^}]*white-space: normal/);
  expect(wide).toMatch(/\.mailCell \{[^}]*min-width: 15ch/);
  expect(wide).toMatch(/\.phoneCell \{[^}]*white-space: nowrap/);
});
