import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { AddPhoneDialog } from './components/add-phone-dialog.tsx';

afterEach(cleanup);

const added = {
  unit_id: 9,
  imei: '999000000000017',
  phone_id: '9f2c4be7d01a4c6f',
  server_url: 'http://192.0.2.7:5055',
  link: 'http://192.0.2.7:5055/?id=9f2c',
};

test('ADM-029: a named phone gets a code, an id and an address to enter, and is shown when its first position arrives', async () => {
  let firstAt: string | null = null;
  const shown: string[] = [];
  const send = fakeSend({ 'units.add-phone': () => added, 'units.phone-status': () => ({ first_position_at: firstAt }) });
  const user = userEvent.setup();
  await renderScreen(<AddPhoneDialog onClose={() => undefined} onShow={(imei) => shown.push(imei)} />, {
    send,
    user: signedInUser(),
  });

  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  expect(send.requests).toEqual([]);

  await user.type(screen.getByLabelText('Name on the map'), " Anna's phone{Enter}");
  expect(await screen.findByRole('img', { name: 'QR code that sets up the app' })).toBeDefined();
  expect(screen.getByText(added.phone_id)).toBeDefined();
  expect(screen.getByText(added.server_url)).toBeDefined();
  expect(screen.getByText('Waiting for the first position')).toBeDefined();
  expect(send.requests[0]?.body).toEqual({ name: "Anna's phone" });

  firstAt = '2026-11-20T07:10:00Z';
  await user.click(await screen.findByRole('button', { name: 'Go to the map' }, { timeout: 5000 }));
  expect(screen.getByText("Anna's phone is on the map")).toBeDefined();
  expect(shown).toEqual([added.imei]);
});

test('6: a phone that never connected gets a new code, and whoever asks is told that the earlier one stops', async () => {
  const send = fakeSend({ 'units.renew-phone': () => added, 'units.phone-status': () => ({ first_position_at: null }) });
  const phone = { imei: '009900000000017', name: 'Annas telefon' };
  await renderScreen(<AddPhoneDialog phone={phone} onClose={() => undefined} onShow={() => undefined} />, {
    send,
    user: signedInUser(),
  });
  expect(screen.getByRole('dialog', { name: 'Connect Annas telefon' })).toBeDefined();
  expect(screen.getByText(/The earlier code stops working/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show a new code' }));
  expect(await screen.findByRole('img', { name: 'QR code that sets up the app' })).toBeDefined();
  expect(send.requests[0]).toMatchObject({ id: 'units.renew-phone', params: { imei: phone.imei } });
});

test('ADM-029: on the phone that is to be added the details come first, with where the app is had, and the code for another phone is folded', async () => {
  onNarrowScreen(['(pointer: coarse)']);
  const send = fakeSend({ 'units.add-phone': () => added, 'units.phone-status': () => ({ first_position_at: null }) });
  await renderScreen(<AddPhoneDialog onClose={() => undefined} onShow={() => undefined} />, { send, user: signedInUser() });
  await userEvent.type(screen.getByLabelText('Name on the map'), 'Anna{Enter}');
  expect(await screen.findByText('Copy the details into the app')).toBeDefined();
  expect(screen.getByText(/^Let the app use the location always/)).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('org.traccar.client'),
    expect.stringContaining('id843156974'),
  ]);
  const folded = screen.getByText('Adding another phone? Scan the code with it').closest('details')!;
  expect(folded.open).toBe(false);
  expect(folded.querySelector('svg')).not.toBeNull();
  expect(folded.contains(screen.getByText(added.phone_id))).toBe(false);
});
