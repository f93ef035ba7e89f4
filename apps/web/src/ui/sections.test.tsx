import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Sections } from './sections.tsx';

afterEach(cleanup);
const GROUPS = [
  {
    title: 'Driving',
    sections: [
      { id: 'log', label: 'Log' },
      { id: 'fuel', label: 'Fuel' },
    ],
  },
  { title: 'Security', sections: [{ id: 'theft', label: 'Theft' }] },
];
function show() {
  const chosen: string[] = [];
  render(
    <Sections label="Settings" selected="fuel" onSelect={(id) => chosen.push(id)} hrefOf={(id) => `?tab=${id}`} groups={GROUPS}>
      <p>Litres</p>
    </Sections>,
  );
  return chosen;
}

test('UNIT-020: a page of many sections names them in groups, tells which is open, and each has an address', async () => {
  const chosen = show();
  expect(screen.getByRole('list', { name: 'Driving' }).textContent).toBe('LogFuel');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Fuel');
  expect(screen.getByRole('link', { name: 'Theft' }).getAttribute('href')).toBe('?tab=theft');
  await userEvent.click(screen.getByRole('link', { name: 'Theft' }));
  expect(chosen).toEqual(['theft']);
});

test('NFR-005: arrows, Home and End move along the list of sections, Enter opens', async () => {
  const chosen = show();
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Log');
  await userEvent.keyboard('{End}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}{End}{Enter}');
  expect(chosen).toEqual(['theft']);
});

test('NFR-003: where there is no room for the list, the same sections are a choice', async () => {
  const chosen = show();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Settings' });
  expect(choice.value).toBe('fuel');
  await userEvent.selectOptions(choice, 'log');
  expect(chosen).toEqual(['log']);
});
