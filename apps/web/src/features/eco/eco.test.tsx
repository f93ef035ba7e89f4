import type { EcoFigures } from '@spora/contract/eco/endpoints';
import { ECO_DEFAULTS } from '@spora/contract/eco/rules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { unitRow } from '../units/testing.ts';
import { readReportSearch } from '../reports/public/report-search.ts';
import { type EcoEvent, type EcoReport, inOrder, totalTrendOf, trendOf } from './model.ts';
import { EcoScreen } from './screen.tsx';
import { type EcoSearch, readEcoSearch } from './search.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const figures = (score: number | null, over: Partial<EcoFigures> = {}): EcoFigures => ({
  score,
  band: score === null ? null : score > 80 ? 'high' : score > 40 ? 'middle' : 'low',
  lost: score === null ? null : { acceleration: 1, braking: 0, cornering: 0.02, speeding: 2.5, idling: 4.21 },
  trips: 4,
  distance_m: 200_000,
  judged_m: 200_000,
  driving_s: 10_000,
  engine_s: 12_000,
  acceleration: 2,
  braking: 4,
  cornering: 0,
  speeding: 1,
  idling: 3,
  idle_s: 600,
  speeding_s: 250,
  ...over,
});
const row = (id: number, name: string, scores: readonly (number | null)[], total: EcoFigures): EcoReport['rows'][number] => ({
  ...{
    id,
    name,
    registration_number: 'ABC123',
    imei: `35000000000000${id}`,
    total,
    sources: ['tracker'],
    set_up: 'eco',
    has_speed_limit: id === 1,
  },
  months: scores.map((score) => figures(score)),
});
const REPORT: EcoReport = {
  time_zone: 'Europe/Stockholm',
  months: ['2026-03', '2026-04'],
  rows: [
    row(1, '=Vagn 1', [90, 94], figures(92)),
    row(2, 'Vagn 2', [70, 30], figures(38)),
    row(3, 'Vagn 3', [null, null], figures(null, { judged_m: 0 })),
  ],
  totals: { months: [figures(80), figures(62)], total: figures(65) },
  distribution: [0, 0, 0, 1, 0, 0, 2, 0, 0, 1],
  left_out: [],
};
const EVENT: EcoEvent = {
  ...{
    key: '1-1-braking',
    at: '2026-03-10T07:15:00Z',
    kind: 'braking',
    source: 'tracker',
    value: 4.02,
    limit: null,
    duration_s: 1.2,
  },
  ...{ lat: 59.3, lng: 18.1, trip_id: 77, driver: 'Jonas Ek' },
  unit: { id: 1, name: '=Vagn 1', registration_number: 'ABC123', imei: '350000000000001' },
};

async function open(answers: FakeAnswers = {}, first: EcoSearch = {}, user = signedInUser()) {
  const send = fakeSend({
    'eco.green-driving': () => REPORT,
    'eco.events': () => ({ events: [EVENT], next: null }),
    'eco.settings': () => ({ settings: ECO_DEFAULTS, valid_from: null }),
    'eco.save-settings': () => ({ settings: ECO_DEFAULTS, valid_from: '2026-04-01T00:00:00Z' }),
    'units.list': () => ({ units: [unitRow({ id: 1, name: '=Vagn 1' })] }),
    'trips.filter-choices': () =>
      ({ drivers: [{ id: 3, name: 'Jonas Ek' }], departments: [], projects: [], tags: [], purposes: [] }) as never,
    ...answers,
  });
  let address = first;
  function Page() {
    const [search, setSearch] = useState<EcoSearch>(first);
    address = search;
    return <EcoScreen search={search} onSearch={(patch) => setSearch(readEcoSearch({ ...search, ...patch }))} />;
  }
  await renderScreen(<Page />, { send, user });
  return { send, person: userEvent.setup(), address: () => address };
}
const names = (): (string | null)[] => screen.getAllByRole('rowheader').map((each) => each.textContent);

