import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { AlertNumbersPage } from './alert-numbers.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const JOUR = {
  id: 3,
  name: 'Jouren',
  country_code: '46',
  phone: '701234567',
  is_number_dead: true,
  is_stopped: false,
  security_alarm: true,
  function_alarm: false,
};

async function open(numbers: readonly (typeof JOUR)[]) {
  const send = fakeSend({
    'alarms.alert-numbers': () => ({ numbers: [...numbers], sms_credit: 0 }),
    'alarms.save-alert-number': () => ({ id: 3 }),
    'alarms.remove-alert-number': () => ({}),
  });
  await renderScreen(<AlertNumbersPage />, { send, language: 'sv', user: signedInUser() });
  return (id: string) => send.requests.filter((request) => request.id === id);
}

test('ALARM-041: a number is added by the phone rules of receivers, changed and removed after a question', async () => {
  const sent = await open([JOUR]);
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toMatch(/Jouren\+46.70.123.45.67Sms kommer inte framSäkerhetslarm/);
  expect(screen.getByText('Sms kvar: 0')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Nytt larmnummer' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Nytt larmnummer' }));
  await userEvent.type(sheet.getByLabelText('Namn'), 'Vakten');
  await userEvent.type(sheet.getByLabelText('Telefonnummer'), '0701');
  await userEvent.click(sheet.getByRole('button', { name: 'Spara' }));
  expect(sent('alarms.save-alert-number')).toEqual([]);
  await userEvent.clear(sheet.getByLabelText('Telefonnummer'));
  await userEvent.type(sheet.getByLabelText('Telefonnummer'), '709999999');
  await userEvent.click(sheet.getByRole('button', { name: 'Spara' }));
  const added = { id: null, name: 'Vakten', country_code: '46', phone: '709999999', security_alarm: true, function_alarm: false };
  await waitFor(() => expect(sent('alarms.save-alert-number').map(({ body }) => body)).toEqual([added]));

  await userEvent.click(within(await screen.findByRole('listitem')).getByRole('button', { name: 'Ta bort Jouren?' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
  await waitFor(() => expect(sent('alarms.remove-alert-number').map(({ params }) => params)).toEqual([{ id: 3 }]));
});

test('ERR-041: a number that somebody else has changed meanwhile is shown as it is now, and can be taken', async () => {
  let stands = JOUR;
  const send = fakeSend({
    'alarms.alert-numbers': () => ({ numbers: [stands], sms_credit: 0 }),
    'alarms.save-alert-number': () => {
      stands = { ...JOUR, name: 'Natten' };
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<AlertNumbersPage />, { send, language: 'sv', user: signedInUser() });
  await userEvent.click(within(await screen.findByRole('listitem')).getByRole('button', { name: 'Ändra' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.type(sheet.getByLabelText('Namn'), ' 2');
  await userEvent.click(sheet.getByRole('button', { name: 'Spara' }));
  expect(await sheet.findByText('Namn är nu: Natten')).toBeDefined();
  await userEvent.click(sheet.getByRole('button', { name: 'Använd den andras' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Namn').value).toBe('Natten');
});

test('ALARM-041: without a number the page says what it is for', async () => {
  await open([]);
  expect(await screen.findByText('Inga larmnummer än')).toBeDefined();
});

test('ALARM-039: of a number whose holder stopped the alarms, the list says so', async () => {
  await open([{ ...JOUR, is_number_dead: false, is_stopped: true }]);
  expect((await screen.findByRole('listitem')).textContent).toContain('Har stoppat larm');
});
