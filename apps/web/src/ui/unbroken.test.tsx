import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Unbroken } from './unbroken.tsx';

afterEach(cleanup);

test.each([
  ['Incheckad sedan 2026-11-27 13:53.', ['2026-11-27 13:53']],
  ['Flyttad till 113, lör 2026-11-28 13:00–15:00.', ['lör 2026-11-28 13:00–15:00']],
  ['lör 2026-11-28 14:00 – sön 2026-11-29 09:00', ['lör 2026-11-28 14:00', 'sön 2026-11-29 09:00']],
  ['Kari, 13:00–15:00', ['13:00–15:00']],
  ['Varade 2\u00a0h 10\u00a0min, från', ['2\u00a0h 10\u00a0min']],
  ['3\u00a0dygn 5\u00a0h och 8\u00a0min', ['3\u00a0dygn 5\u00a0h']],
  ['Telefon 08-123 456', []],
])('13-14: days and times in "%s" stay in one line each, and the text is the same', (text, held) => {
  const { container } = render(<Unbroken>{text}</Unbroken>);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('.unbroken')].map((part) => part.textContent)).toEqual(held);
});