test('REP-013: the best score stands first, with its rating in words, its rates, shares and trend; the order can be turned', async () => {
  const { person } = await open();
  await screen.findByRole('table');
  expect(names(), 'who has no score waits').toEqual(['=Vagn 1ABC123', 'Vagn 2ABC123', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Show 1 without a score' }));
  expect(names()).toEqual(['=Vagn 1ABC123', 'Vagn 2ABC123', 'Vagn 3ABC123', 'Total']);
  const [first, second, third] = screen.getAllByRole('row').slice(1);
  expect(first!.textContent).toMatch(/92.*Good.*200.*km.*1.0.*2.0.*0.0.*2\.5 %.*5\.0 %.*4 better since 2026-03/);
  expect(second!.textContent).toMatch(/38.*Needs work.*40 worse since 2026-03/);
  expect(within(second!).getByText('–'), 'no speed limit, no share of speeding').toBeTruthy();
  expect(within(third!).getByText('No score: reports too seldom')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Score' }));
  expect(names()).toEqual(['Vagn 2ABC123', '=Vagn 1ABC123', 'Vagn 3ABC123', 'Total']);
  expect(screen.getByText(/Speeding is assessed where a unit has a speed limit/)).toBeTruthy();
});

test('NAV-037, REP-013: the address keeps the order of the rows, and leaves out the usual one', async () => {
  const { person, address } = await open({}, readEcoSearch({ sort: 'score' }));
  await screen.findByRole('table');
  expect(names()).toEqual(['Vagn 2ABC123', '=Vagn 1ABC123', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Distance' }));
  expect(address()).toEqual({ sort: '-distance' });
  await person.click(screen.getByRole('button', { name: 'Score' }));
  expect(address()).toEqual({});
  expect(readEcoSearch({ sort: 'weather' })).toEqual({});
});

test('REP-013: a column in which nobody has a figure is left out, in the sums too, and a row without a score says why', async () => {
  const none = { judged_m: 0, engine_s: 0 };
  const short = figures(null, { ...none, distance_m: 8_000 });
  const rows = [row(2, 'Vagn 2', [null, null], figures(null, none)), row(3, 'Vagn 3', [null, null], short)];
  const totals = { months: [figures(null, none), figures(null, none)], total: figures(null, none) };
  await open({ 'eco.green-driving': () => ({ ...REPORT, rows, totals }) });
  await screen.findByRole('table');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Score', 'Distance']);
  expect(within(screen.getByRole('table')).queryByText('–')).toBeNull();
  const [seldom, little] = screen.getAllByRole('row').slice(1);
  expect(within(seldom!).getByText('No score: reports too seldom')).toBeTruthy();
  expect(within(little!).getByText('No score: driven less than 10 km')).toBeTruthy();
});

test('REP-013: above the charts and at the total it says how many the scores are of, and what to change for the others', async () => {
  const { person } = await open();
  await screen.findByRole('table');
  const told = screen.getByText(/1 reports too seldom/);
  expect(told.textContent).toMatch(/^2 of 3 scored 1 reports too seldom\. Turn on .* under Eco-driving in the unit’s settings/);
  expect(told.compareDocumentPosition(screen.getAllByRole('figure')[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole('row').at(-1)!.textContent).toMatch(/^Total65.*2 of 3 scored/);
  await person.click(screen.getByRole('button', { name: 'Show 1 without a score' }));
  expect(screen.getByRole('link', { name: 'Set up Vagn 3' }).getAttribute('href')).toBe(
    '/user/edit-terminal?imei=350000000000003&tab=eco',
  );
  await person.click(screen.getByRole('button', { name: 'Name' }));
  expect(names(), 'in any order').toEqual(['=Vagn 1ABC123', 'Vagn 2ABC123', 'Vagn 3ABC123', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(['Vagn 2ABC123', '=Vagn 1ABC123', 'Vagn 3ABC123', 'Total']);
});

test('REP-013: who has no score is set up on the tab that its unit has: reporting where driving cannot be judged, and nowhere where neither is', async () => {
  const seldom = figures(null, { judged_m: 0 });
  const rows = [
    REPORT.rows[0]!,
    { ...row(3, 'Vagn 3', [null, null], seldom), set_up: 'mode' as const },
    { ...row(4, 'Telefon', [null, null], seldom), set_up: null },
  ];
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows }) });
  await person.click(await screen.findByRole('button', { name: 'Show 2 without a score' }));
  expect(screen.getByRole('link', { name: 'Set up Vagn 3' }).getAttribute('href')).toBe(
    '/user/edit-terminal?imei=350000000000003&tab=mode',
  );
  expect(screen.queryByRole('link', { name: 'Set up Telefon' })).toBeNull();
});

test('REP-013: idling that nobody can tell is a dash with its reason, not nought per cent', async () => {
  const rows = [REPORT.rows[0]!, row(2, 'Vagn 2', [70, 30], figures(38, { idle_s: 0, engine_s: 0 }))];
  await open({ 'eco.green-driving': () => ({ ...REPORT, rows }) });
  await screen.findByRole('table');
  const idle = (name: RegExp) => screen.getByRole('row', { name }).querySelector('[data-label="Time idling"]')!.textContent;
  expect(idle(/^=Vagn 1/)).toBe('5.0 %');
  expect(idle(/^Vagn 2/)).toBe('–Idling unknown: the tracker does not tell when the ignition is on');
  expect(screen.getByText(/Where time idling is a dash/)).toBeTruthy();
  expect(screen.getByText(/Trailers and machines are left out/)).toBeTruthy();
});

test('REP-013: one bar alone is not drawn, neither of months nor of scores', async () => {
  const one = { ...REPORT, rows: [REPORT.rows[0]!], distribution: [0, 0, 0, 0, 0, 0, 0, 0, 0, 11] };
  await open({ 'eco.green-driving': () => ({ ...one, totals: { ...REPORT.totals, months: [figures(null), figures(62)] } }) });
  await screen.findByRole('table');
  expect(screen.queryByRole('figure')).toBeNull();
});

test('REP-013: where all have a score that is not told', async () => {
  await open({ 'eco.green-driving': () => ({ ...REPORT, rows: REPORT.rows.slice(0, 2) }) });
  await screen.findByRole('table');
  expect(screen.queryByText(/scored/)).toBeNull();
  expect(screen.queryByRole('button', { name: /without a score/ })).toBeNull();
});

test('REP-013: the chart of scores begins with the first month that has one', async () => {
  await open({
    'eco.green-driving': () => ({
      ...REPORT,
      months: ['2026-02', '2026-03', '2026-04'],
      totals: { ...REPORT.totals, months: [figures(null), figures(71), figures(62)] },
    }),
  });
  const months = within(await screen.findByRole('figure', { name: 'Score per month' }));
  expect(months.getAllByRole('listitem').map((each) => each.getAttribute('aria-label'))).toEqual(['2026-03: 71', '2026-04: 62']);
});

test('13-A1, REP-013: what a boat went is told in nautical miles, and the sum in both measures', async () => {
  const rows = [
    row(1, 'Vagn 1', [90], figures(92)),
    row(2, 'Havsörn', [null], figures(null, { distance_m: 18_520, at_sea_m: 18_520 })),
  ];
  const total = figures(92, { distance_m: 218_520, at_sea_m: 18_520 });
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows, totals: { months: [total], total } }) });
  await screen.findByRole('table');
  await person.click(screen.getByRole('button', { name: 'Show 1 without a score' }));
  const [car, boat, sum] = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(car).toContain('200.0 km');
  expect(boat).toContain('10.0 nm');
  expect(boat).not.toContain('18.5 km');
  expect(sum).toContain('200.0 kmand 10.0 nm at sea, not judged');
  expect(sum, 'all of the way by land is judged').not.toContain('of which judged');
  expect(screen.getByText(/nm = nautical miles/)).toBeTruthy();
});

test('REP-013: of a boat it is said that nothing is judged at sea, not that it reports too seldom', async () => {
  const rows = [
    row(1, 'Vagn 1', [90], figures(92)),
    row(2, 'Havsörn', [null], figures(null, { judged_m: 0, distance_m: 18_520, at_sea_m: 18_520 })),
  ];
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows }) });
  await screen.findByRole('table');
  expect(screen.queryByText(/reports too seldom/)).toBeNull();
  expect(screen.getByText('1 of 2 scored', { selector: 'strong' }).closest('p')!.textContent.trim()).toBe(
    '1 of 2 scored 1 at sea is not judged.',
  );
  expect(screen.getByRole('row', { name: /^Total/ }).textContent, 'the total counts as the button below does').toContain(
    '1 of 2 scored',
  );
  await person.click(screen.getByRole('button', { name: 'Show 1 without a score' }));
  const boat = within(screen.getByRole('row', { name: /Havsörn/ }));
  expect(boat.getByText('No score: no driving is judged at sea')).toBeTruthy();
});

