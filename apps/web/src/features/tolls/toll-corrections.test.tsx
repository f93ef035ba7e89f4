import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { signedInUser } from '../../lib/testing.tsx';
import { type TollReport } from './model.ts';
import { asked, open, paged, passage, REPORT } from './testing.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('REP-014: one can look through the uncertain passages alone: all that are marked so, with an amount or without', async () => {
  const rows = [
    passage({ key: 'sure', station: 'Ropsten' }),
    passage({ key: 'maybe', station: 'Fredhäll', is_uncertain: true }),
    passage({ key: 'unpriced', station: 'Mosseveien', is_uncertain: true, amount: null, rule: 'no-tariff' }),
    passage({ key: 'free', station: 'Essinge', is_uncertain: true, amount: 0, is_free: true }),
  ];
  const uncertain = [{ currency: 'SEK', passages: 1155, rough_place: 0, unpriced: 69, amount: 23_017 }];
  const report = { ...REPORT, rows, totals: { ...REPORT.totals, passages: 1200, free: 1 } };
  const { send, person } = await open({ 'tolls.report': paged({ ...report, doubts: { ...REPORT.doubts, uncertain } }) });
  const only = await screen.findByRole('switch', { name: /^Only 1.155 uncertain$/ });
  const stations = () =>
    [...screen.getByRole('table', { name: 'Passages' }).querySelectorAll('[data-label="Station"]')].map(
      ({ textContent }) => /^(Ropsten|Fredhäll|Mosseveien|Essinge)/.exec(textContent)?.[0],
    );
  expect(stations()).toEqual(['Ropsten', 'Fredhäll', 'Mosseveien']);
  await person.click(only);
  await waitFor(() => expect(stations()).toEqual(['Fredhäll', 'Mosseveien']));
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ only_uncertain: true, page: 1 });
  expect(screen.getByRole('heading', { name: /^Passages 1.155$/ })).toBeTruthy();
  // Other months, the same look.
  await person.selectOptions(screen.getByLabelText('From month'), screen.getAllByRole<HTMLOptionElement>('option')[3]!);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /uncertain/ }).checked).toBe(true));
  await person.click(await screen.findByRole('switch', { name: 'Show 1 free too' }));
  await waitFor(() => expect(stations(), 'all of them again').toHaveLength(4));
  expect(screen.getAllByText('Uncertain: few positions'), 'what was free costs nothing, passed or not').toHaveLength(2);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /uncertain/ }).checked).toBe(false);
});

const DOUBTFUL = ['Fredhäll', 'Ropsten', 'Danvikstull'].map((station, i) =>
  passage({ key: station, station, station_id: `se-stockholm/${i}`, is_uncertain: true }),
);
const reviewed = (uncertain: number): TollReport => ({
  ...REPORT,
  rows: [...DOUBTFUL, passage({ key: 'sure' })],
  totals: { ...REPORT.totals, passages: 4 },
  doubts: { ...REPORT.doubts, uncertain: [{ currency: 'SEK', passages: uncertain, rough_place: 0, unpriced: 0, amount: 20 }] },
});

test('REP-014: of an uncertain passage one says by a press that it was or was not, and takes it back from the notice', async () => {
  const { send, person } = await open({ 'tolls.report': paged(reviewed(3)) });
  const row = await screen.findByRole('row', { name: /Fredhäll/ });
  const sure = screen.getByRole('row', { name: /Skanstullsbron/ });
  expect(
    within(sure)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
    'nothing is asked of one that is sure',
  ).toEqual(['Skanstullsbron', 'Change']);
  expect(within(sure).queryByRole('checkbox')).toBeNull();
  await person.click(within(row).getByRole('button', { name: /^Not driven here: Fredhäll/ }));
  expect(asked(send, 'tolls.review')?.body).toEqual({
    passages: [{ imei: '350000000000007', station_id: 'se-stockholm/0', at: '2026-03-10T08:10:00.000Z' }],
    kind: 'not-passed',
    reason: 'Review of uncertain passages',
  });
  expect(await screen.findByText('The passage no longer counts')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  expect(asked(send, 'tolls.undo-review')?.body).toEqual({ ids: [1] });
});

test('REP-014: several uncertain passages are chosen and reviewed in one request', async () => {
  const { send, person } = await open({ 'tolls.report': paged(reviewed(3)) });
  const boxes = within(await screen.findByRole('table', { name: 'Passages' }));
  await person.click(boxes.getByRole('checkbox', { name: /^Choose Ropsten/ }));
  const bar = () => within(screen.getByRole('region', { name: 'Chosen passages' }));
  expect(bar().getByRole('status').textContent).toBe('1 chosen');
  await person.click(boxes.getByRole('checkbox', { name: 'Choose all 3 uncertain on this page' }));
  expect(bar().getByRole('status').textContent).toBe('3 chosen');
  await person.click(bar().getByRole('button', { name: 'That is right' }));
  expect(send.requests.filter(({ id }) => id === 'tolls.review')).toHaveLength(1);
  expect(asked(send, 'tolls.review')?.body).toMatchObject({
    kind: 'passed',
    passages: [{ station_id: 'se-stockholm/1' }, { station_id: 'se-stockholm/0' }, { station_id: 'se-stockholm/2' }],
  });
  expect(await screen.findByText('3 passages are confirmed')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Chosen passages' })).toBeNull();
});

test('REP-014, NAV-038: answered by the keyboard, the passage leaves the list and the same answer of the next one has the focus', async () => {
  let left = [...DOUBTFUL];
  const { person } = await open(
    {
      'tolls.report': (request) => paged({ ...reviewed(left.length), rows: left })(request),
      'tolls.review': ({ body }) => {
        left = left.filter(({ station_id }) => station_id !== body.passages[0]!.station_id);
        return { ids: [1], now_paid: 0 };
      },
    },
    { show: 'uncertain' },
  );
  const answer = async (name: RegExp) => {
    (await screen.findByRole('button', { name })).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  };
  const all = await screen.findAllByRole('button', { name: /^Not driven here: / });
  const [first, , last] = all.map((each) => each.getAttribute('aria-label')!);
  await answer(new RegExp(`^${first!}`));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Not driven here: /));
  await answer(new RegExp(`^${last!}`));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Not driven here: /));
});

