import { DAY_MS } from '@spora/calendar/durations';
import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { liveUnit } from './testing.ts';
import { history, imeiOf, open, parkedDay, withRoomAndInk } from './screen.testing.tsx';

withRoomAndInk();

test('MAP-015, CONST-024: a linked history of more than 30 days asks for 30', async () => {
  const { send } = await open({ search: { unit: imeiOf(1), from: '2026-01-01', to: '2026-06-30' } });
  await screen.findByRole('region', { name: 'History of Anna' });
  await waitFor(() => expect(send.requests.some((each) => each.id === 'tracking.history')).toBe(true));
  const { query } = send.requests.find((each) => each.id === 'tracking.history')!;
  const days = (Date.parse(String(query?.['to'])) - Date.parse(String(query?.['from']))) / DAY_MS;
  expect(days).toBe(30);
});

test('MAP-031: a private period shows as a block with its times and no place', async () => {
  const block = { from: '2026-11-02T09:10:00Z', to: '2026-11-02T09:40:00Z' };
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => history({ private_blocks: [block] }, 0) },
  });
  expect(await screen.findByText('Private 10:10–10:40. Only the driver sees where.')).toBeDefined();
});

test('MAP-014: a history that could not be fetched says so and is fetched again on request', async () => {
  let attempts = 0;
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.history': () => {
        attempts += 1;
        if (attempts === 1) throw new ApiError(422, 'SomethingWentWrong');
        return history();
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined();
});

test('MAP-030: an export that fails says so', async () => {
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.export-history': () => {
        throw new ApiError(503, 'SomethingWentWrong');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: /GPX/ }));
  expect(await screen.findByText('The file could not be fetched')).toBeDefined();
});

test('MAP-014: of a unit that has stood since, its latest day says that it is the latest and since when, and several days say nothing', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-03T10:00:00Z'), shouldAdvanceTime: true });
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 1, from: '2026-11-02T10:00:00Z', to: null, ...place }];
  for (const from of ['2026-11-02', '2026-11-01']) {
    await open({
      search: { unit: imeiOf(1), from, to: '2026-11-02' },
      answers: { 'tracking.history': () => history({ stops }, 60) },
    });
    await screen.findByRole('slider', { name: 'Time in the history' });
    const line = screen.queryByText(/^The latest day with driving/);
    const said = line?.textContent.replaceAll(/\s/g, ' ');
    const isBefore =
      line && Boolean(line.compareDocumentPosition(screen.getByText(/positions,/)) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isBefore, 'before what was on that day').toBe(line && true);
    // The clock of ages never goes back, whatever another test set.
    if (from === '2026-11-02')
      expect(said).toMatch(/^The latest day with driving: it has stood still for \d+ (h|d)\b.* since\.$/);
    else expect(said).toBeUndefined();
    cleanup();
  }
});

test('13-A: a parked day says so without an empty scale, and leads to the last day that was driven', async () => {
  const { user, searches } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => parkedDay() },
  });
  expect(await screen.findByText('It stood still all day.')).toBeDefined();
  // As the map and the card tell it: since that day, not since midnight.
  expect(screen.getByRole('button', { name: /Storgatan/ }).textContent).toMatch(/^since 30\sOct 17:24.*\d{2,}\sd/);
  expect(screen.queryByText('Speed in km/h')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Playback and speed' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous day with driving: 2026-10-30' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-30', to: '2026-10-30' });
});

test('13-A: from a day without positions one gets to the days before and after it that were driven, not to each empty one', async () => {
  const nothing = new Uint8Array(
    encodePackedHistory(allocateHistory(0), {
      ...{ gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 },
    }),
  );
  const driven = ['2026-10-12', '2026-10-14', '2026-10-29'];
  const { user, searches, send } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from: '2026-10-20', to: '2026-10-20' },
    answers: {
      'tracking.history': () => nothing,
      'trips.generate': ({ body }) => {
        const days = driven.filter((day) => day >= body.from && day <= body.to);
        return { trips: (body.descending ? days.toReversed() : days).slice(0, body.page_size).map((day) => ({ day })) } as never;
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Next day out: 2026-10-29' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-29', to: '2026-10-29' });
  await user.click(await screen.findByRole('button', { name: 'Previous day out: 2026-10-14' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-14', to: '2026-10-14' });
  const asked = send.requests.filter(({ id }) => id === 'trips.generate').map(({ body }) => (body as { imeis: string[] }).imeis);
  expect(asked.every((imeis) => imeis.length === 1 && imeis[0] === imeiOf(1))).toBe(true);
});

test.each([
  ['2026-11-02', 'The boat lay still all day.'],
  ['2026-11-01', 'The boat lay still all the time.'],
])('13-A: a boat does not stand, she lies: in a history from %s', async (from, text) => {
  await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from, to: '2026-11-02' },
    answers: { 'tracking.history': () => parkedDay() },
  });
  expect(await screen.findByText(text)).toBeDefined();
});

test('13-A1: of a boat at rest nothing is told of the time before her record begins, nor long after her last position', async () => {
  const told = async (from: string, over: object) => {
    const points = allocateHistory(2);
    points.timeMs.set([Date.parse('2026-11-02T17:32:00Z'), Date.parse('2026-11-02T22:00:00Z')]);
    points.latE7.fill(59e7);
    const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0, ...over };
    await open({
      units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
      search: { unit: imeiOf(1), from, to: from < '2026-11-01' ? '2026-11-20' : '2026-11-02' },
      answers: {
        'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)),
        'tracking.get-address': () => ({ address: 'Drøbak', is_approximate: true }),
      },
    });
    const text = (await screen.findByText(/^The boat lay still/)).textContent;
    expect(await screen.findByText('near Drøbak'), 'no trip ended there: by its position').toBeDefined();
    cleanup();
    return text;
  };
  const begins = { begins_at: '2026-11-02T17:32:00Z' };
  expect(await told('2026-11-02', begins)).toBe('The boat lay still from 18:32. Nothing is known before that.');
  expect(await told('2026-10-25', begins)).toBe(
    'The boat lay still from 2026-11-02 18:32. Nothing is known before that. There are no positions after 2026-11-02 23:00.',
  );
  expect(await told('2026-10-25', {})).toBe('The boat lay still until 2026-11-02 23:00. There are no positions after that.');
  expect(await told('2026-11-02', {})).toBe('The boat lay still all day.');
});

