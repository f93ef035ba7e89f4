import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PickBoxes } from './pick-boxes.tsx';
import { PickField } from './pick-field.tsx';
import { Select } from './select.tsx';
import { readClock } from '../lib/clock.ts';

afterEach(cleanup);

const units = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `u${i + 1}`, label: `Servicebil ${i + 1}` }));

const PEOPLE = [
  ...Array.from({ length: 20 }, (_, i) => ({ value: `m${i}`, label: `Anna Berg ${i}` })),
  { value: 'k', label: 'Kåre Asbjørnsen' },
];

function One(props: { count: number }): ReactNode {
  const [value, setValue] = useState('');
  return (
    <>
      <PickField label="Unit" value={value} noneText="Choose" options={units(props.count)} onChange={setValue} error="Wrong" />
      <output>{value}</output>
    </>
  );
}
function Many(props: { count: number }): ReactNode {
  const [selected, setSelected] = useState<readonly string[]>([]);
  return (
    <PickBoxes label="Units" noneText="Choose units" options={units(props.count)} selected={selected} onChange={setSelected} />
  );
}

test('13-A3: ten are found by looking, in the list of the browser; more are found by typing, and none is a choice too', async () => {
  const user = userEvent.setup();
  render(<One count={10} />);
  expect(screen.getByRole('combobox', { name: 'Unit' }).tagName).toBe('SELECT');
  cleanup();
  render(<One count={54} />);
  const button = screen.getByRole('button', { name: 'Unit: Choose', description: 'Wrong' });
  await user.click(button);
  await user.keyboard('bil 47');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Servicebil 47']);
  await user.click(screen.getByRole('option', { name: 'Servicebil 47' }));
  expect(screen.getByRole('status').textContent).toBe('u47');
  await user.click(screen.getByRole('button', { name: 'Unit: Servicebil 47' }));
  await user.click(await screen.findByRole('option', { name: 'Choose' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test.each([
  ['a choice of one', <Select label="Driver" value="" options={PEOPLE} onChange={() => undefined} searchLabel="Find" />],
  ['a field', <PickField label="Driver" value="" noneText="Choose" options={PEOPLE} onChange={() => undefined} />],
])('13-A3, decision 0082: %s finds names without accents and words in any order, and one Escape closes it', async (_, list) => {
  const user = userEvent.setup();
  render(list);
  await user.click(screen.getByRole('button', { name: /Driver/ }));
  await user.keyboard('asbjorn kare');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Kåre Asbjørnsen']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
});

test.each([10, 54])('13-A3: of %i too, what cannot be chosen stands below the others, shut, and says why', async (count) => {
  const user = userEvent.setup();
  const options = units(count).map((unit, i) =>
    i === 0 ? { ...unit, group: 'Not free then', note: 'booked by Kari', isDisabled: true } : unit,
  );
  const chosen: string[] = [];
  render(<PickField label="Unit" value="u2" options={options} onChange={(value) => chosen.push(value)} />);
  const opener = screen.queryByRole('button', { name: 'Unit: Servicebil 2' });
  if (opener) await user.click(opener);
  const shut = within(screen.getByRole('group', { name: 'Not free then' })).getByRole('option');
  expect(screen.getAllByRole('option').at(-1)).toBe(shut);
  expect(shut.textContent.replace(' · ', ' ')).toBe('Servicebil 1 booked by Kari');
  if (opener) {
    expect(shut.getAttribute('aria-disabled')).toBe('true');
    await user.click(shut);
  } else expect((shut as HTMLOptionElement).disabled).toBe(true);
  expect(chosen).toEqual([]);
});

test('13-A3: of many, too: boxes up to ten, above them a list to type in, which says what is chosen', async () => {
  const user = userEvent.setup();
  render(<Many count={10} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(10);
  cleanup();
  render(<Many count={54} />);
  await user.click(screen.getByRole('button', { name: 'Units: Choose units' }));
  for (const name of ['11', '12', '13', '14']) await user.click(screen.getByRole('option', { name: `Servicebil ${name}` }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Units: Servicebil 11, Servicebil 12, Servicebil 13 +1' })).toBeDefined();
});

test.each([
  ['7:05', '07:05'],
  ['7.05', '07:05'],
  ['705', '07:05'],
  ['1745', '17:45'],
  ['24:00', ''],
  ['12:60', ''],
  ['7', ''],
  ['5 pm', ''],
])('13-A2: "%s" is the time "%s" by the 24-hour clock', (typed, clock) => {
  expect(readClock(typed)).toBe(clock);
});
test('13-A2: a whole hour is enough when the field is left', () => {
  expect(readClock('7', true)).toBe('07:00');
});
