import type { Refuelling, RefuellingInput } from '@spora/contract/refuelling/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { RefuellingSheet } from './public/refuelling-sheet.tsx';
import { RefuellingTab } from './public/refuelling-tab.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const IMEI = '350000000000017';
const entry = (over: Partial<Refuelling> = {}): Refuelling => ({
  id: 5,
  at: '2026-04-01T10:15:20.000Z',
  fuel_type: 'diesel',
  amount: 48.2,
  price: 912.4,
  currency: 'SEK',
  odometer_km: 12_000,
  per_10km: 0.62,
  station: 'Macken i Sala',
  note: '',
  recorded_by: 'Dag Driver',
  is_masked: false,
  has_receipt: false,
  can: { edit: true },
  ...over,
});
const list =
  (rows: Refuelling[], canAdd = true) =>
  () => ({
    rows,
    has_more: false,
    draft: { fuel_type: 'diesel' as const, odometer_km: 12_345, currency: 'NOK' as const },
    can: { add: canAdd },
  });
const open = (answers: FakeAnswers, ui = <RefuellingTab imei={IMEI} name="Skåpbil" />) => {
  const send = fakeSend(answers);
  return renderScreen(ui, { send, user: signedInUser() }).then(() => send);
};
const bodies = (send: Awaited<ReturnType<typeof open>>): RefuellingInput[] =>
  send.requests.filter(({ id }) => id === 'refuelling.save').map(({ body }) => body as RefuellingInput);

test('13-A1: where a boat was filled its reading says nautical miles before the kilometres that are entered', async () => {
  const tab = (
    <AboutUnit kind="boat">
      <RefuellingTab imei={IMEI} name="Havsörn" />
    </AboutUnit>
  );
  await open({ 'refuelling.list': list([entry({ odometer_km: 1852 })]) }, tab);
  expect(await screen.findByText(/^1.000.nm \(1.852.km\)$/)).toBeTruthy();
});

test('TRIP-035: an entry with the odometer of the one before says so, since nothing can be told of what was used', async () => {
  const rows = [
    entry({ id: 7, per_10km: null }),
    entry({ id: 6, fuel_type: 'electric', odometer_km: 11_990 }),
    entry({ id: 5 }),
    entry({ id: 4, odometer_km: null, per_10km: null }),
  ];
  await open({ 'refuelling.list': list(rows) });
  const told = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent.includes('Same as last time'));
  expect(told).toEqual([true, false, false, false]);
});

test('TRIP-035: the unit’s page lists what was filled, with price in its currency, odometer and what was used; a masked one says why it tells no more', async () => {
  await open({
    'refuelling.list': list([
      entry(),
      entry({
        id: 6,
        is_masked: true,
        station: '',
        recorded_by: '',
        price: null,
        currency: null,
        can: { edit: false },
        fuel_type: 'electric',
      }),
    ]),
  });
  const [, first, masked] = await screen.findAllByRole('row');
  expect(first!.textContent).toMatch(/48\.20\sl/);
  expect(first!.textContent).toMatch(/912\.40\sSEK/);
  expect(first!.textContent).toContain('0.62 l per 10 km');
  expect(first!.textContent).toContain('Macken i Sala');
  expect(masked!.textContent).toMatch(/kWh/);
  expect(masked!.textContent).toContain('Private driving');
  expect(masked!.textContent).not.toContain('12:15');
  expect(masked!.textContent).not.toContain('Noted by');
  expect(within(masked!).queryByRole('button')).toBeNull();
});

test('TRIP-035: with nothing noted the page says what to do, and offers it to whoever may', async () => {
  await open({ 'refuelling.list': list([]) });
  expect(await screen.findByText('Nothing recorded yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Record refuelling or charging' })).toBeTruthy();
  cleanup();
  await open({ 'refuelling.list': list([], false) });
  expect(await screen.findByText('Nothing recorded yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Record refuelling or charging' })).toBeNull();
});

test('TRIP-035: a new entry starts from now, the unit’s fuel, its odometer and the account’s currency, so that a driver types an amount and a price', async () => {
  const user = userEvent.setup();
  const before = Math.floor(Date.now() / 60_000) * 60_000;
  const send = await open(
    { 'refuelling.list': list([]), 'refuelling.save': () => ({ id: 9 }) },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '31.5');
  await user.type(screen.getByRole('textbox', { name: 'Total price' }), '640');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(send)).toHaveLength(1));
  expect(bodies(send)[0]).toMatchObject({
    fuel_type: 'diesel',
    amount: 31.5,
    price: 640,
    currency: 'NOK',
    odometer_km: 12_345,
    confirmed: false,
  });
  expect(Date.parse(bodies(send)[0]!.at)).toBeGreaterThanOrEqual(before);
});

