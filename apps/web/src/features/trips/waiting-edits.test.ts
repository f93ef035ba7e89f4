import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, type FakeAnswers } from '../../lib/testing.tsx';
import { trip, tripPage } from './testing.ts';
import { readEdits, waitingEdit, withEdit, withTrouble, writeEdits, type WaitingEdit } from './waiting-edits.ts';
import { createWaitingQueue } from './waiting-queue.ts';

const first = trip({ id: 1, purpose: 'Old' });
const second = trip({ id: 2 });
const edit = (value: string, over: Partial<WaitingEdit> = {}): WaitingEdit => ({
  ...waitingEdit(first, 'purpose', value, 'Old', 1_000),
  ...over,
});
const note = waitingEdit(second, 'note', 'Ferry', '', 2_000);

/** A queue over a store in memory; `away` until the server answers. */
async function queueOf(edits: readonly WaitingEdit[]) {
  let kept: string | null = null;
  const store = {
    findUnsent: async () => kept,
    keepUnsent: async (text: string | null) => {
      kept = text;
    },
  };
  const queue = createWaitingQueue(store, { now: () => 5_000, alone: async (_name, work) => work(), channel: null });
  for (const each of edits) await queue.add(each);
  return { queue, kept: () => readEdits(kept) };
}
const sentBodies = (send: ReturnType<typeof fakeSend>) =>
  send.requests.filter(({ id }) => id === 'trips.update').map(({ params, body }) => [params?.['id'], body]);
const saving: FakeAnswers = {
  'trips.update': ({ params, body: { if_unchanged: _if, ...changes } }) => ({
    trip: trip({ id: Number(params.id), ...changes }),
  }),
};

test('NFR-006: a field that is changed twice offline waits once, with what the trip said first; changed back it waits no more', () => {
  const edits = withEdit(withEdit(withEdit([], edit('One')), note), { ...edit('Two'), was: 'One' });
  expect(edits.map(({ value, was }) => [value, was])).toEqual([
    ['Two', 'Old'],
    ['Ferry', ''],
  ]);
  expect(withEdit(edits, { ...edit('Old'), was: 'Two' })).toEqual([note]);
});

test('NFR-006, STORE-007: what waits survives a reload, and what cannot be read is dropped', () => {
  expect(readEdits(writeEdits([edit('One')]))).toEqual([edit('One')]);
  expect(readEdits('{"v":1,"edits":[{"key":"1.purpose"}]}')).toEqual([]);
  expect(readEdits('no json')).toEqual([]);
});

test('NFR-006: what waits is sent in order, each only while the trip says still what it said', async () => {
  const { queue, kept } = await queueOf([edit('One'), note]);
  const send = fakeSend(saving);
  const saved: number[] = [];
  expect(await queue.sendAll(send, ({ id }) => saved.push(id))).toBe(2);
  expect(sentBodies(send)).toEqual([
    [1, { purpose: 'One', if_unchanged: { purpose: 'Old' } }],
    [2, { note: 'Ferry', if_unchanged: { note: '' } }],
  ]);
  expect({ saved, kept: kept(), shown: queue.getEdits() }).toEqual({ saved: [1, 2], kept: [], shown: [] });
});

test('NFR-006: while nobody answers all of it waits on, in its order', async () => {
  const { queue, kept } = await queueOf([edit('One'), note]);
  const send = fakeSend({
    'trips.update': () => {
      throw new ApiError(0, 'NetworkError');
    },
  });
  expect(await queue.sendAll(send, () => undefined)).toBe(0);
  expect(kept()).toEqual([edit('One'), note]);
});

test('NFR-006: a session that was refused loses nothing of what waits', async () => {
  const { queue, kept } = await queueOf([edit('One')]);
  const send = fakeSend({
    'trips.update': () => {
      throw new ApiError(401, 'SomethingWentWrong', { isSessionOver: true });
    },
  });
  await queue.sendAll(send, () => undefined);
  expect(kept()).toEqual([edit('One')]);
});

const changedBy = (theirs: string): FakeAnswers => ({
  'trips.update': ({ params, body }) => {
    if (body.if_unchanged?.purpose === 'Old') throw new ApiError(409, 'TripChangedMeanwhile');
    return { trip: trip({ id: Number(params.id), purpose: body.purpose ?? '' }) };
  },
  'trips.generate': () => tripPage([trip({ id: 1, purpose: theirs }), second]),
  'trips.history': () => ({
    changes: [
      { at: '2026-11-20T09:00:00Z', actor: 'Bo Ek', field: 'purpose', old_value: 'Old', new_value: theirs, is_late: false },
    ],
  }),
});

test('NFR-006, ERR-041: one that somebody else changed meanwhile keeps both values and holds up no other', async () => {
  const { queue, kept } = await queueOf([edit('Mine')]);
  const send = fakeSend(changedBy('Theirs'));
  expect(await queue.sendAll(send, () => undefined)).toBe(0);
  const trouble = { kind: 'changed', theirs: 'Theirs', by: 'Bo Ek' } as const;
  expect(kept()).toEqual([edit('Mine', { trouble })]);
  await queue.sendAll(send, () => undefined);
  expect(sentBodies(send)).toHaveLength(1);

  await queue.insist('1.purpose');
  expect(await queue.sendAll(send, () => undefined)).toBe(1);
  expect(sentBodies(send).at(-1)).toEqual([1, { purpose: 'Mine', if_unchanged: { purpose: 'Theirs' } }]);
  expect(kept()).toEqual([]);
});

test('NFR-006: a change that had been taken although its answer was lost is no conflict', async () => {
  const { queue, kept } = await queueOf([edit('Mine')]);
  expect(await queue.sendAll(fakeSend(changedBy('Mine')), () => undefined)).toBe(1);
  expect(kept()).toEqual([]);
});

test('NFR-006: one that is refused says why and holds up no other', async () => {
  const { queue, kept } = await queueOf([edit('One'), note]);
  const send = fakeSend({
    'trips.update': ({ params, body }) => {
      if (Number(params.id) === 1) throw new ApiError(409, 'TripIsAttested');
      return { trip: trip({ id: 2, note: body.note ?? '' }) };
    },
  });
  expect(await queue.sendAll(send, () => undefined)).toBe(1);
  expect(kept()).toEqual([edit('One', { trouble: { kind: 'refused', errors: 'TripIsAttested' } })]);
  await queue.drop('1.purpose');
  expect(kept()).toEqual([]);
});

test('NFR-006: what was changed again while it was being sent is not marked with the answer to the first', () => {
  const later = edit('Newer');
  expect(withTrouble([later], edit('Mine'), { kind: 'refused', errors: 'TripIsAttested' })).toEqual([later]);
});
