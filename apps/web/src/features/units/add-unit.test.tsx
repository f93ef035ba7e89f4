import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { AddUnitScreen } from './add-unit-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';

afterEach(cleanup);

async function open(answers: FakeAnswers = {}) {
  const added: string[] = [];
  const send = fakeSend({
    'units.validate-imei': () => ({}),
    'units.payment-types': () => [],
    'units.add': ({ body }) => ({ imei: body.imei, unit_id: 9 }),
    'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
    ...answers,
  });
  const user = userEvent.setup();
  await renderScreen(<AddUnitScreen onAdded={(imei) => added.push(imei)} />, {
    send,
    user: signedInUser(),
  });
  return { user, added, sent: (id: string) => send.requests.filter((request) => request.id === id) };
}

test('NAV-019, UNIT-009: the tracker is checked when its number is whole, and the unit is added with what was chosen', async () => {
  const { user, added, sent } = await open({ 'units.payment-types': () => ['Faktura'] });
  await user.type(screen.getByLabelText('IMEI'), '35000000000003');
  expect(sent('units.validate-imei')).toEqual([]);
  await user.type(screen.getByLabelText('IMEI'), '3');
  expect(await screen.findByText('This tracker can be used.')).toBeDefined();
  await user.type(screen.getByLabelText('Name'), 'Båten');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Boat');
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  expect(screen.getByText('Choose how to pay.')).toBeDefined();
  await user.selectOptions(await screen.findByLabelText('How do you want to pay?'), 'Faktura');
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  await waitFor(() => expect(added).toEqual(['350000000000033']));
  expect(sent('units.add')[0]?.body).toMatchObject({
    imei: '350000000000033',
    name: 'Båten',
    registration_number: '',
    kind: 'boat',
    marker_symbol: 'boat',
    payment_type: 'Faktura',
  });
});

test('UNIT-002, UNIT-009, DEC-12: what is missing is told beside its field and nothing is sent', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  expect(screen.getByText('Enter the registration number.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('IMEI'));
  expect(sent('units.add')).toEqual([]);
});

test('UNIT-009: a refusal stands beside its field, and what was typed stays', async () => {
  const { user } = await open({
    'units.add': () => {
      throw new ApiError(422, { registration_number: ['InvalidRegistrationNumber'] });
    },
  });
  await user.type(screen.getByLabelText('IMEI'), '350000000000033');
  await user.type(screen.getByLabelText('Name'), 'Bil');
  await user.type(screen.getByLabelText('Registration number'), 'A!B');
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  expect(await screen.findByText('A registration number has letters and digits only, at most 15.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bil');
});

test('13-D: pressed before the ways to pay have come, they are shown to choose from and nothing is sent without one', async () => {
  let come: (ways: string[]) => void = () => undefined;
  const ways = new Promise<string[]>((resolve) => (come = resolve));
  const { user, added, sent } = await open({ 'units.payment-types': () => ways });
  await user.type(screen.getByLabelText('IMEI'), '350000000000033');
  await user.type(screen.getByLabelText('Name'), 'Båten');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Boat');
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  expect(screen.queryByText('Choose how to pay.')).toBeNull();
  come(['Faktura']);
  await user.selectOptions(await screen.findByLabelText('How do you want to pay?'), 'Faktura');
  expect(sent('units.add')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add the unit' }));
  await waitFor(() => expect(added).toEqual(['350000000000033']));
});
