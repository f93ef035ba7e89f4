import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, openRegistration, startBrowser, walkTo } from './testing.tsx';

let stopped = 0;
/** A browser with a camera that sees a code, or one whose camera is forbidden. */
function giveCamera(seen: string | null): void {
  stopped = 0;
  class Detector {
    detect = (): Promise<{ rawValue: string }[]> => Promise.resolve(seen === null ? [] : [{ rawValue: seen }]);
  }
  Object.assign(window, { BarcodeDetector: Detector });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => undefined });
  const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] };
  const getUserMedia = (): Promise<unknown> =>
    seen === 'forbidden' ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve(stream);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}

beforeEach(() => startBrowser());
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'BarcodeDetector');
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('REG-006: with a camera the label is read, the IMEI filled in and the camera switched off', async () => {
  giveCamera('IMEI:350000000000014;SN:12');
  const { user } = await openRegistration();
  await walkTo(user, "What is the unit's IMEI?", 'Company', 'Sweden');
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  await waitFor(() => expect(field('IMEI').value).toBe('350000000000014'));
  await waitFor(() => expect(stopped).toBe(1));
  expect(screen.queryByRole('button', { name: 'Stop the camera' })).toBeNull();
});

test('REG-006: the camera can be stopped before it has seen anything', async () => {
  giveCamera(null);
  const { user } = await openRegistration();
  await walkTo(user, "What is the unit's IMEI?", 'Company', 'Sweden');
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  await user.click(await screen.findByRole('button', { name: 'Stop the camera' }));
  await waitFor(() => expect(stopped).toBe(1));
  expect(screen.getByRole('button', { name: 'Scan with the camera' })).toBeDefined();
});

test('REG-006: a forbidden camera is explained, and the digits can still be typed', async () => {
  giveCamera('forbidden');
  const { user } = await openRegistration();
  await walkTo(user, "What is the unit's IMEI?", 'Company', 'Sweden');
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  expect(await screen.findByText(/^The camera could not be used/)).toBeDefined();
  await user.type(field('IMEI'), '35');
  expect(field('IMEI').value).toBe('35');
});
