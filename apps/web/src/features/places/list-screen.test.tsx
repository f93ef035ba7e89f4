import type { Place } from '@spora/contract/places/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { PlacesScreen } from './list-screen.tsx';
import { type PlaceSearch, readPlaceSearch } from './model.ts';
import { place } from './testing.ts';

afterEach(cleanup);

const OFFICE = place({
  id: 1,
  label: 'Kontoret',
  address: 'Hornsgatan 84, 118 21 Stockholm, Södermanland, Sverige',
  visits: 4,
  rules: [
    { when: 'stop', other_place_id: null, imeis: null, type: 'business', purpose: 'Möte', project: '', note: '' },
    { when: 'between', other_place_id: 2, imeis: null, type: 'private', purpose: '', project: '', note: '' },
  ],
});
const STORE = place({ id: 2, label: 'Lagret', visits: 12, is_active: false, imeis: ['1'], unit_names: ['Skåpbil Norr'] });
const SHED = place({ id: 3, label: 'Ängsladan', visits: 0, can: { edit: false } });

function Held() {
  const [search, setSearch] = useState<PlaceSearch>({});
  return <PlacesScreen search={search} onSearch={(patch) => setSearch((before) => readPlaceSearch({ ...before, ...patch }))} />;
}
async function open(
  places: Place[],
  {
    answers = {},
    can = { add: true, for_all_units: true },
  }: { answers?: FakeAnswers; can?: { add: boolean; for_all_units: boolean } } = {},
) {
  const send = fakeSend({ 'places.list': () => ({ places, can }), ...answers });
  await renderScreen(<Held />, { send, language: 'sv', user: signedInUser() });
  return send;
}
const names = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);

test('PLACE-005, PLACE-006: each place is told with address, units, rules in words and the visits of 30 days', async () => {
  await open([OFFICE, STORE, SHED]);
  const office = await rowOf('Kontoret');
  const address = office.getByTitle(OFFICE.address);
  expect(address.textContent).toHaveLength(50);
  expect(office.getByText('Alla enheter')).toBeDefined();
  expect(office.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Slutar här: Tjänst, Möte',
    'Mellan här och Lagret: Privat',
  ]);
  expect(office.getByText('4')).toBeDefined();
  expect(screen.getByRole('columnheader', { name: /30 dagar/ })).toBeDefined();
  expect((await rowOf('Lagret')).getByText('Skåpbil Norr')).toBeDefined();
});

test('PLACE-009: of rules of a place that fit the same trips it is said which never applies, and its visits lead to the trips', async () => {
  const [stop] = OFFICE.rules;
  const same = { ...stop!, purpose: 'Service' };
  const some = { ...stop!, imeis: ['1'] };
  const places = [
    { ...OFFICE, rules: [stop!, same, { ...same, when: 'start' as const }] },
    { ...STORE, rules: [some, stop!, { ...some, imeis: [] }] },
  ];
  await open(places, { answers: { 'units.list': () => ({ units: [{ imei: '1', name: 'Skåpbil Norr' }] }) as never } });
  const rules = async (name: string) => (await rowOf(name)).getAllByRole('listitem').map((item) => item.textContent);
  expect(await rules('Kontoret')).toEqual([
    'Slutar här: Tjänst, Möte',
    'Slutar här: Tjänst, Service(gäller aldrig, en regel ovanför går före)',
    'Börjar här: Tjänst, Service',
  ]);
  await waitFor(async () => expect((await rules('Lagret'))[0]).toBe('Slutar här: Tjänst, Möte (bara Skåpbil Norr)'));
  const [, second, third] = await rules('Lagret');
  expect(second, 'the first is for some units alone').not.toContain('gäller aldrig');
  expect(third, 'PLACE-007').toContain('Slutar här: Tjänst, Möte (bara enheter utan spårare)');
  const { searchParams } = new URL((await rowOf('Kontoret')).getByRole<HTMLAnchorElement>('link', { name: '4' }).href);
  expect(searchParams.get('places')).toMatch(/1/);
  expect(searchParams.get('period')).toBe('custom');
});

test('PLACE-005: on a phone a place is a card with its switch beside its name, all else below from one edge, and no rules left out', async () => {
  await open([OFFICE, STORE]);
  const office = (await screen.findByRole('link', { name: 'Kontoret' })).closest('tr')!;
  expect(office.closest('table')?.dataset['dense']).toBe('true');
  expect(office.querySelector('[data-card="aside"] [role="switch"]')).not.toBeNull();
  expect(office.querySelectorAll('td:not([data-card])'), 'none is put at the other edge').toHaveLength(0);
  const blank = (row: Element) =>
    [...row.querySelectorAll<HTMLElement>('[data-blank="true"]')].map((cell) => cell.dataset['label']);
  expect(blank(office)).toEqual([]);
  expect(blank(screen.getByRole('link', { name: 'Lagret' }).closest('tr')!)).toEqual(['Regler']);
});