test('REP-013: where a score is of a part of the way, the distance says of how much; where it is of all of it, nothing more', async () => {
  const totals = { ...REPORT.totals, total: figures(65, { distance_m: 600_000, judged_m: 400_000 }) };
  await open({ 'eco.green-driving': () => ({ ...REPORT, totals }) });
  const table = within(await screen.findByRole('table'));
  expect(table.getByRole('row', { name: /Total/ }).textContent.replaceAll(/\s/g, ' ')).toContain(
    '600.0 kmof which judged 400.0 km',
  );
  expect(table.getByRole('row', { name: /Vagn 1/ }).textContent).not.toContain('judged');
});

test('REP-013: the heading of a rate says what it is per', async () => {
  await open();
  await screen.findByRole('table');
  for (const name of ['Acceleration', 'Braking', 'Cornering'])
    expect(screen.getByRole('columnheader', { name: `${name} per 100 km` })).toBeTruthy();
});

test('REP-013, NFR-005: the months and the spread of scores are read out as lists, not only drawn', async () => {
  await open();
  const months = within(await screen.findByRole('figure', { name: 'Score per month' }));
  expect(months.getAllByRole('listitem').map((each) => each.getAttribute('aria-label'))).toEqual(['2026-03: 80', '2026-04: 62']);
  const spread = within(screen.getByRole('figure', { name: 'How the scores are spread' }));
  expect(
    spread.getAllByRole('listitem').map((each) => each.getAttribute('aria-label')),
    'from the lowest to the highest score',
  ).toEqual([
    'Score 31 to 40: 1',
    'Score 41 to 50: 0',
    'Score 51 to 60: 0',
    'Score 61 to 70: 2',
    'Score 71 to 80: 0',
    'Score 81 to 90: 0',
    'Score 91 to 100: 1',
  ]);
});