test('REP-014: a review that fails says why, and what was chosen stays chosen', async () => {
  const refuse = (): never => {
    throw new ApiError(409, 'TollPassageNotFound');
  };
  const { person } = await open({ 'tolls.report': paged(reviewed(3)), 'tolls.review': refuse });
  await person.click(await screen.findByRole('checkbox', { name: /^Choose Ropsten/ }));
  const bar = within(screen.getByRole('region', { name: 'Chosen passages' }));
  await person.click(bar.getByRole('button', { name: 'Not driven here' }));
  expect(await screen.findByText(/passage is no longer there|no longer exists|Reload/i)).toBeTruthy();
  expect(bar.getByRole('status').textContent).toBe('1 chosen');
});

test('REP-014: where others are paid now instead of what nobody passed, the notice says of how many', async () => {
  for (const [now_paid, text] of [
    [1, 'The passage no longer counts. Another passage counts now instead'],
    [2, 'The passage no longer counts. 2 other passages count now instead'],
  ] as const) {
    const { person } = await open({ 'tolls.report': paged(reviewed(3)), 'tolls.review': () => ({ ids: [1], now_paid }) });
    await person.click(await screen.findByRole('button', { name: /^Not driven here: Fredhäll/ }));
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
  }
  const { person, send } = await open({
    'tolls.correct': () => ({ id: 1, now_paid: 1 }),
    'tolls.undo-correction': () => ({}),
  });
  await person.click(await screen.findByRole('button', { name: /Change Skanstullsbron/ }));
  await person.selectOptions(screen.getByLabelText('What is wrong?'), 'not-passed');
  await person.type(screen.getByLabelText('Reason'), 'At the workshop');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The correction is saved. Another passage counts now instead')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked(send, 'tolls.undo-correction')?.params).toEqual({ id: 1 }));
});

const SAID = { id: 9, amount: null, reason: 'Seen', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
const STANDS = { undone_by: null, undone_at: null } as const;

test('REP-014: what was answered before is found again by its switch, and taken back from its row', async () => {
  const rows = [
    passage({ key: 'sure', station: 'Ropsten' }),
    passage({
      key: 'no',
      station: 'Fredhäll',
      amount: 0,
      is_withdrawn: true,
      corrections: [{ ...SAID, kind: 'not-passed', ...STANDS }],
    }),
    passage({ key: 'yes', station: 'Essinge', is_uncertain: true, corrections: [{ ...SAID, kind: 'passed', ...STANDS }] }),
  ];
  const report = { ...REPORT, rows, totals: { ...REPORT.totals, passages: 3, corrected: 2 } };
  const { send, person, address } = await open({ 'tolls.report': paged(report) });
  await person.click(await screen.findByRole('switch', { name: 'Only 2 corrected' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ropsten/ })).toBeNull());
  expect(address()).toEqual({ show: 'corrected' });
  expect(screen.getByRole('heading', { name: 'Passages 2' })).toBeTruthy();
  expect(screen.getByText(/Change shows what was said and takes it back/)).toBeTruthy();
  expect(screen.getByRole('row', { name: /Essinge/ }).textContent).toContain('Confirmed');
  await person.click(screen.getByRole('button', { name: /^Change Fredhäll/ }));
  await person.click(screen.getByRole('button', { name: 'Take back' }));
  expect(asked(send, 'tolls.undo-correction')?.params).toEqual({ id: 9 });
  cleanup();
  // All taken back: the way to the others stays.
  await open({ 'tolls.report': paged(REPORT) }, { show: 'corrected' });
  expect(await screen.findByText('No corrections are left in these months.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show all passages' })).toBeTruthy();
});

