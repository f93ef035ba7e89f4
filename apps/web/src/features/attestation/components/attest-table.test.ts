import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('attest.module.css', import.meta.url), 'utf8');
const onPhone = css
  .split('@media (max-width: 767px)')
  .slice(1)
  .map((part) => part.slice(0, part.indexOf('\n}')))
  .join('');

test('ATT-013: on a phone a state is one block from the left, its quote beside its bar, and the bar has its buttons in a line', () => {
  expect(onPhone).toMatch(/td\[data-label\]:is\([^)]*\.told[^)]*\) \{[^}]*display: block/);
  expect(onPhone).toMatch(/:is\([^)]*\.told\) > span \{[^}]*margin-inline-start: 0;[^}]*text-align: start/);
  expect(onPhone).toMatch(/\.bar > \.grow \{[^}]*flex-basis: 100%/);
  expect(onPhone, 'who and when needs no heading on a line of its own').toMatch(/\.history \.who::before \{[^}]*clip-path/);
  expect(onPhone).toMatch(/\.bar > :not\(span\) \{[^}]*flex: 1/);
});
