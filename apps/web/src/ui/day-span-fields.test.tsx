import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { beginAt, completeBrowser, fakeSend, renderScreen } from '../lib/testing.tsx';
import { DaySpanFields } from './day-span-fields.tsx';

beginAt('2026-11-25T12:00:00Z');
afterEach(cleanup);

type Days = { readonly from: string | undefined; readonly to: string | undefined };

async function open(first: Days): Promise<Days[]> {
  const handedOn: Days[] = [];
  function List() {
    const [days, setDays] = useState(first);
    return (
      <>
        <DaySpanFields
          fromLabel="Från"
          toLabel="Till"
          {...days}
          onChange={(next) => {
            handedOn.push(next);
            setDays(next);
          }}
        />
        <button type="button">CSV</button>
      </>
    );
  }
  completeBrowser();
  await renderScreen(<List />, { send: fakeSend({}), language: 'sv' });
  return handedOn;
}
const part = (label: string, name: 'year' | 'month' | 'day') =>
  within(screen.getByRole('group', { name: label })).getByRole('spinbutton', { name: new RegExp(`^${name}, `) });
const leave = () => userEvent.click(screen.getByRole('button', { name: 'CSV' }));
const TOLD = 'Den sista dagen ligger före den första, så listan är oförändrad.';

test('beside other filters the first and the last day go to the next line together', async () => {
  await open({ from: undefined, to: undefined });
  const days = screen.getByRole('group', { name: 'Till' }).closest('[data-fields="2"]');
  expect(days?.contains(screen.getByRole('group', { name: 'Från' }))).toBe(true);
});

test('a last day that is typed is handed on whole, though its first digit alone is a day before the first', async () => {
  const handedOn = await open({ from: '2026-11-23', to: '2026-11-25' });
  await userEvent.click(part('Till', 'day'));
  await userEvent.keyboard('2');
  expect([handedOn, screen.queryByText(TOLD)], 'nothing is said of half a day').toEqual([[], null]);
  await userEvent.keyboard('7');
  await leave();
  expect(handedOn).toEqual([{ from: '2026-11-23', to: '2026-11-27' }]);
  expect(part('Till', 'day').getAttribute('aria-valuenow')).toBe('27');
});

test('a last day before the first stays as it was typed, is told, and is handed on once the first is put right', async () => {
  const handedOn = await open({ from: '2026-11-23', to: undefined });
  for (const [name, digits] of [
    ['year', '2026'],
    ['month', '11'],
    ['day', '02'],
  ] as const) {
    await userEvent.click(part('Till', name));
    await userEvent.keyboard(digits);
  }
  expect(await screen.findByText(TOLD)).toBeDefined();
  expect([handedOn, part('Till', 'day').getAttribute('aria-valuenow')]).toEqual([[], '2']);
  await userEvent.click(part('Från', 'day'));
  await userEvent.keyboard('01');
  await leave();
  expect(handedOn).toEqual([{ from: '2026-11-01', to: '2026-11-02' }]);
  expect(screen.queryByText(TOLD)).toBeNull();
});

test('a day is handed on without leaving the field once the typing pauses', async () => {
  const handedOn = await open({ from: undefined, to: '2026-11-25' });
  await userEvent.click(part('Till', 'day'));
  await userEvent.keyboard('27');
  await expect.poll(() => handedOn, { timeout: 3_000 }).toEqual([{ from: undefined, to: '2026-11-27' }]);
});

test('the usual periods are one press, from the account’s today, and what is chosen is named, also where it was typed', async () => {
  const handedOn = await open({ from: undefined, to: undefined });
  const period = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' });
  const chosen = () => period.selectedOptions[0]?.textContent;
  expect(chosen()).toBe('Hela tiden');
  await userEvent.selectOptions(period, 'Förra veckan');
  expect(handedOn).toEqual([{ from: '2026-11-16', to: '2026-11-22' }]);
  expect([chosen(), part('Till', 'day').getAttribute('aria-valuenow')]).toEqual(['Förra veckan', '22']);
  await userEvent.click(part('Till', 'day'));
  await userEvent.keyboard('20');
  await leave();
  expect(chosen()).toBe('Dagarna nedan');
  await userEvent.selectOptions(period, 'Hela tiden');
  expect(handedOn.at(-1)).toEqual({ from: undefined, to: undefined });
});
