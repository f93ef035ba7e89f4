import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { endAddingPhone, useIsAddingPhone } from '../lib/add-phone.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { EmptyOrBegin } from './begin-unit.tsx';

afterEach(() => {
  endAddingPhone();
  cleanup();
});

const Dialog = () => (useIsAddingPhone() ? <p>Opened</p> : null);
const open = (isAdmin: boolean) =>
  renderScreen(
    <>
      <EmptyOrBegin text="Trips come here.">Nothing</EmptyOrBegin>
      <Dialog />
    </>,
    { send: fakeSend({ 'units.list': () => ({ units: [] }) }), user: signedInUser({ IsAdmin: isAdmin }) },
  );

test('MAP-036, ADM-029: every page of an account without units offers what the map does: a unit, and the phone in one’s pocket', async () => {
  await open(true);
  expect((await screen.findByRole('link', { name: 'Add a unit' })).getAttribute('href')).toBe(ADDRESSES.addUnit);
  await userEvent.click(screen.getByRole('button', { name: 'Add a phone' }));
  expect(screen.getByText('Opened')).toBeDefined();
});

test('MAP-036: who may not add units is offered none', async () => {
  await open(false);
  expect(await screen.findByText('Trips come here.')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
