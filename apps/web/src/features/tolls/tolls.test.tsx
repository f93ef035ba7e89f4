import { markOf } from '@spora/contract/tolls/marks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onNarrowScreen } from '../../lib/testing.tsx';
import { readTollSearch, type TollSearch } from './search.ts';
import { asked, open, paged, passage, plain, REPORT } from './testing.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('REP-001 (tolls), REP-014: each passage stands with time, station, amount, type and driver, and leads to its trip in the log of its day', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Passages' });
  const row = within(table).getAllByRole('row')[1]!;
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    '/user/create-triplog?period=custom&from=2026-03-10&to=2026-03-10&unit=350000000000007&trip=4',
  );
  expect(row.textContent).toMatch(/=Vagn 7.*Skanstullsbron.*Stockholm.*Business.*Jonas Ek.*20.*SEK/);
});

test('a value of two lines is one block, so that on a phone it stands beside its label and not spread over the card', async () => {
  await open();
  const table = await screen.findByRole('table', { name: /passages/i });
  const [, row] = within(table).getAllByRole('row');
  const cells = [...row!.querySelectorAll('td[data-label]')].filter((cell) => cell.textContent !== '');
  for (const cell of cells) expect(cell.childNodes.length, cell.getAttribute('data-label') ?? '').toBe(1);
});

test('REP-014: on a phone a passage is two lines: where and how much, then when, with what and by whom', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  const { person } = await open();
  const list = await screen.findByRole('list', { name: 'Passages' });
  const [item, ...more] = within(list).getAllByRole('listitem');
  expect(more).toHaveLength(0);
  expect([...item!.children].map(plain).filter(Boolean)).toEqual([
    'Skanstullsbron',
    '20.00 SEK',
    '2026-03-10 09:10 · Stockholm, inner city · =Vagn 7 · Jonas Ek · Business',
    'Change',
  ]);
  // Each fact goes on in the next line whole, where the line is full.
  expect(within(item!).getByText('Jonas Ek')).toBeTruthy();
  expect(within(item!).getByRole('link').getAttribute('href')).toMatch(/from=2026-03-10/);
  expect(screen.queryByRole('table', { name: 'Passages' })).toBeNull();
  // What adds a passage stands at them, and takes no row above.
  const add = screen.getByRole('button', { name: 'Add a passage' });
  expect(screen.getByRole('region', { name: /^Passages/ }).contains(add)).toBe(true);
  await person.click(add);
  expect(screen.getByRole('dialog', { name: 'Add a passage' })).toBeTruthy();
});

test('REP-014: of many passages the heading counts all, and those on the page and the way to the others stand below', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => passage({ key: `k${i}`, station: `Station ${i}.` }));
  const { send, person } = await open({
    'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 250 } }),
  });
  const passages = within(await screen.findByRole('region', { name: /^Passages/ }));
  expect(passages.getByRole('heading').textContent).toBe('Passages 250');
  const drawn = () => passages.getAllByRole('row').slice(1);
  expect(drawn()).toHaveLength(100);
  expect(passages.getByText('1–100 of 250')).toBeTruthy();
  await person.click(passages.getByRole('button', { name: 'Next page' }));
  expect(await passages.findByText('101–200 of 250')).toBeTruthy();
  expect(drawn()[0]!.textContent).toMatch(/Station 100\./);
  await person.click(passages.getByRole('button', { name: 'Next page' }));
  expect(await passages.findByText('201–250 of 250')).toBeTruthy();
  expect(drawn()).toHaveLength(50);
  expect(passages.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  // Another order is of all, and begins at its first page.
  await person.click(passages.getByRole('button', { name: 'Amount' }));
  expect(await passages.findByText('1–100 of 250')).toBeTruthy();
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ sort: 'amount', page: 1 });
});

test('NAV-037, REP-014: page and order of the passages are in the address: opened again they are as they were; another list begins at its first page', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => passage({ key: `k${i}`, station: `Station ${i}.` }));
  const report = paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 250, free: 1 } });
  const first = await open({ 'tolls.report': report }, { sort: '-amount', page: 2 });
  expect(await screen.findByText('101–200 of 250')).toBeTruthy();
  expect(asked(first.send, 'tolls.report')?.body).toMatchObject({ sort: '-amount', page: 2 });
  await first.person.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('201–250 of 250')).toBeTruthy();
  expect(first.address()).toEqual({ sort: '-amount', page: 3 });
  await first.person.click(screen.getByRole('button', { name: 'Station' }));
  expect(first.address(), 'another order').toEqual({ sort: 'station' });
  await first.person.click(screen.getByRole('button', { name: 'Next page' }));
  expect(first.address()).toEqual({ sort: 'station', page: 2 });
  await first.person.click(screen.getByRole('switch', { name: 'Show 1 free too' }));
  expect(first.address(), 'other passages in the same order').toEqual({ sort: 'station', show: 'all' });
  expect(readTollSearch({ sort: '-at', page: 1, show: 'nonsense' }), 'what is as usual is left out').toEqual({});
  expect(readTollSearch({ sort: 'weather', page: '-3' }), 'what makes no sense too').toEqual({});
});