test('13-A1: a day of a boat that was never out says since when that is known, and the last days are a press away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-02T12:00:00Z') });
  const points = allocateHistory(1);
  points.timeMs.set([Date.parse('2031-01-02T08:00:00Z')]);
  points.latE7.fill(59e7);
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 };
  const { user, searches } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from: '2031-01-02', to: '2031-01-02' },
    answers: {
      'tracking.history': () => new Uint8Array(encodePackedHistory(points, { ...rest, undriven_since: '2030-12-24T09:00:00Z' })),
    },
  });
  expect(await screen.findByText('The boat has not been out since its first position, 2030-12-24.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Last 7 days' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2030-12-04', to: '2031-01-02' });
});

test('13-A1: a day that is not over is not said to have been still to its end', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-02T12:00:00Z') });
  await open({
    search: { unit: imeiOf(1), from: '2031-01-02', to: '2031-01-02' },
    answers: { 'tracking.history': () => parkedDay('2031-01-02') },
  });
  expect(await screen.findByText('It has stood still so far today.')).toBeDefined();
});

test('MAP-014: a history of driving says since when there are positions, where they begin in it', async () => {
  const answers = { 'tracking.history': () => history({ begins_at: '2026-11-02T09:00:00Z' }) };
  await open({ search: { unit: imeiOf(1), from: '2026-11-01', to: '2026-11-02' }, answers });
  expect(await screen.findByText('The first position is from 2026-11-02 10:00. Nothing is known before that.')).toBeDefined();
  cleanup();
  await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' }, answers });
  expect(await screen.findByText('The first position is from 10:00. Nothing is known before that.')).toBeDefined();
});

test('MAP-014: before the first position of a unit its history leads to the first day, and asks for no other', async () => {
  const nothing = {
    ...{ gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 },
    begins_at: '2026-10-23T09:00:00Z',
  };
  const { user, searches } = await open({
    search: { unit: imeiOf(1), from: '2026-10-20', to: '2026-10-20' },
    answers: { 'tracking.history': () => new Uint8Array(encodePackedHistory(allocateHistory(0), nothing)) },
  });
  expect(await screen.findByText('The first position is from 2026-10-23 11:00. Nothing is known before that.')).toBeDefined();
  expect(screen.queryByText(/Choose another day/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'First day: 2026-10-23' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-23', to: '2026-10-23' });
});

test('MAP-014: the arrows beside a period are named by the days that they lead to', async () => {
  const names = async (from: string, to: string) => {
    await open({ search: { unit: imeiOf(1), from, to } });
    const arrows = (await screen.findAllByRole('button', { name: /^(Previous|Next) (day$|\d+ days)/ })).map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    );
    cleanup();
    return arrows;
  };
  vi.useFakeTimers({ now: Date.parse('2031-02-06T10:00:00Z'), shouldAdvanceTime: true });
  expect(await names('2031-02-02', '2031-02-02')).toEqual(['Previous day', 'Next day']);
  expect(await names('2031-01-28', '2031-01-30')).toEqual(['Previous 3 days', 'Next 3 days']);
  expect(await names('2031-02-01', '2031-02-04'), 'cut at today').toEqual(['Previous 4 days', 'Next 2 days']);
});

test('13-A: the history says what its kilometres are, for the log counts them otherwise', async () => {
  const { user } = await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' } });
  const totals = await screen.findByText(/^2 positions, 1.2/);
  // Beside them, and where it is not in the way of the stops.
  expect(document.body.textContent).not.toContain('Measured along');
  const help = within(totals.parentElement!).getByRole('button', { name: 'How it is measured and drawn' });
  await user.click(help);
  expect((await screen.findByRole('dialog', { name: 'How it is measured and drawn' })).textContent).toBe(
    'Measured along the positions between the stops. The trip log goes by the odometer where it is known.',
  );
});

test('13-A: the history of a unit that stands opens on the day that it came to stand', async () => {
  const { user, searches } = await open({ search: { unit: imeiOf(1) } });
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' }));
});

test('13-A2: the history of a boat whose record begins with it at rest opens on the day of its last trip', async () => {
  const { user, searches } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat', state_since: '2026-10-20T13:00:00Z' })],
    search: { unit: imeiOf(1) },
    answers: { 'trips.generate': () => ({ trips: [{ day: '2026-10-04' }] }) as never },
  });
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-04', to: '2026-10-04' }));
});

test('13-A: a link to a history has the shape of one before the fleet has come', async () => {
  let answer = (): void => undefined;
  const waited = new Promise<void>((done) => (answer = done));
  const units = [liveUnit({ id: 1, name: 'Anna' })];
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.positions': () => waited.then(() => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' })),
    },
  });
  expect(await screen.findByLabelText('Loading')).toBeDefined();
  expect(screen.queryByRole('searchbox', { name: /Search name/ })).toBeNull();
  await act(async () => (answer(), waited));
  expect(await screen.findByRole('region', { name: 'History of Anna' })).toBeDefined();
});
