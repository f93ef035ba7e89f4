import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

function Held({ of: Field }: { of: typeof TextField | typeof TextArea }): ReactNode {
  const [value, setValue] = useState('');
  return (
    <Field
      label="Name"
      maxLength={5}
      value={value}
      onChange={(event: { target: { value: string } }) => setValue(event.target.value)}
    />
  );
}

test.each([
  ['a line', TextField],
  ['several lines', TextArea],
])('what does not fit into %s is told at the field, for as long as it is the last that was typed', async (_, of) => {
  await renderScreen(<Held of={of} />, { send: fakeSend({}), language: 'en' });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(field, 'Skåne');
  expect(screen.queryByRole('alert'), 'it fits').toBeNull();
  await userEvent.type(field, 's');
  expect(field.value).toBe('Skåne');
  const note = screen.getByRole('alert');
  expect(note.textContent).toBe('There is room for 5 characters at most here. The rest was left out.');
  expect(field.getAttribute('aria-describedby')).toContain(note.id);
  await userEvent.type(field, '{Backspace}');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('Skåne län');
  expect([field.value, screen.queryByRole('alert') !== null]).toEqual(['Skåne', true]);
  await userEvent.tripleClick(field);
  await userEvent.keyboard('Blek');
  expect([field.value, screen.queryByRole('alert')], 'what is marked makes room').toEqual(['Blek', null]);
});
