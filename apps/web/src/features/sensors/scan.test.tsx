import { macIn } from '@spora/contract/sensors/rules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { AddDialog } from './components/add-dialog.tsx';

let stopped = 0;
let seen: string[] = [];
/** A browser with a camera that sees these codes, or one whose camera is forbidden. */
function giveCamera(codes: string[] | 'forbidden'): void {
  stopped = 0;
  seen = codes === 'forbidden' ? [] : codes;
  class Detector {
    detect = (): Promise<{ rawValue: string }[]> => Promise.resolve(seen.map((rawValue) => ({ rawValue })));
  }
  Object.assign(window, { BarcodeDetector: Detector });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => undefined });
  const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] };
  const getUserMedia = (): Promise<unknown> =>
    codes === 'forbidden' ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve(stream);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'BarcodeDetector');
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const SCAN = { name: 'Scan with the camera' };
async function open() {
  const { unmount } = await renderScreen(<AddDialog onClose={() => undefined} />, {
    send: fakeSend({ 'sensors.units': () => [] }),
    user: signedInUser(),
  });
  return { dialog: within(await screen.findByRole('dialog')), user: userEvent.setup(), unmount };
}
const macOf = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.getByLabelText<HTMLInputElement>('MAC address').value;

test.each([
  ['7CD9F4110C40', '7CD9F4110C40'],
  ['7c:d9:f4:11:0c:40', '7CD9F4110C40'],
  ['SN:6204011070;MAC:7C-D9-F4-11-0C-40;PN:BTSMP1', '7CD9F4110C40'],
  ['SN6134010143ABCD, 7CD9.F411.0C40', '7CD9F4110C40'],
  ['{"sn":"AABBCCDDEEFF","mac":"7cd9f4110c40"}', '7CD9F4110C40'],
  ['IMEI:350000000000014;SN:12', null],
  ['https://example.test/labels', null],
])('BLE-013: in "%s" the address is %s', (text, mac) => {
  expect(macIn(text)).toBe(mac);
});

test('BLE-013: the label is read in any form, the address is filled in and the camera switched off', async () => {
  giveCamera(['SN:6204011070;MAC:7cd9f4010c40']);
  const { dialog, user } = await open();
  await user.click(dialog.getByRole('button', SCAN));
  await waitFor(() => expect(macOf(dialog)).toBe('7C:D9:F4:01:0C:40'));
  await waitFor(() => expect(stopped).toBe(1));
  expect(dialog.getByRole('button', SCAN)).toBeDefined();
});

test('BLE-013: of a code without an address that is said, and the next one is looked at', async () => {
  giveCamera(['IMEI:350000000000014']);
  const { dialog, user } = await open();
  await user.click(dialog.getByRole('button', SCAN));
  expect(await dialog.findByText(/This code holds no MAC address/)).toBeDefined();
  expect(macOf(dialog)).toBe('');
  seen = ['7CD9F4110C40'];
  await waitFor(() => expect(macOf(dialog)).toBe('7C:D9:F4:11:0C:40'));
});

test('BLE-013: the camera is off when the dialog is closed before it has seen anything', async () => {
  giveCamera([]);
  const { dialog, user, unmount } = await open();
  await user.click(dialog.getByRole('button', SCAN));
  await dialog.findByRole('button', { name: 'Stop the camera' });
  await dialog.findByText(/in front of the camera/);
  unmount();
  await waitFor(() => expect(stopped).toBe(1));
});

test('BLE-013: a forbidden camera is explained; without one, or without what reads codes, it is not offered', async () => {
  giveCamera('forbidden');
  const { dialog, user } = await open();
  await user.click(dialog.getByRole('button', SCAN));
  expect(await dialog.findByText(/or type the address/)).toBeDefined();
  cleanup();
  Reflect.deleteProperty(window, 'BarcodeDetector');
  expect((await open()).dialog.queryByRole('button', SCAN)).toBeNull();
});
