import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showBrand } from '../../../lib/brand.ts';
import { fakeSend, renderScreen, signedInUser, withoutWas } from '../../../lib/testing.tsx';
import { ReceiverSheet } from './receiver-sheet.tsx';

beforeEach(() => showBrand(0));
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['brand'];
});

const NONE: readonly AlarmReceiver[] = [];
const NAMES = ['Bil 1', 'Bil 2', 'Bil 3', 'Bil 4', 'Bil 5', 'Bil 6'];

async function open() {
  const send = fakeSend({
    'alarms.save-receiver': () => ({ id: 9 }),
    'alarms.assign-units': () => ({}),
    'units.list': () => ({ units: NAMES.map((name) => ({ name })) }) as never,
    'alarms.receiver-units': () => ({
      gps: NAMES.map((Name, index) => ({
        ...{ ID: index + 1, Name, Imei: `35630704244100${index}`, registration_number: null },
        ...{ IsSelected: false, isLocked: index === 5 },
      })),
      ble: [],
    }),
  });
  const closed: string[] = [];
  await renderScreen(
    <ReceiverSheet
      receiver={null}
      receivers={NONE}
      onClose={() => closed.push('close')}
      onAdded={() => closed.push('units next')}
    />,
    { send, user: signedInUser() },
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'New alarm receiver' }));
  const sentTo = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => withoutWas(body));
  return { sheet, sentTo, closed };
}

test('ALARM-023: a new receiver is limited to units while it is added', async () => {
  const { sheet, sentTo, closed } = await open();
  await userEvent.type(sheet.getByLabelText('Name'), 'Vakten');
  await userEvent.type(sheet.getByLabelText('E-mail address'), 'vakt@example.test');
  expect(await sheet.findByText('No units are chosen yet. Choose them here, or once this is saved.')).toBeDefined();
  await userEvent.click(sheet.getByRole('button', { name: 'Choose units' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Choose units' }));
  await userEvent.click(await choice.findByRole('checkbox', { name: /Bil 2/ }));
  await userEvent.click(choice.getByRole('checkbox', { name: /Bil 4/ }));
  expect(choice.getByRole<HTMLInputElement>('checkbox', { name: /Bil 6/ }).disabled, 'locked').toBe(true);
  await userEvent.click(choice.getByRole('button', { name: 'Choose 2 units' }));
  expect(await sheet.findByText('The alarms are about Bil 2 and Bil 4.')).toBeDefined();
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Security alarms of Bil 2 and Bil 4 now go to Vakten.')).toBeDefined();
  const terminals = [2, 4].map((terminal_id) => ({ terminal_id, device_type: 'gps' }));
  expect(sentTo('alarms.assign-units')).toEqual([{ receiver_id: 9, terminals }]);
  expect(closed, 'and is not asked for them again').toEqual(['close']);
});

test('ALARM-020, DEC-05: a first zero is told at once beside the field, and taken off at a press', async () => {
  const { sheet, sentTo } = await open();
  await userEvent.type(sheet.getByLabelText('Name'), 'Vakten');
  const phone = sheet.getByLabelText<HTMLInputElement>('Phone number');
  await userEvent.type(phone, '0701');
  expect(sheet.queryByText(/the number cannot begin with 46 or 0/), 'it may be going on').toBeNull();
  await userEvent.type(phone, '234567');
  expect(sheet.getByText(/the number cannot begin with 46 or 0/)).toBeDefined();
  await userEvent.click(sheet.getByRole('button', { name: /^Use \+46\s70\s123\s45\s67$/ }));
  expect(phone.value).toBe('701234567');
  expect(sheet.queryByText(/the number cannot begin with 46 or 0/)).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentTo('alarms.save-receiver')).toMatchObject([{ country_code: '46', phone: '701234567' }]));
});

test('ALARM-018, DEC-05: beside a Save that is off stands why, and of a number with its zero the press that mends it', async () => {
  const { sheet, sentTo } = await open();
  const save = sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(sheet.getByText('Cannot be saved yet. Enter a name.')).toBeDefined();
  await userEvent.type(sheet.getByLabelText('Name'), 'Vakten');
  await userEvent.type(sheet.getByLabelText('E-mail address'), 'vakt@example.test');
  expect(sheet.queryByText(/^Cannot be saved yet/)).toBeNull();
  await userEvent.type(sheet.getByLabelText('Phone number'), '0701234567');
  const why = sheet.getByText('Cannot be saved yet. The number is written without its first zero.');
  expect([why.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING, save.disabled]).toEqual([4, true]);
  await userEvent.click(sheet.getByRole('button', { name: 'Remove the zero' }));
  expect([sheet.getByLabelText<HTMLInputElement>('Phone number').value, save.disabled]).toEqual(['701234567', false]);
  expect(sheet.queryByText(/^Cannot be saved yet/)).toBeNull();
  await userEvent.click(save);
  await waitFor(() => expect(sentTo('alarms.save-receiver')).toMatchObject([{ country_code: '46', phone: '701234567' }]));
});
