import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { AddUnitScreen } from './add-unit-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { endAddingPhone, useIsAddingPhone } from '../../lib/add-phone.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';

afterEach(cleanup);

const SETUPS = [
  {
    family: 'A',
    models: 'First FMB',
    spoken_by_others: null,
    number: 'imei' as const,
    host: 'spora.example',
    port: 5027,
    sms: ['  setparam 2001:{apn};2004:spora.example;2005:5027'],
    is_confirmed: true,
  },
  {
    family: 'H02',
    models: 'Second ST-901',
    spoken_by_others: 'H02',
    number: 'ten-digits' as const,
    host: 'spora.example',
    port: 5013,
    sms: ['8030000 {apn}', '8040000 spora.example 5013'],
    is_confirmed: false,
  },
];

async function open(answers: FakeAnswers = {}) {
  const added: string[] = [];
  const send = fakeSend({
    'units.validate-imei': () => ({}),
    'units.payment-types': () => [],
    'units.tracker-setups': () => ({ trackers: SETUPS }),
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

test('6: a number whose last digit does not fit is told as that, once, and a vehicle’s plate is said to be needed beforehand', async () => {
  const { user } = await open({
    'units.validate-imei': () => {
      throw new ApiError(404, 'ImeiNumberError');
    },
  });
  expect(screen.getByText('Needed for vehicles.')).toBeDefined();
  await user.type(screen.getByLabelText('IMEI'), '356307042441014');
  expect(await screen.findByText(/^The last digit does not match/)).toBeDefined();
  expect(screen.getByLabelText('IMEI').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText(/^The last digit does not match/)).toHaveLength(1);
  expect(screen.queryByText(/There is no unit with this IMEI/)).toBeNull();
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

test('NAV-019: whoever says which tracker it is gets the texts that point it here, with the access point of the card', async () => {
  const { user } = await open();
  await user.selectOptions(await screen.findByLabelText('Which tracker do you have?'), 'Second ST-901 and others that use H02');
  expect(screen.getByText('Its number has ten digits: enter it with five zeros before it.')).toBeDefined();
  expect(screen.getByText('8030000 APN')).toBeDefined();
  expect(screen.getByText(/Enter the access point first/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copy: Text 1 of 2' }), 'nobody copies the word APN').toBeNull();
  expect(screen.getByRole('button', { name: 'Copy: Text 2 of 2' })).toBeDefined();
  await user.type(screen.getByLabelText('Access point (APN) of its SIM card'), 'internet.example');
  expect(screen.getByRole('button', { name: 'Copy: Text 1 of 2' })).toBeDefined();
  expect(screen.getByText('8030000 internet.example')).toBeDefined();
  expect(screen.getByText('8040000 spora.example 5013')).toBeDefined();
  expect(screen.getByText(/reports to spora.example, port 5013. Models differ/)).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Which tracker do you have?'), 'First FMB');
  expect(screen.queryByText(/ten digits/)).toBeNull();
  expect(screen.getByText(/The texts are from the maker’s own pages/)).toBeDefined();
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

test('13b: who has no tracker yet is led to add a phone beside the IMEI', async () => {
  await open();
  expect(screen.getByText('No tracker yet? A phone will do to begin with.')).toBeDefined();
  const { result } = renderHook(() => useIsAddingPhone());
  expect(result.current).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Add a phone' }));
  expect(result.current).toBe(true);
  act(() => endAddingPhone());
});

test('13b: that other trackers use the same protocol is said in the reader’s language', async () => {
  const send = fakeSend({
    'units.tracker-setups': () => ({ trackers: SETUPS }),
    'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
  });
  await renderScreen(<AddUnitScreen onAdded={() => undefined} />, { send, language: 'sv', user: signedInUser() });
  expect(await screen.findByRole('option', { name: 'Second ST-901 och andra som använder H02' })).toBeDefined();
  expect(screen.getByRole('option', { name: 'First FMB' })).toBeDefined();
});
