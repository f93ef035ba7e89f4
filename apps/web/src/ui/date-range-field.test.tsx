import { addDays } from '@spora/calendar/days';
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { afterEach, expect, test } from 'vitest';
import { DateRangeField } from './date-range-field.tsx';
import { DayField, MomentField } from './day-field.tsx';

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

test('TRIP-006, DEC-44: a longer span than there may be is cut where it must end', async () => {
  let told = { from: '', to: '' };
  render(
    <I18nProvider locale="sv-SE">
      <DateRangeField
        label="Days"
        value={{ from: '2025-01-01', to: '2025-06-01' }}
        latestEnd={(from) => `2026${from.slice(4)}`}
        onChange={(range) => (told = range)}
        texts={{ previous: 'Previous', next: 'Next', calendar: 'Calendar' }}
      />
    </I18nProvider>,
  );
  const years = screen.getAllByRole('spinbutton').filter((part) => part.getAttribute('aria-valuenow') === '2025');
  await userEvent.click(years[1]!);
  await userEvent.keyboard('2026');
  expect(told).toEqual({ from: '2025-01-01', to: '2026-01-01' });
});

test('a month typed with two digits leaves the last day where it was, though one of the first digit would cut it', async () => {
  function Field() {
    const [value, setValue] = useState({ from: '2026-09-20', to: '2026-12-05' });
    return (
      <I18nProvider locale="sv-SE">
        <DateRangeField
          label="Days"
          value={value}
          latestEnd={(from) => addDays(from, 89)}
          onChange={setValue}
          texts={{ previous: 'Previous', next: 'Next', calendar: 'Calendar' }}
        />
        <output>{`${value.from} ${value.to}`}</output>
      </I18nProvider>
    );
  }
  render(<Field />);
  await userEvent.click(screen.getAllByRole('spinbutton').find((part) => part.getAttribute('aria-valuenow') === '9')!);
  await userEvent.keyboard('11');
  expect(screen.getByRole('status').textContent).toBe('2026-11-20 2026-12-05');
});

test.each(LANGUAGES)(
  'I18N-010: in %s a day is typed in the order in which it is shown, the year first, and its time after it',
  async (language) => {
    const texts = { previous: 'Previous', next: 'Next', calendar: 'Calendar' };
    function Fields() {
      const [day, setDay] = useState('');
      const [moment, setMoment] = useState('2026-03-04T05:06');
      return (
        <I18nProvider locale={LANGUAGE_FACTS[language].locale}>
          <DayField label="Day" value={day} onChange={setDay} texts={texts} />
          <MomentField label="From" value={moment} onChange={setMoment} texts={texts} />
          <output>{`${day} ${moment}`}</output>
        </I18nProvider>
      );
    }
    render(<Fields />);
    const parts = screen.getAllByRole('spinbutton');
    parts[0]!.focus();
    await userEvent.keyboard('20261116');
    parts[3]!.focus();
    await userEvent.keyboard('202611171730');
    expect(screen.getByRole('status').textContent).toBe('2026-11-16 2026-11-17T17:30');
  },
);

test('MAP-015: a span that many want is taken at one press, and the calendar closes', async () => {
  const told: object[] = [];
  const [today, yesterday] = [
    { from: '2026-03-05', to: '2026-03-05' },
    { from: '2026-03-04', to: '2026-03-04' },
  ];
  render(
    <I18nProvider locale="sv-SE">
      <DateRangeField
        label="Days"
        value={today}
        onChange={(range) => told.push(range)}
        texts={{ previous: 'Previous', next: 'Next', calendar: 'Calendar' }}
        quick={[
          { label: 'Today', range: today },
          { label: 'Yesterday', range: yesterday },
        ]}
      />
    </I18nProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /Calendar/ }));
  expect((await screen.findByRole('button', { name: 'Today' })).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
  expect(told).toEqual([yesterday]);
  expect(screen.queryByRole('grid')).toBeNull();
});