test('REP-013: scores that nearly all lie together are not drawn as a spread', async () => {
  await open({ 'eco.green-driving': () => ({ ...REPORT, distribution: [0, 0, 0, 0, 0, 0, 0, 0, 1, 11] }) });
  await screen.findByRole('figure', { name: 'Score per month' });
  expect(screen.queryByRole('figure', { name: 'How the scores are spread' })).toBeNull();
});

test('REP-013: why rows have no score adds up to how many the button below shows', async () => {
  const rows = [
    REPORT.rows[0]!,
    row(3, 'Vagn 3', [null, null], figures(null, { judged_m: 0 })),
    row(4, 'Vagn 4', [null, null], figures(null, { judged_m: 0 })),
    row(5, 'Vagn 5', [null, null], figures(null, { distance_m: 8_000 })),
    row(6, 'Havsörn', [null], figures(null, { judged_m: 0, distance_m: 18_520, at_sea_m: 18_520 })),
  ];
  await open({ 'eco.green-driving': () => ({ ...REPORT, rows }) });
  const told = (await screen.findByText('1 of 5 scored', { selector: 'strong' })).closest('p')!.textContent;
  expect(told).toMatch(
    /^1 of 5 scored 2 report too seldom, 1 has driven less than 10 km, 1 at sea is not judged\. Turn on “Assess the driving”/,
  );
  expect(screen.getByRole('button', { name: 'Show 4 without a score' })).toBeTruthy();
});

test('REP-013: a row opens its events, each with time, value, how it is known, its place on the map and its trip', async () => {
  const { person, send } = await open();
  await person.click(await screen.findByRole('button', { name: 'Show the events of =Vagn 1' }));
  const sheet = within(await screen.findByRole('dialog', { name: '=Vagn 1' }));
  const line = within((await sheet.findByText(/From the tracker/)).closest('li')!);
  expect(line.getByText('Harsh braking')).toBeTruthy();
  expect(line.getByText(/From the tracker$/)).toBeTruthy();
  expect(line.getByText(/Jonas Ek/).textContent).toContain('2026-03-10 08:15');
  expect(line.getByRole('link', { name: 'Show the trip' }).getAttribute('href')).toContain('trip=77');
  await person.click(line.getByRole('button', { name: 'Show on the map' }));
  expect(line.getByRole('button', { name: 'Show on the map' }).getAttribute('aria-pressed')).toBe('true');
  expect(send.requests.findLast(({ id }) => id === 'eco.events')?.body).toMatchObject({ imeis: ['350000000000001'] });
  await person.click(sheet.getByRole('button', { name: 'Speeding 1' }));
  expect(send.requests.findLast(({ id }) => id === 'eco.events')?.body).toMatchObject({ kinds: ['speeding'] });
});