test('TRIP-035: from the log of several units the driver says which one; without an amount nothing is sent and the field says so', async () => {
  const user = userEvent.setup();
  const units = [
    { imei: IMEI, label: 'Skåpbil' },
    { imei: '350000000000025', label: 'Lastbil' },
  ];
  const send = await open({ 'refuelling.list': list([]) }, <RefuellingSheet units={units} onClose={() => undefined} />);
  // All that will be asked is there at once, and waits for the unit.
  const amountOf = (): HTMLElement => screen.getByRole('textbox', { name: 'Amount' });
  expect(amountOf().matches(':disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Save' }).matches(':disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Cancel' }).matches(':disabled')).toBe(false);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Unit' }), 'Lastbil');
  await waitFor(() => expect(amountOf().matches(':disabled')).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const amount = screen.getByRole('textbox', { name: 'Amount' });
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(amount);
  expect(bodies(send)).toEqual([]);
});

test('TRIP-035: an odometer that does not fit is asked about; what was typed stays, and a second press saves it', async () => {
  const user = userEvent.setup();
  const send = await open(
    {
      'refuelling.list': list([entry()]),
      'refuelling.save': ({ body }) => {
        if (!body.confirmed) throw new ApiError(409, 'ConfirmRefuelling');
        return { id: 5 };
      },
    },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} entry={entry()} onClose={() => undefined} />,
  );
  const odometer = await screen.findByRole('textbox', { name: 'Odometer' });
  await user.clear(odometer);
  await user.type(odometer, '11000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/does not match the entries/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(bodies(send)).toHaveLength(2));
  // The minute was not changed, so its seconds stay.
  expect(bodies(send)[1]).toMatchObject({ id: 5, at: '2026-04-01T10:15:20.000Z', odometer_km: 11_000, confirmed: true });
});

test('TRIP-035: an odometer that is the one of the filling before is asked about at its field', async () => {
  const user = userEvent.setup();
  const send = await open(
    {
      'refuelling.list': list([]),
      'refuelling.save': ({ body }) => {
        if (!body.confirmed) throw new ApiError(409, 'ConfirmSameOdometer');
        return { id: 5 };
      },
    },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '20');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const odometer = screen.getByRole('textbox', { name: /^Odometer/ });
  expect(await screen.findAllByText(/^The same odometer as last time/)).toHaveLength(1);
  expect(odometer.getAttribute('aria-invalid')).toBe('true');
  expect(odometer.closest<HTMLElement>('[data-invalid]')!.dataset['question'], 'it may be right').toBe('true');
  expect(document.activeElement, 'in sight, also where the button is far below it').toBe(odometer);
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(bodies(send)).toHaveLength(2));
  expect(bodies(send)[1]).toMatchObject({ odometer_km: 12_345, confirmed: true });
});

test('TRIP-035: an amount and a price far from those before are asked about at their fields with what is usual; saved, it can be undone', async () => {
  const user = userEvent.setup();
  const before = [8, 7, 6].map((id) => entry({ id, amount: 50, price: 950, currency: 'NOK' }));
  const send = await open(
    {
      'refuelling.list': list(before),
      'refuelling.save': ({ body }) => {
        if (!body.confirmed) throw new ApiError(409, 'ConfirmFilling');
        return { id: 9 };
      },
      'refuelling.remove': () => ({}),
    },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
  await user.type(screen.getByRole('textbox', { name: 'Total price' }), '10');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^500.l is far more than the most of the last times, 50.l\./)).toBeTruthy();
  expect(screen.getByText(/^That makes 0.02.NOK\/l; lately it was about 19.00.NOK\/l\./)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Amount/ }));
  expect(screen.queryByText(/^The amount or the price is far/), 'it stands at the fields').toBeNull();
  // Another amount is another question.
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '1');
  expect(screen.queryByText(/is far more than/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(bodies(send).map(({ confirmed }) => confirmed)).toEqual([false, false, true]));
  expect(await screen.findByText('Saved for Skåpbil')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(send.requests.find(({ id }) => id === 'refuelling.remove')?.params).toEqual({ imei: IMEI, id: 9 }));
});

test('TRIP-035: the form says when the last filling was and how much; of which unit it is comes first', async () => {
  const user = userEvent.setup();
  const units = [
    { imei: IMEI, label: 'Skåpbil' },
    { imei: '350000000000025', label: 'Lastbil' },
  ];
  const last = entry({ amount: 13.2, at: '2026-04-01T10:15:20.000Z' });
  await open({ 'refuelling.list': list([last]) }, <RefuellingSheet units={units} onClose={() => undefined} />);
  expect(await screen.findByText('Choose the unit first; then the rest can be filled in.')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'Skåpbil');
  expect((await screen.findByText(/^Last time: /)).textContent).toMatch(/13.20.l, 2026-04-01 \d\d:15\.$/);
  expect(screen.queryByText('Choose the unit first; then the rest can be filled in.')).toBeNull();
  cleanup();
  const hidden = entry({ is_masked: true });
  await open({ 'refuelling.list': list([hidden]) }, <RefuellingSheet units={units.slice(0, 1)} onClose={() => undefined} />);
  await screen.findByRole('textbox', { name: 'Amount' });
  expect(screen.queryByText(/^Last time: /), 'not of somebody’s private trip').toBeNull();
});

