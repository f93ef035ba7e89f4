import { documentOf, withhold } from '@spora/seal/document';
import { FIRST_PREVIOUS, linkOf, newSealKeys, privateKeyOf, seal, type SealedDocument } from '@spora/seal/seal';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, type FakeAnswers } from '../../lib/testing.tsx';
import { VerifyScreen } from './verify-screen.tsx';

let jwk: { kty: string; crv: string; x: string; y: string };
let first: SealedDocument;
let second: SealedDocument;
beforeAll(async () => {
  const pair = await newSealKeys();
  jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as typeof jwk;
  const key = { id: 'k1', privateKey: await privateKeyOf(await crypto.subtle.exportKey('jwk', pair.privateKey)) };
  const document = (month: string) =>
    documentOf(
      {
        unit: 'Volvo Västra',
        registration_number: 'ABC12D',
        driver: 'Dag Driver',
        from_day: `${month}-01`,
        to_day: `${month}-28`,
        trips: 1,
        business_m: 12_345,
        private_m: 0,
        other_m: 0,
        user_attested_at: '2026-04-03T08:00:00.000Z',
        user_attested_by: 'Dag Driver',
        admin_attested_at: null,
        admin_attested_by: null,
      },
      [{ id: 7, distance_m: 12_345, start_address: 'Hemliga gatan 7' }],
    );
  first = await seal(document('2026-02'), { unit: 7, number: 1, previous: FIRST_PREVIOUS, at: '2026-03-02T08:00:00.000Z' }, key);
  const masked = withhold(document('2026-03'), (name) => name === 'start_address');
  second = await seal(masked, { unit: 7, number: 2, previous: linkOf(first.seal), at: '2026-04-03T08:00:00.000Z' }, key);
});
afterEach(cleanup);

const fileOf = (periods: unknown): string => JSON.stringify({ format: 'spora-log-1', trips: [], periods });
const whole = (): unknown[] => [
  { ...first, before: null, after: second.seal },
  { ...second, before: first.seal, after: null },
];
async function look(content: string, over: FakeAnswers = {}) {
  const send = fakeSend({
    'exports.verify-file': () => ({ file: null }),
    'exports.verify-keys': () => ({ keys: [{ id: 'k1', jwk }] }),
    ...over,
  });
  await renderScreen(<VerifyScreen />, { send });
  const file = new File([content], 'trip-log.json');
  // jsdom's files cannot be read as bytes.
  file.arrayBuffer = () => Promise.resolve(new TextEncoder().encode(content).buffer);
  fireEvent.change(screen.getByTestId('verify-file'), { target: { files: [file] } });
  return send;
}

test('Seal: an untouched export is told as ours, each sealed period as unchanged, with what is withheld', async () => {
  const send = await look(fileOf(whole()), {
    'exports.verify-file': () => ({ file: { kind: 'log-json', at: '2026-04-03T08:00:00.000Z' } }),
  });
  expect(
    await screen.findByText(/This file comes from us, was created .* and is unchanged\. It is a trip log as JSON\./),
  ).toBeDefined();
  expect(screen.getAllByText('Unchanged')).toHaveLength(2);
  expect(screen.getByText(/The first seal of the unit/)).toBeDefined();
  expect(screen.getByText(/Follows the previous seal/)).toBeDefined();
  expect(screen.getByText('1 field is hidden; the seal covers it too')).toBeDefined();
  expect(screen.getByText('2026-03-01 to 2026-03-28 · Dag Driver')).toBeDefined();
  // Only the fingerprint leaves the browser.
  expect(JSON.stringify(send.requests)).not.toContain('Dag');
  expect(send.requests[0]).toMatchObject({
    id: 'exports.verify-file',
    body: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });
});

test('Tamper: one changed digit of a sealed trip is found in the browser, and the file is not one of ours', async () => {
  await look(fileOf(whole()).replace('12345,', '12346,').replace('"value":12345', '"value":12346'));
  expect(await screen.findByText(/^This is not one of our files in unchanged condition/)).toBeDefined();
  expect(screen.getByText('Not as it was when it was sealed')).toBeDefined();
  expect(screen.getByText('What the file says is not what was sealed.')).toBeDefined();
});

test('Tamper: a file whose table was changed around untouched seals is not called ours', async () => {
  await look(fileOf(whole()).replace('"trips":[]', '"trips":[{"distance_m":1}]'));
  expect(await screen.findByText(/^The file is not the one we created, but the sealed periods/)).toBeDefined();
});

test('Tamper: a period taken out of the chain is found; without its neighbour it is said to be open', async () => {
  await look(fileOf([{ ...second, before: { ...first.seal, at: '2026-03-03T08:00:00.000Z' } }]));
  expect(await screen.findByText(/^It does not follow the previous seal/)).toBeDefined();
  cleanup();
  await look(fileOf([second]));
  expect(await screen.findByText(/The previous seal is not in the file/)).toBeDefined();
});

test('Tamper: rubbish in the place of a period is said to be none, and nothing breaks', async () => {
  await look(fileOf([{ seal: 1, document: null }]));
  expect(await screen.findByText('It cannot be read as a sealed period.')).toBeDefined();
});

test('Any other file is known or not by its fingerprint alone', async () => {
  const send = await look('%PDF-1.3 …', {
    'exports.verify-file': () => ({ file: { kind: 'log-pdf', at: '2026-04-03T08:00:00.000Z' } }),
  });
  expect(await screen.findByText(/It is a trip log as PDF\./)).toBeDefined();
  expect(send.requests.map(({ id }) => id)).toEqual(['exports.verify-file']);
});

test('When nobody answers, that is said and the same file can be tried again', async () => {
  let isDown = true;
  await look('x', {
    'exports.verify-file': () => {
      if (isDown) throw new ApiError(0, 'NetworkError');
      return { file: null };
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await userEvent.setup().click(retry);
  await waitFor(() => expect(screen.getByText(/^This is not one of our files/)).toBeDefined());
});

test('13-A: only who has a mouse or the like is told to drop a file; on a telephone one chooses it', async () => {
  const withPointer = (isFine: boolean) => (media: string) => ({
    media,
    matches: media === '(any-pointer: fine)' && isFine,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  for (const isFine of [true, false]) {
    Object.defineProperty(window, 'matchMedia', { configurable: true, get: () => withPointer(isFine), set: () => undefined });
    await renderScreen(<VerifyScreen />, { send: fakeSend({}) });
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
    expect(screen.queryByText('or drop it here') !== null).toBe(isFine);
    cleanup();
  }
  Reflect.deleteProperty(window, 'matchMedia');
});