test('REP-013: an event far down the list is shown on the map at once, marked in its row and told; pressed again, all are shown', async () => {
  const brought: string[] = [];
  HTMLElement.prototype.scrollIntoView = function scrolled(this: HTMLElement) {
    brought.push(this.tagName === 'LI' ? 'row' : 'map');
  };
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));
  const later = { ...EVENT, key: '1-2-braking', at: '2026-03-11T07:15:00Z', value: 5.1 };
  const { person } = await open({ 'eco.events': () => ({ events: [EVENT, later], next: null }) });
  await person.click(await screen.findByRole('button', { name: 'Show the events of =Vagn 1' }));
  const list = within(await screen.findByRole('list', { name: 'Events' }));
  const marked = () => list.getAllByRole('listitem').map((each) => each.getAttribute('aria-current'));
  const button = () => list.getAllByRole('button', { name: 'Show on the map' })[1]!;
  expect(marked()).toEqual([null, null]);
  await person.click(button());
  expect(marked()).toEqual([null, 'true']);
  expect(brought.at(-1), 'the map is what is in view in the end').toBe('map');
  const told = () => screen.getByRole('dialog').querySelector('[role="status"].visually-hidden')!.textContent;
  expect(told().replaceAll(/\s/g, ' ')).toBe('On the map: Harsh braking 5.1 m/s², 2026-03-11 08:15');
  expect(document.activeElement, 'the next one is a key away').toBe(button());
  await person.click(button());
  expect([marked(), button().getAttribute('aria-pressed'), told()]).toEqual([[null, null], 'false', '']);
});

test('REP-013: the legend of the events has the sign and count of each kind that happened, and narrows what is shown to those pressed', async () => {
  const { person, send } = await open();
  await person.click(await screen.findByRole('button', { name: 'Show the events of =Vagn 1' }));
  const legend = within(await screen.findByRole('group', { name: 'Kind' }));
  const pressed = () =>
    legend.getAllByRole('button').flatMap((each) => (each.getAttribute('aria-pressed') === 'true' ? [each.textContent] : []));
  expect(
    legend
      .getAllByRole('button')
      .map((each) => `${each.textContent} ${each.querySelector('svg')?.getAttribute('data-sign') ?? ''}`.trim()),
    'nobody cornered harshly',
  ).toEqual(['All events', 'Harsh acceleration 2 speed-up', 'Harsh braking 4 slow-down', 'Speeding 1 gauge', 'Idling 3 pause']);
  expect(pressed()).toEqual(['All events']);
  const asked = () => (send.requests.findLast(({ id }) => id === 'eco.events')?.body as { kinds?: string[] } | undefined)?.kinds;
  expect(asked()).toBeUndefined();
  await person.click(legend.getByRole('button', { name: 'Harsh braking 4' }));
  await person.click(legend.getByRole('button', { name: 'Idling 3' }));
  expect(pressed()).toEqual(['Harsh braking 4', 'Idling 3']);
  expect(asked()).toEqual(['braking', 'idling']);
  await person.click(legend.getByRole('button', { name: 'Harsh braking 4' }));
  expect(asked()).toEqual(['idling']);
  await person.click(legend.getByRole('button', { name: 'All events' }));
  expect(pressed()).toEqual(['All events']);
  const line = (await screen.findByText(/From the tracker/)).closest('li')!;
  expect(line.querySelector('svg')?.getAttribute('data-sign'), 'the list has the sign too').toBe('slow-down');
});

test('REP-013: an administrator changes a threshold; what cannot be is said at its field and nothing is sent', async () => {
  const { person, send } = await open();
  await person.click(await screen.findByRole('button', { name: 'Thresholds' }));
  const cars = within(await screen.findByRole('group', { name: 'Cars' }));
  const field = cars.getByLabelText('Harsh braking');
  await person.clear(field);
  await person.type(field, '12');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(cars.getByText('Enter 0.5 to 8 m/s².')).toBeTruthy();
  expect(send.requests.some(({ id }) => id === 'eco.save-settings')).toBe(false);
  await person.clear(field);
  await person.type(field, '3,1');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(send.requests.findLast(({ id }) => id === 'eco.save-settings')?.body).toMatchObject({
    settings: { thresholds: { car: { acceleration: 2.5, braking: 3.1, cornering: 3.4 } } },
    was: { idle_after_s: 180 },
  });
});