test('PLACE-005: the list is searched by name, address and unit, narrowed to those in use and sorted by visits', async () => {
  await open([OFFICE, STORE, SHED]);
  await userEvent.type(await screen.findByRole('searchbox'), 'skapbil');
  await waitFor(() => expect(names()).toEqual(['Lagret']));
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(names()).toHaveLength(3));
  const visits = () => screen.getByRole('button', { name: /Besök/ });
  await userEvent.click(visits());
  const once = names();
  await userEvent.click(visits());
  expect([once, names()]).toContainEqual(['Lagret', 'Kontoret', 'Ängsladan']);
  expect(names()).toEqual([...once].reverse());
  await userEvent.type(screen.getByRole('searchbox'), 'finns inte');
  expect(await screen.findByText('Ingen plats passar')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Rensa filtren' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('PLACE-005, API-086: a place is switched off and on in its row; who may not change it cannot, and a refusal is told', async () => {
  let isRefused = false;
  const send = await open([OFFICE, STORE, SHED], {
    answers: {
      'places.set-status': () => {
        if (isRefused) throw new ApiError(403, 'Forbidden');
        return { place: OFFICE };
      },
    },
  });
  const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(name) });
  await screen.findByRole('link', { name: 'Kontoret' });
  expect([switchOf('Kontoret').checked, switchOf('Lagret').checked]).toEqual([true, false]);
  expect(switchOf('Ängsladan').disabled).toBe(true);
  await userEvent.click(switchOf('Kontoret'));
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'places.list')).toHaveLength(2));
  expect(send.requests.find(({ id }) => id === 'places.set-status')).toMatchObject({
    params: { id: 1 },
    body: { active: false },
  });
  isRefused = true;
  await userEvent.click(switchOf('Lagret'));
  expect(await screen.findByText(/behörighet|får inte/)).toBeDefined();
});

test('PLACE-005: without places the list says what they are for; who may add one can, others are not asked to', async () => {
  await open([]);
  expect(await screen.findByText('Inga platser ännu')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ny plats' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  cleanup();
  await open([], { can: { add: false, for_all_units: false } });
  expect(await screen.findByText('Inga platser ännu')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Ny plats' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Importera' })).toBeNull();
});

test('PLACE-005: a list that cannot be loaded says so and can be tried again', async () => {
  let isDown = true;
  await open([], {
    answers: {
      'places.list': () => {
        if (isDown) throw new ApiError(403, 'Forbidden');
        return { places: [OFFICE], can: { add: true, for_all_units: true } };
      },
    },
  });
  expect(await screen.findByRole('alert')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  expect(await screen.findByRole('link', { name: 'Kontoret' })).toBeDefined();
});

type Rows = Awaited<ReturnType<NonNullable<FakeAnswers['places.import']>>>;
const row = { line: 2, label: 'Växjö', address: '', lat: 56.8777, lng: 14.8059, radius: 100, errors: [], added: false };
const importOf = (judge: (text: string, commit: boolean) => Rows) =>
  open([OFFICE], { answers: { 'places.import': ({ body }) => judge(body.text, body.commit ?? false) } });
const choose = async (content: BlobPart[], name = 'platser.csv') => {
  await userEvent.click(await screen.findByRole('button', { name: 'Importera' }));
  await userEvent.upload(await screen.findByLabelText('Fil', { selector: 'input' }), new File(content, name));
};

test('PLACE-013: a chosen file is shown first, each wrong row with its line and the reason; the good ones are added when said so', async () => {
  const send = await importOf((_text, commit) => ({
    rows: [
      { ...row, added: commit },
      { ...row, line: 7, label: 'Utanför', lat: 91, errors: ['InvalidCoordinate'] },
    ],
  }));
  await choose(['name;lat;lng\nVäxjö;56,8777;14,8059']);
  const wrong = within((await screen.findByRole('rowheader', { name: 'Utanför' })).closest('tr')!);
  expect(wrong.getByText('7')).toBeDefined();
  expect(wrong.getByText('Koordinaten går inte att använda. Latitud är −90 till 90, longitud −180 till 180.')).toBeDefined();
  expect(screen.getByText('56,87770; 14,80590')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till 1 plats' }));
  expect(await screen.findByText('1 plats lades till.')).toBeDefined();
  expect(screen.getByText('Tillagd')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Lägg till/ })).toBeNull();
  const sent = send.requests.filter(({ id }) => id === 'places.import').map(({ body }) => body);
  expect(sent).toMatchObject([
    { format: 'csv', commit: false },
    { format: 'csv', commit: true },
  ]);
});

