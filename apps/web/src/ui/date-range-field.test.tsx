import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nProvider } from 'react-aria-components';
import { afterEach, expect, test } from 'vitest';
import { DateRangeField } from './date-range-field.tsx';

afterEach(cleanup);

test.each([
  ['en', 'March 2026'],
  ['sv', 'mars 2026'],
  ['no', 'mars 2026'],
] as const)('I18N-003, I18N-007, CONST-046: the calendar speaks %s and its week begins on Monday', async (language, month) => {
  render(
    <I18nProvider locale={LANGUAGE_FACTS[language].locale}>
      <DateRangeField
        label="Days"
        value={{ from: '2026-03-04', to: '2026-03-05' }}
        onChange={() => undefined}
        texts={{ previous: 'Previous', next: 'Next', calendar: 'Calendar' }}
      />
    </I18nProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /Calendar/ }));
  const grid = await screen.findByRole('grid');
  expect(grid.getAttribute('aria-label')).toContain(month);
  const monday = new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, { weekday: 'short' }).format(
    new Date('2026-03-02T12:00:00Z'),
  );
  expect(within(grid).getAllByRole('columnheader', { hidden: true })[0]!.textContent).toBe(monday);
  // The first of March 2026 is a Sunday: last in its week.
  const first = within(grid).getAllByRole('row', { hidden: true })[1]!;
  expect(within(first).getAllByRole('gridcell').at(-1)!.textContent).toBe('1');
});