test('NAV-039: a threshold that was typed is not lost by Escape', async () => {
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Thresholds' }));
  const field = within(await screen.findByRole('group', { name: 'Cars' })).getByLabelText('Harsh braking');
  await person.type(field, '5');
  await person.keyboard('{Escape}');
  expect(hasUnsaved()).toBe(true);
  expect(screen.getByRole('dialog').contains(field)).toBe(true);
});

test('REP-013, TRIP-032: somebody who is no administrator neither settles thresholds nor chooses drivers', async () => {
  await open({}, {}, signedInUser({ IsAdmin: false }));
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: 'Thresholds' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Drivers/ })).toBeNull();
});

test('REP-013: where nothing was driven that is said, and filters can be cleared from there', async () => {
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows: [] }) }, { drivers: '3' });
  await screen.findByText('Nothing to assess for this period');
  await person.click(screen.getAllByRole('button', { name: 'Clear the filters' }).at(-1)!);
  expect(await screen.findByRole('button', { name: 'Driver: All drivers' })).toBeTruthy();
});

test('REP-013: what a row lost its points for is told, the most first', async () => {
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: /=Vagn 1/ }));
  expect(await screen.findByText('Taken off 100: Idling 4.2, Speeding 2.5, Harsh acceleration 1.0')).toBeTruthy();
});

test('REP-013: on a phone a row is one line of name, score, distance and trend, and what opens from it has the rest', async () => {
  const { person } = await open();
  const table = within(await screen.findByRole('table'));
  const cards = (name: RegExp) =>
    [...table.getByRole('row', { name }).querySelectorAll<HTMLElement>('td')].map(
      ({ dataset }) => `${dataset['label']}: ${dataset['card']}`,
    );
  expect(cards(/=Vagn 1/).filter((each) => !each.endsWith(': off'))).toEqual(['Score: aside', 'Distance: plain', 'Trend: plain']);
  expect(cards(/^Total/), 'of all of them nothing opens: each figure is a line with its label').toEqual([
    'Score: aside',
    'Distance: line',
    'Harsh acceleration per 100 km: line',
    'Harsh braking per 100 km: line',
    'Harsh cornering per 100 km: line',
    'Time speeding: line',
    'Time idling: line',
    'Trend: line',
  ]);
  await person.click(table.getByRole('button', { name: 'Show the events of =Vagn 1' }));
  const sheet = await screen.findByRole('dialog', { name: '=Vagn 1' });
  const facts = [...sheet.querySelectorAll('dl > div')].map((each) =>
    [...each.children].map(({ textContent }) => textContent.replaceAll(/\s/g, ' ')).join(': '),
  );
  expect(facts).toEqual([
    'Registration number: ABC123',
    'Distance: 200.0 km',
    'Harsh acceleration per 100 km: 1.0',
    'Harsh braking per 100 km: 2.0',
    'Harsh cornering per 100 km: 0.0',
    'Time speeding: 2.5 %',
    'Time idling: 5.0 %',
    'Trend: 4 better since 2026-03',
  ]);
});

test('REP-013: where there is no trend a dash says why, in the row, in the sum and in what opens', async () => {
  const rows = [REPORT.rows[0]!, row(4, 'Vagn 4', [null, 99], figures(99))];
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows }) });
  await screen.findByRole('table');
  const trendOfRow = (name: RegExp) => screen.getByRole('row', { name }).querySelector<HTMLElement>('[data-label="Trend"]')!;
  expect(trendOfRow(/=Vagn 1/).textContent).toBe('4 better since 2026-03');
  expect(trendOfRow(/Vagn 4/).textContent).toBe('–Fewer than two months have a score');
  expect(trendOfRow(/Vagn 4/).querySelector('[title="Fewer than two months have a score"]')).toBeTruthy();
  expect(trendOfRow(/Vagn 4/).dataset['card'], 'a phone has no dash without a label').toBe('off');
  expect(trendOfRow(/^Total/).textContent).toBe('–Not the same ones have a score in the first and the last month');
  expect(screen.getByText(/A dash: fewer than two months have one/)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show the events of Vagn 4' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Vagn 4' }));
  expect(sheet.getByText('Fewer than two months have a score')).toBeTruthy();
});