test('UNIT-022, TRIP-035: an odometer that the vehicle has passed is asked about before it is sent, and the field says what it should show', async () => {
  const user = userEvent.setup();
  const send = await open(
    { 'refuelling.list': list([]), 'refuelling.save': () => ({ id: 5 }) },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '20');
  expect(screen.queryByText(/^Should show about/), 'it stands in the field').toBeNull();
  const odometer = screen.getByRole<HTMLInputElement>('textbox', { name: /^Odometer/ });
  expect(odometer.value.replaceAll(/\s/g, ' '), 'grouped as it is told elsewhere').toBe('12 345');
  expect(screen.getByText(/^From the tracker/), 'nobody has read it off').toBeTruthy();
  expect(screen.queryByText(/^Kept with this entry alone/)).toBeNull();
  await user.clear(odometer);
  await user.type(odometer, '12');
  expect(screen.getByText(/^Should show about 12.345.km\.$/)).toBeTruthy();
  expect(screen.getByText(/^Kept with this entry alone/), 'it is no reading of the unit').toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The vehicle has already gone further than that/)).toBeTruthy();
  expect(odometer.getAttribute('aria-invalid'), 'it stands at the field').toBe('true');
  expect(bodies(send)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(bodies(send)).toHaveLength(1));
  expect(bodies(send)[0]).toMatchObject({ odometer_km: 12, confirmed: true });
});

test('TRIP-035: a receipt that cannot be saved is told apart from its entry, and another try adds no second entry', async () => {
  const user = userEvent.setup();
  let tries = 0;
  const send = await open(
    {
      'refuelling.list': list([]),
      'refuelling.save': () => ({ id: 9 }),
      'refuelling.set-receipt': () => {
        tries += 1;
        if (tries === 1) throw new ApiError(422, 'ImageBroken');
        if (tries === 2) throw new ApiError(503, 'SomethingWentWrong');
        return {};
      },
    },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '20');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(input, new File(['bytes'], 'kvitto.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('kvitto.jpg')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The entry is saved, but not its receipt/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' }), 'a picture that was refused is refused again').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tries).toBe(3));
  expect(bodies(send).map(({ id }) => id)).toEqual([undefined, 9, 9]);
});

test('TRIP-035: an entry taken away is brought back by undoing it', async () => {
  const user = userEvent.setup();
  const send = await open({
    'refuelling.list': list([entry()]),
    'refuelling.remove': () => ({}),
    'refuelling.restore': () => ({}),
  });
  await user.click(await screen.findByRole('button', { name: /^Remove: 2026-04-01/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(send.requests.some(({ id }) => id === 'refuelling.restore')).toBe(true));
});

test('TRIP-035: in the hour that clocks show twice a new entry is of the moment it was opened in, and not of an hour to come', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-25T00:30:20Z') });
  try {
    const user = userEvent.setup();
    const send = await open(
      { 'refuelling.list': list([]), 'refuelling.save': () => ({ id: 9 }) },
      <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} onClose={() => {}} />,
    );
    await user.type(await screen.findByLabelText('Amount'), '40');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(send)).toHaveLength(1));
    expect(bodies(send)[0]!.at).toBe('2026-10-25T00:30:20.000Z');
  } finally {
    vi.useRealTimers();
  }
});

test('ERR-041: what somebody else made of an entry meanwhile is shown; taking theirs fills the form with it', async () => {
  let now = entry();
  const send = await open(
    {
      'refuelling.list': () => list([now])(),
      'refuelling.save': ({ body }) => {
        if (body.was && body.was['station'] !== now.station) throw new ApiError(409, 'ChangedMeanwhile');
        return { id: 5 };
      },
    },
    <RefuellingSheet units={[{ imei: IMEI, label: 'Skåpbil' }]} entry={entry()} onClose={() => undefined} />,
  );
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  await userEvent.clear(amount);
  await userEvent.type(amount, '50');
  now = entry({ station: 'Macken i Avesta' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Station is now: Macken i Avesta')).toBeDefined();
  expect(amount.value).toBe('50');
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Station/).value).toBe('Macken i Avesta');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(send)).toHaveLength(2));
  expect(bodies(send).map(({ was }) => was?.['station'])).toEqual(['Macken i Sala', 'Macken i Avesta']);
});