test('PLACE-013: umlauts of an older Excel and of its “Unicode text” arrive as they were written; a KML is known by its name', async () => {
  const latin = Uint8Array.from([...'name;lat;lng\nVäxjö;56;14'].map((letter) => letter.charCodeAt(0)));
  const send = await importOf(() => ({ rows: [row] }));
  await choose([latin]);
  const wide = Uint8Array.from([...'\ufeffname\tlat\nÅmål'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
  await userEvent.upload(screen.getByLabelText('Fil', { selector: 'input' }), new File([wide], 'Platser.CSV'));
  await userEvent.upload(screen.getByLabelText('Fil', { selector: 'input' }), new File(['<kml/>'], 'Platser.KML'));
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'places.import')).toHaveLength(3));
  const bodies = send.requests.filter(({ id }) => id === 'places.import').map(({ body }) => body);
  expect(bodies).toMatchObject([
    { format: 'csv', text: 'name;lat;lng\nVäxjö;56;14' },
    { format: 'csv', text: expect.stringContaining('Åmål') as string },
    { format: 'kml' },
  ]);
});

test('PLACE-013: a file that cannot be read is told with its line, one without places too, and nothing can be added', async () => {
  await importOf((text) => {
    if (text.includes('"')) throw new ApiError(422, { msg: 'CsvQuoteOpen', count: 3 });
    return { rows: [] };
  });
  await choose(['name;lat;lng\n"A']);
  expect(await screen.findByText('Ett citattecken på rad 3 avslutas aldrig.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Lägg till/ })).toBeNull();
  await userEvent.upload(screen.getByLabelText('Fil', { selector: 'input' }), new File(['name;lat;lng'], 'tom.csv'));
  expect(await screen.findByText('Det fanns ingen plats i filen.')).toBeDefined();
});

test('PLACE-013: the list is fetched as CSV and KML; a failure is told', async () => {
  const send = await open([OFFICE], {
    answers: {
      'places.export': () => {
        throw new ApiError(429, 'TooManyRequests');
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'KML' }));
  expect(await screen.findByText(/^Något gick fel/)).toBeDefined();
  expect(send.requests.at(-1)).toMatchObject({ id: 'places.export', params: { format: 'kml' } });
});

test("issue 14, NAV-013: the list is narrowed to the places within a zone, which stands in the page's address", async () => {
  const zone = { id: 7, name: 'Hamnen', lat: OFFICE.lat, lng: OFFICE.lng, radius: 500 };
  const far = place({ id: 4, label: 'Fjällstugan', lat: OFFICE.lat + 1 });
  await open([OFFICE, far], { answers: { 'zones.list': () => ({ geofences: [zone] }) as never } });
  await screen.findByRole('link', { name: 'Fjällstugan' });
  await userEvent.click(await screen.findByRole('button', { name: /I zon/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Hamnen' }));
  await waitFor(() => expect(names()).toEqual(['Kontoret']));
});

test('PLACE-005: the hours of rules stand below them, and a place that is off stands back', async () => {
  const schedule = { is_active: true, intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' }] };
  await open([{ ...OFFICE, schedule }, STORE]);
  expect((await rowOf('Kontoret')).getByText('Gäller mån–fre 07:00–18:00')).toBeDefined();
  const classOf = (name: string) => screen.getByRole('link', { name }).closest('tr')!.className;
  expect([classOf('Kontoret'), classOf('Lagret')]).toEqual(['', expect.stringMatching(/./)]);
});

test('PLACE-009: switched on, a place says what it stands against now, once each; switched off, that it is off', async () => {
  const met = { rule: 0, other_place_id: 9, other_label: 'Kund Två', other_when: 'stop', other_type: 'business' } as const;
  const send = await open([OFFICE], {
    answers: {
      'places.set-status': ({ body }) => ({ place: { ...OFFICE, is_active: Boolean(body.active) } }),
      'places.preview': () => ({
        conflicts: [
          { ...met, decided_by: 'order', wins: false },
          { ...met, decided_by: 'order', wins: false },
          { ...met, other_place_id: OFFICE.id, other_label: 'Kontoret', decided_by: 'order', wins: true },
        ],
        trips: null,
      }),
    },
  });
  const office = await rowOf('Kontoret');
  await userEvent.click(office.getByRole('switch'));
  expect(await screen.findByText(/^Kontoret är avstängd\./)).toBeDefined();
  expect(send.requests.some(({ id }) => id === 'places.preview')).toBe(false);
  cleanup();
  await open([{ ...OFFICE, is_active: false }], {
    answers: {
      'places.set-status': () => ({ place: OFFICE }),
      'places.preview': () => ({ conflicts: [{ ...met, decided_by: 'order', wins: false }], trips: null }),
    },
  });
  await userEvent.click((await rowOf('Kontoret')).getByRole('switch'));
  const said = await screen.findByText(/^Kontoret är påslagen\./);
  expect(said.textContent).toMatch(/Regeln för Kund Två går före regel 1/);
  expect(screen.getByRole('button', { name: 'Visa reglerna' })).toBeDefined();
});