test('REP-013: bars that begin later than the months asked for say that there is no score before', async () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
  const totals = { ...REPORT.totals, months: [figures(null), figures(null), figures(80), figures(62)] };
  await open({ 'eco.green-driving': () => ({ ...REPORT, months, totals }) });
  const figure = await screen.findByRole('figure', { name: 'Score per month' });
  expect(figure.querySelector('figcaption')!.textContent).toBe('Score per monthno score before 2026-03');
  cleanup();
  await open();
  expect((await screen.findByRole('figure', { name: 'Score per month' })).querySelector('figcaption')!.textContent).toBe(
    'Score per month',
  );
});

test('REP-013: units without a row are counted in a line that opens, with their names by why', async () => {
  const unit = { registration_number: null } as const;
  const left_out: EcoReport['left_out'] = [
    { ...unit, id: 11, name: 'Grävare', why: 'not-driven' },
    { ...unit, id: 12, name: 'Reservbil', why: 'no-trip' },
    { ...unit, id: 13, name: 'Släp 2', why: 'not-driven' },
  ];
  await open({ 'eco.green-driving': () => ({ ...REPORT, left_out }) });
  const line = await screen.findByText('3 units are left out: trailers and machines (2), no trip to assess (1)', {
    selector: 'summary',
  });
  const said = [...line.closest('details')!.querySelectorAll('dl > div')].map((each) =>
    [...each.children].map(({ textContent }) => textContent).join(': '),
  );
  expect(said).toEqual([
    'Trailers and machines, which nobody drives on the road: Grävare, Släp 2',
    'No trip to assess in these months: Reservbil',
  ]);
  cleanup();
  await open();
  await screen.findByRole('table');
  expect(screen.queryByText(/left out/, { selector: 'summary' })).toBeNull();
});

test('REP-013: the distances of the rows add up to the total as they are told, and what opens from a row tells the same', async () => {
  const went = [2_209_400, 1_435_400, 1_812_400];
  const rows = went.map((distance_m, i) =>
    row(i + 1, `Vagn ${i + 1}`, [90, 90], figures(90, { distance_m, judged_m: distance_m })),
  );
  const distance_m = went.reduce((sum, each) => sum + each, 0);
  const totals = { ...REPORT.totals, total: figures(90, { distance_m, judged_m: distance_m }) };
  const { person } = await open({ 'eco.green-driving': () => ({ ...REPORT, rows, totals }) });
  const table = within(await screen.findByRole('table'));
  const told = table
    .getAllByRole('row')
    .slice(1)
    .map((each) => Number(each.querySelector('[data-label="Distance"]')!.textContent.replaceAll(/\s|km/g, '')));
  expect(told).toEqual([2210, 1435, 1812, 5457]);
  await person.click(table.getByRole('button', { name: 'Show the events of Vagn 1' }));
  const sheet = await screen.findByRole('dialog', { name: 'Vagn 1' });
  expect(sheet.querySelector('dl')!.textContent.replaceAll(/\s/g, ' ')).toContain('Distance2 210 km');
});

test('REP-013: all of them have a trend where the same ones are rated in both months, not where some came or went', () => {
  expect(totalTrendOf(REPORT)).toEqual({ points: -18, since: '2026-03' });
  const rows = [...REPORT.rows, row(4, 'Vagn 4', [null, 99], figures(99))];
  expect(totalTrendOf({ ...REPORT, rows })).toBeNull();
});

test('13-A3, REP-013: where headings cannot be pressed the order is chosen above: the worst come first when asked for', async () => {
  const { person } = await open();
  const names = () =>
    within(screen.getByRole('table'))
      .getAllByRole('button', { name: /^Show the events of/ })
      .map(({ textContent }) => textContent);
  await screen.findByRole('table');
  expect(names()).toEqual(['=Vagn 1', 'Vagn 2']);
  await person.click(screen.getByRole('button', { name: /Best first/ }));
  await person.click(await screen.findByRole('option', { name: 'Worst first' }));
  expect(names()).toEqual(['Vagn 2', '=Vagn 1']);
});

test('REP-013: a trend needs two months with a score; rows without a figure stand last in either order', () => {
  expect(trendOf(['2026-03', '2026-04', '2026-05'], [figures(70), figures(null), figures(81)])).toEqual({
    points: 11,
    since: '2026-03',
  });
  expect(trendOf(['2026-03'], [figures(70)])).toBeNull();
  expect(inOrder(REPORT, 'score').map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(inOrder(REPORT, '-score').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(readReportSearch({ group: 'driver', unit: 350000000000001, drivers: '3,x', from: '2026-13' })).toEqual({
    group: 'driver',
    unit: '350000000000001',
    drivers: '3',
  });
});
