import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { Table } from './table.tsx';

afterEach(cleanup);

const NAMES = ['Bil', 'Båt', 'Kran'];

async function open() {
  await renderScreen(
    <Table
      label="Enheter"
      head={
        <>
          <th scope="col">Val</th>
          <th scope="col">Namn</th>
          <th scope="col">Plats</th>
        </>
      }
    >
      {NAMES.map((name) => (
        <tr key={name}>
          <td>
            <input type="checkbox" aria-label={`Välj ${name}`} />
          </td>
          <th scope="row">
            <a href={`#${name}`}>{name}</a>
          </th>
          <td>{name !== 'Båt' && <input aria-label={`Plats för ${name}`} />}</td>
        </tr>
      ))}
    </Table>,
    { send: fakeSend({}) },
  );
  return userEvent.setup();
}
const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('NAV-038: arrows go to the same link or box of the next row, and stop at the last', async () => {
  const person = await open();
  screen.getByRole('link', { name: 'Bil' }).focus();
  await person.keyboard('{ArrowDown}');
  expect(focused()).toBe('Båt');
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Kran');
  await person.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(focused()).toBe('Bil');
  screen.getByRole('checkbox', { name: 'Välj Båt' }).focus();
  await person.keyboard('{ArrowUp} ');
  expect(focused()).toBe('Välj Bil');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Välj Bil' }).checked).toBe(true);
});

test('NAV-038: a field of a table keeps its own arrows', async () => {
  const person = await open();
  screen.getByRole('textbox', { name: 'Plats för Bil' }).focus();
  await person.keyboard('{ArrowDown}');
  expect(focused()).toBe('Plats för Bil');
});