test('REP-014: where nothing was corrected there is no switch for it', async () => {
  await open();
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('switch', { name: /corrected/ })).toBeNull();
});

test('REP-014: when all that was uncertain is reviewed it says so, and leads back to all', async () => {
  const done = { ...reviewed(0), rows: [passage()], doubts: REPORT.doubts };
  const { person } = await open({ 'tolls.report': paged(done) }, { show: 'uncertain' });
  expect(await screen.findByText('All uncertain passages have been reviewed.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show all passages' }));
  expect(await screen.findByRole('table', { name: 'Passages' })).toBeTruthy();
});

test('REP-014: what a person confirmed is marked so, and its history says that nothing was added', async () => {
  const said = { id: 9, kind: 'passed', amount: null, reason: 'Seen', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const corrections = [{ ...said, undone_by: null, undone_at: null }];
  const { person } = await open({ 'tolls.report': paged({ ...REPORT, rows: [passage({ is_uncertain: true, corrections })] }) });
  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Not driven here/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: /^Change / }));
  expect(screen.getByRole('region', { name: 'Corrections' }).textContent).toMatch(/Anna confirmed the passage/);
});

test('REP-014: an administrator corrects an amount with a reason; without one it is asked for', async () => {
  const { send, person } = await open();
  await person.click(await screen.findByRole('button', { name: /Change Skanstullsbron/ }));
  expect(within(screen.getByRole('dialog')).getByText(/^Counted now:/).textContent).toMatch(/SEK.*By the tariff/);
  await person.type(screen.getByLabelText('Right amount (SEK)'), '12,50');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a reason.')).toBeTruthy();
  await person.type(screen.getByLabelText('Reason'), 'The invoice');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked(send, 'tolls.correct')?.body).toEqual({
    imei: '350000000000007',
    station_id: 'se-stockholm/skanstullsbron',
    at: '2026-03-10T08:10:00.000Z',
    kind: 'amount',
    amount: 12.5,
    reason: 'The invoice',
  });
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('REP-014: what was corrected is marked, tells its history and can be taken back', async () => {
  const made = { kind: 'amount', amount: 12, reason: 'Bill', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const corrections = [
    { id: 9, ...made, undone_by: null, undone_at: null },
    { id: 8, ...made, reason: 'Wrong', undone_by: 'Bo', undone_at: '2026-03-11T08:00:00.000Z' },
  ];
  const { send, person } = await open({
    'tolls.report': paged({ ...REPORT, rows: [passage({ rule: 'corrected', amount: 12, corrections })] }),
  });
  expect(await screen.findByText('Corrected')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: /Change Skanstullsbron/ }));
  const history = screen.getByRole('region', { name: 'Corrections' });
  expect(history.textContent).toMatch(/Anna changed the amount to 12.*Bill.*Wrong.*Taken back by Bo/);
  const takeBack = within(history).getByRole('button', { name: 'Take back' });
  expect(takeBack.className, 'it looks like a button').toMatch(/plain.*small/);
  await person.click(takeBack);
  expect(asked(send, 'tolls.undo-correction')?.params).toEqual({ id: 9 });
});

test('REP-014: a passage that nobody noticed is added with its unit, station and time', async () => {
  const { send, person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Add a passage' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.selectOptions(sheet.getByLabelText('Unit'), '350000000000008');
  await person.selectOptions(await sheet.findByLabelText('Station'), 'se-stockholm/ropsten');
  await person.type(sheet.getByLabelText('Reason'), 'Missing on the invoice');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  expect(asked(send, 'tolls.correct')?.body).toMatchObject({
    imei: '350000000000008',
    station_id: 'se-stockholm/ropsten',
    kind: 'passed',
    amount: null,
  });
});

test('REP-014: who may not correct is offered nothing to correct', async () => {
  await open({ 'tolls.report': paged({ ...REPORT, can: { correct: false } }) }, {}, signedInUser({ IsAdmin: false }));
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a passage' })).toBeNull();
});

test('REP-014: of what nobody passed the reckoned amount is struck, and the number of passages leaves it out and says so', async () => {
  const struck = { is_withdrawn: true, amount: 0, rule: 'corrected', reckoned: { amount: 15, rule: 'amount' } } as const;
  const rows = [passage({ key: 'sure' }), passage({ key: 'not', station: 'Norrtull', ...struck })];
  const totals = { ...REPORT.totals, passages: 3, free: 1, corrected: 1, withdrawn: 1 };
  const { person } = await open({ 'tolls.report': paged({ ...REPORT, rows, totals }) });
  expect(await screen.findByRole('heading', { name: 'Passages 1 · 1 not passed' })).toBeTruthy();
  const row = screen.getByRole('row', { name: /Norrtull/ });
  expect(row.querySelector('s')?.textContent).toMatch(/^15.00.SEK$/);
  expect(within(row).getByText('Not passed')).toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Show 1 free too' }));
  expect(await screen.findByRole('heading', { name: 'Passages 2 · 1 not passed' })).toBeTruthy();
});
