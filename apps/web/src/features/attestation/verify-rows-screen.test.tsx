import { documentOf } from '@spora/seal/document';
import { FIRST_PREVIOUS, newSealKeys, privateKeyOf, seal } from '@spora/seal/seal';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { VerifyScreen } from './verify-screen.tsx';

afterEach(cleanup);

test('TRIP-029: a file of ours whose period is whole, but whose trip is not as sealed, is not called unchanged alone', async () => {
  const pair = await newSealKeys();
  const jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as { kty: string; crv: string; x: string; y: string };
  const key = { id: 'k1', privateKey: await privateKeyOf(await crypto.subtle.exportKey('jwk', pair.privateKey)) };
  const sealed = await seal(
    documentOf({ unit: 'Skåpbil 7', trips: 1 }, [{ id: 7, merged_into_id: null, distance_m: 12_345 }]),
    { unit: 7, number: 1, previous: FIRST_PREVIOUS, at: '2026-03-02T08:00:00.000Z' },
    key,
  );
  const trips = [
    { id: 7, unit_name: 'Skåpbil 7', distance_m: 11_345, start: { time: '2026-02-02T08:00:00.000Z' }, attested_by: 'user' },
  ];
  const content = JSON.stringify({ format: 'spora-log-1', trips, periods: [{ ...sealed, before: null, after: null }] });
  const send = fakeSend({
    'exports.verify-file': () => ({ file: { kind: 'log-json' as const, at: '2026-04-03T08:00:00.000Z' } }),
    'exports.verify-keys': () => ({ keys: [{ id: 'k1', jwk }] }),
  });
  await renderScreen(<VerifyScreen />, { send });
  const file = new File([content], 'trip-log.json');
  // jsdom's files cannot be read as bytes.
  file.arrayBuffer = () => Promise.resolve(new TextEncoder().encode(content).buffer);
  fireEvent.change(screen.getByTestId('verify-file'), { target: { files: [file] } });
  expect(await screen.findByText(/^1 trip in the file is not as it was when it was sealed: 2026-02-02\./)).toBeDefined();
  expect(screen.getByText('Unchanged')).toBeDefined();
  // 12-A8: which row, which field, what was sealed and what is said.
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Trip 7, 2026-02-02 \d\d:\d\d · Distance: sealed as “12\s345 m”, now “11\s345 m”$/),
  ]);
});