test('REP-017: what is saved under a name is the filter and the order, and not the page of the list', async () => {
  const first: TollSearch = { unit: '356307042441013', show: 'all', sort: 'amount', page: 2 };
  const { send, person } = await open(
    { 'reports.presets': () => ({ presets: [] }), 'reports.add-preset': () => ({ id: 5 }) },
    first,
  );
  await person.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await person.type(await screen.findByLabelText('Name'), 'Dyrast');
  await person.click(screen.getByRole('button', { name: 'Save filters' }));
  await waitFor(() =>
    expect(asked(send, 'reports.add-preset')?.body).toEqual({
      report: 'congestion',
      name: 'Dyrast',
      search: { unit: '356307042441013', show: 'all', sort: 'amount', span: 'this-year' },
      is_shared: false,
    }),
  );
});

test('REP-015: a file is asked for the passages that are listed, in their order', async () => {
  const { send, person } = await open({ 'reports.export': () => Uint8Array.of(1) }, { show: 'corrected', sort: 'amount' });
  await person.click(await screen.findByRole('button', { name: 'Export' }));
  await person.click((await screen.findAllByRole('menuitem'))[0]!);
  await waitFor(() => expect(asked(send, 'reports.export')?.query).toMatchObject({ show: 'corrected', sort: 'amount' }));
});

test('REP-014: one page of passages has nothing to turn', async () => {
  await open();
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('REP-014: what cost nothing is left out until asked for, by a switch that says how many; then it is called free', async () => {
  const undone = { undone_by: 'Bo', undone_at: '2026-03-13T08:00:00.000Z' };
  const said = { id: 1, kind: 'amount', amount: 0, reason: 'Bill', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const rows = [
    passage({ key: 'paid' }),
    passage({ key: 'night', amount: 0, is_free: true, rule: 'free-hours', station: 'Ropsten' }),
    passage({ key: 'back', amount: 0, is_free: true, station: 'Fredhäll', corrections: [{ ...said, ...undone }] }),
    passage({ key: 'said', amount: 0, station: 'Essinge', corrections: [{ ...said, undone_by: null, undone_at: null }] }),
  ];
  const { person } = await open({
    'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 4, free: 2 } }),
  });
  const table = await screen.findByRole('table', { name: 'Passages' });
  expect(screen.getByRole('heading', { name: 'Passages 2' })).toBeTruthy();
  expect(within(table).queryByText(/Ropsten|Fredhäll/)).toBeNull();
  expect(within(table).getByText(/Essinge/), 'what a person said stays in sight').toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Show 2 free too' }));
  const night = within(screen.getByRole('table', { name: 'Passages' })).getByRole('row', { name: /Ropsten/ });
  expect(night.textContent).toMatch(/Free.*Free at this hour/);
  expect(night.textContent).not.toMatch(/0\.00/);
  expect(screen.getByRole('heading', { name: 'Passages 4' })).toBeTruthy();
});

test('REP-014: where every passage was free it says so, and the switch shows them', async () => {
  const rows = [passage({ amount: 0, rule: 'free-day', is_free: true })];
  const { person } = await open({ 'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, free: 1 } }) });
  expect(await screen.findByText('All passages were free of charge.')).toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Show 1 free too' }));
  expect(screen.getByRole('table', { name: 'Passages' })).toBeTruthy();
});

test('TRIP-015, NAV-037: without passages it says what is needed, and filters can be cleared from there', async () => {
  const none = {
    ...REPORT,
    rows: [],
    page: { number: 1, size: 200, count: 1, rows: 0 },
    totals: { months: [], total: [], without_tariff: 0, without_tariff_in: [], passages: 0, free: 0, corrected: 0, withdrawn: 0 },
  };
  const { send, person } = await open({ 'tolls.report': () => none }, { drivers: '3', from: '2026-03', to: '2026-03' });
  expect(await screen.findByText('No passages in these months')).toBeTruthy();
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ from: '2026-03-01', to: '2026-03-31', driver_ids: [3] });
  await person.click(screen.getAllByRole('button', { name: 'Clear the filters' }).at(-1)!);
  expect(asked(send, 'tolls.report')?.body).not.toHaveProperty('driver_ids');
});

test('REP-014: what is withdrawn is said so before anything else', () => {
  expect(markOf(passage({ is_withdrawn: true, is_uncertain: true }))).toBe('TollsWithdrawn');
});
