import { documentOf } from '@spora/seal/document';
import { FIRST_PREVIOUS, newSealKeys, privateKeyOf, seal } from '@spora/seal/seal';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { SealDifferences } from './components/seal-differences.tsx';
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
    expect.stringMatching(/^Trip of 2026-02-02 \d\d:\d\d \(number 7\) · Distance: sealed as “12\s345 m”, now “11\s345 m”$/),
  ]);
});

test('TRIP-029: of many differences the first few stand open, and of many days the first and the last', async () => {
  const differences = Array.from({ length: 12 }, (_, day) => ({
    id: day + 1,
    at: `2026-02-${String(day + 1).padStart(2, '0')}T08:00:00.000Z`,
    what: 'distance_m' as const,
    of: 'trip' as const,
    sealed: 1_000,
    found: 2_000,
    isName: false,
  }));
  await renderScreen(<SealDifferences differences={differences} />, { send: fakeSend({}) });
  expect(screen.getByText(/^12 trips .*: 12 days from 2026-02-01 to 2026-02-12\./)).toBeDefined();
  const folded = screen.getByText('Show all 12 differences').closest('details')!;
  expect(folded.open).toBe(false);
  expect(folded.querySelectorAll('li')).toHaveLength(2);
  expect(screen.getAllByRole('listitem').length - folded.querySelectorAll('li').length).toBe(10);
});
