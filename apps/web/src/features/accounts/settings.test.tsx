import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Rate } from '@spora/contract/accounts/settings';
import type { DataOf } from '@spora/contract/endpoint-map';
import { readAmount } from '../../lib/amount.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, readAs, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { CarBenefitScreen } from './car-benefit-screen.tsx';
import { RemovalBanner } from './components/removal-panel.tsx';
import { DataScreen } from './data-screen.tsx';
import { FuelPriceScreen } from './fuel-price-screen.tsx';
import { OptionsScreen } from './options-screen.tsx';
import { rateLines } from './settings-model.ts';

afterEach(cleanup);

const rateOf = (id: number, amount: number, valid_from: string, more: Partial<Rate> = {}): Rate => ({
  id,
  kind: 'fuel',
  subject: 'diesel',
  amount,
  currency: 'SEK',
  valid_from,
  ...more,
});
const PRICES = {
  rates: [rateOf(3, 22, '2026-12-01'), rateOf(2, 21.5, '2026-04-01'), rateOf(1, 19.9, '2026-01-01')],
  currency: 'SEK' as const,
  today: '2026-11-22',
};
const sentTo = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((request) => request.id === id).map(({ body, params }) => body ?? params);

test('ADM-015: a line tells what is in force today and what comes next, whatever the order', () => {
  const line = rateLines(PRICES.rates.toReversed(), 'fuel', '2026-11-22').find(({ subject }) => subject === 'diesel');
  expect([line?.current?.id, line?.next?.id]).toEqual([2, 3]);
  expect(rateLines(PRICES.rates, 'fuel', '2025-12-31').find(({ subject }) => subject === 'diesel')?.current).toBeNull();
});

test('ADM-015: an amount is read with a comma or a dot, and what is no number is none', () => {
  expect(['19,5', '19.5', '1 200,25', '-1', '', 'x', '1,2,3'].map(readAmount)).toEqual([
    19.5,
    19.5,
    1200.25,
    -1,
    null,
    null,
    null,
  ]);
});

test('ADM-001, ADM-015: an administrator sees today’s price, sets a new one with a comma, and takes back only what is to come', async () => {
  const send = fakeSend({
    'accounts.fuel-price': () => PRICES,
    'accounts.set-fuel-price': () => rateOf(4, 20.25, '2026-11-22'),
    'accounts.remove-fuel-price': () => ({}),
  });
  await renderScreen(<FuelPriceScreen />, { send, user: signedInUser() });
  const table = await screen.findByRole('table', { name: 'Fuel prices' });
  const diesel = within(table).getByRole('row', { name: /Diesel/ });
  expect(diesel.textContent).toContain('21.50');
  expect(diesel.textContent).toContain('2026-12-01');
  const form = within(screen.getByRole('form', { name: 'New price' }));
  await userEvent.selectOptions(form.getByLabelText('Fuel'), 'diesel');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Enter an amount.')).toBeDefined();
  expect(sentTo(send, 'accounts.set-fuel-price')).toEqual([]);
  await userEvent.type(form.getByLabelText('Price'), '20,25');
  expect(hasUnsaved()).toBe(true);
  form.getByRole('spinbutton', { name: /^day/ }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(form.getByText(/from 2026-11-21/)).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(readAs('Diesel: saved from 2026-11-22'))).toBeDefined();
  expect(sentTo(send, 'accounts.set-fuel-price')).toEqual([
    { kind: 'fuel', subject: 'diesel', amount: 20.25, valid_from: '2026-11-21', was: { amount: null } },
  ]);
  const removals = screen.getAllByText('Remove');
  expect(removals).toHaveLength(1);
  await userEvent.click(removals[0]!);
  await waitFor(() => expect(sentTo(send, 'accounts.remove-fuel-price')).toEqual([{ id: 3 }]));
});

test('REP-005: a reimbursement of nothing is refused beside its field, and what was typed stays', async () => {
  const send = fakeSend({
    'accounts.fuel-price': () => ({ ...PRICES, rates: [] }),
    'accounts.set-fuel-price': () => {
      throw new ApiError(422, { amount: ['AmountMoreThanZero'] });
    },
  });
  await renderScreen(<FuelPriceScreen />, { send, user: signedInUser() });
  const form = within(await screen.findByRole('form', { name: 'New reimbursement' }));
  await userEvent.type(form.getByLabelText('Reimbursement'), '0');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('The amount must be more than 0.')).toBeDefined();
  expect(form.getByLabelText<HTMLInputElement>('Reimbursement').value).toBe('0');
});

test('ADM-001, REP-006: car benefit begins with the country’s figures, which an administrator changes from a day', async () => {
  const figures = { benefit_factor: 1.2, reduced_line_km: 30_000, private_occasions_max: 10, private_km_max: 1000 };
  const send = fakeSend({
    'accounts.car-benefit': () => ({
      settings: [{ valid_from: '', ...figures, is_default: true }],
      today: '2026-11-22',
      units: [{ imei: '356307042441013', name: 'Volvo 1', has_fuel_benefit: true }],
    }),
    'accounts.set-car-benefit': () => ({}),
  });
  await renderScreen(<CarBenefitScreen />, {
    send,
    user: signedInUser(),
  });
  expect(await screen.findByText(/The country's figures/)).toBeDefined();
  // Year, month, day in every browser's language (I18N-010): none of the browser's own date fields.
  expect(document.querySelector('input[type=date]:not([tabindex="-1"])')).toBeNull();
  expect(screen.getByRole('link', { name: 'Volvo 1' })).toBeDefined();
  const factor = screen.getByLabelText<HTMLInputElement>('Fuel benefit factor');
  await userEvent.clear(factor);
  await userEvent.type(factor, '1,1');
  await userEvent.clear(screen.getByLabelText('Slight private use, times a year'));
  screen.getByRole('spinbutton', { name: /^day/ }).focus();
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sentTo(send, 'accounts.set-car-benefit')).toEqual([
    {
      ...figures,
      valid_from: '2026-11-23',
      benefit_factor: 1.1,
      private_occasions_max: null,
      was: { benefit_factor: null, reduced_line_km: null, private_occasions_max: null, private_km_max: null },
    },
  ]);
});

test('ERR-041: a price that somebody else has set for the same day meanwhile is told, and taken or overwritten', async () => {
  let rates = PRICES.rates;
  const send = fakeSend({
    'accounts.fuel-price': () => ({ ...PRICES, rates }),
    'accounts.set-fuel-price': ({ body }) => {
      if (body.was === undefined) return rateOf(5, 20.25, '2026-11-22');
      rates = [rateOf(5, 18, '2026-11-22'), ...PRICES.rates];
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<FuelPriceScreen />, { send, user: signedInUser() });
  const form = within(await screen.findByRole('form', { name: 'New price' }));
  const price = form.getByLabelText<HTMLInputElement>('Price');
  await userEvent.selectOptions(form.getByLabelText('Fuel'), 'diesel');
  await userEvent.type(price, '20,25');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Diesel from 2026-11-22 is now: 18.00 SEK')).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: 'Use theirs' }));
  expect([price.value, hasUnsaved()]).toEqual(['', false]);

  await userEvent.type(price, '20,25');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await userEvent.click(await form.findByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText(readAs('Diesel: saved from 2026-11-22'))).toBeDefined();
  const wanted = { kind: 'fuel', subject: 'diesel', amount: 20.25, valid_from: '2026-11-22' };
  expect(sentTo(send, 'accounts.set-fuel-price')).toEqual([
    { ...wanted, was: { amount: null } },
    { ...wanted, was: { amount: 18 } },
    wanted,
  ]);
});

test('ERR-041: and so are figures of car benefit', async () => {
  const figures = { benefit_factor: 1.2, reduced_line_km: 30_000, private_occasions_max: 10, private_km_max: 1000 };
  const theirs = { valid_from: '2026-11-22', ...figures, benefit_factor: 0.9, is_default: false };
  let isOther = false;
  const send = fakeSend({
    'accounts.car-benefit': () => ({
      settings: [...(isOther ? [theirs] : []), { valid_from: '', ...figures, is_default: true }],
      today: '2026-11-22',
      units: [],
    }),
    'accounts.set-car-benefit': () => {
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<CarBenefitScreen />, { send, user: signedInUser() });
  const factor = await screen.findByLabelText<HTMLInputElement>('Fuel benefit factor');
  await userEvent.clear(factor);
  await userEvent.type(factor, '1,1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/is now: 0\.90$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect([factor.value, hasUnsaved()]).toEqual(['0.9', false]);
});

const OPTIONS: FakeAnswers = {
  'accounts.options': () => ({
    alert_language: 'sv',
    alert_time_zone: 'Europe/Stockholm',
    alert_time_zones: ['Europe/Stockholm', 'Europe/London', 'Asia/Kathmandu'],
    purpose_required: false,
    driver_required: false,
    monthly_attest_reminder: true,
  }),
  'accounts.reminders': () => ({
    matters: [
      { matter: 'notice', waiting: 3, may_remind: 2 },
      { matter: 'invitation', waiting: 0, may_remind: 0 },
    ],
  }),
  'accounts.set-options': () => ({}),
  'accounts.other-trip-type': () => ({ name: '', colour: null, purpose_required: false, draws_route: false }),
  'accounts.set-other-trip-type': () => ({}),
  'accounts.send-reminders': () => ({ sent: 2, too_soon: 1 }),
};

test('ADM-001, TRIP-003: the other trip type gets the account’s name at once, everywhere in this session', async () => {
  const send = fakeSend(OPTIONS);
  await renderScreen(<OptionsScreen />, { send, user: signedInUser() });
  await userEvent.type(await screen.findByLabelText('What you call it'), ' Jour ');
  await userEvent.click(within(screen.getByRole('form', { name: 'Other trip type' })).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sentTo(send, 'accounts.set-other-trip-type')).toEqual([{ name: 'Jour', was: { name: '' } }]);
  expect(screen.getByLabelText<HTMLInputElement>('What you call it').value).toBe('Jour');
});

test('TRIP-004, TRIP-011: the third type gets a colour, asks for a purpose and shows its route; only what was changed is sent, and a refusal leaves what was chosen', async () => {
  let tries = 0;
  const send = fakeSend({
    ...OPTIONS,
    'accounts.other-trip-type': () => ({ name: 'Jour', colour: null, purpose_required: false, draws_route: false }),
    'accounts.set-other-trip-type': () => {
      tries++;
      if (tries === 1) throw new ApiError(422, { colour: ['InvalidColour'] });
      return {};
    },
  });
  await renderScreen(<OptionsScreen />, { send, user: signedInUser({ OtherTripType: 'Jour' }) });
  const form = within(await screen.findByRole('form', { name: 'Other trip type' }));
  expect(form.queryByLabelText('Choose the colour')).toBeNull();
  await userEvent.click(form.getByLabelText('A colour of its own'));
  fireEvent.change(form.getByLabelText('Choose the colour'), { target: { value: '#c2410c' } });
  await userEvent.click(form.getByLabelText('These trips need a purpose'));
  await userEvent.click(form.getByLabelText('The trip log shows their route'));
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Choose a colour.')).toBeDefined();
  expect(form.getByLabelText<HTMLInputElement>('Choose the colour').value).toBe('#c2410c');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sentTo(send, 'accounts.set-other-trip-type')[1]).toEqual({
    colour: '#c2410c',
    purpose_required: true,
    draws_route: true,
    was: { colour: null, purpose_required: false, draws_route: false },
  });
  // The session knows it at once: nothing is left to save.
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.click(form.getByLabelText('A colour of its own'));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentTo(send, 'accounts.set-other-trip-type')[2]).toMatchObject({ colour: null, was: { colour: '#c2410c' } }),
  );
});

test('DRV-007, ADM-015: what a passenger adds per 10 km is set beside the reimbursement for the car', async () => {
  const saved = rateOf(7, 1.5, '2026-11-22', { kind: 'reimbursement', subject: 'passenger' });
  const send = fakeSend({
    'accounts.fuel-price': () => ({ ...PRICES, rates: [{ ...saved, amount: 1.25 }] }),
    'accounts.set-fuel-price': () => saved,
  });
  await renderScreen(<FuelPriceScreen />, { send, user: signedInUser() });
  const table = await screen.findByRole('table', { name: 'Reimbursement per 10 km' });
  expect(within(table).getByRole('row', { name: /Passenger/ }).textContent).toContain('1.25');
  const form = within(screen.getByRole('form', { name: 'New reimbursement' }));
  await userEvent.selectOptions(form.getByLabelText('What for'), 'Passenger');
  await userEvent.type(form.getByLabelText('Reimbursement'), '1,5');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(readAs('Passenger: saved from 2026-11-22'))).toBeDefined();
  expect(sentTo(send, 'accounts.set-fuel-price')).toMatchObject([{ kind: 'reimbursement', subject: 'passenger', amount: 1.5 }]);
});

test('I18N-004, CONST-045, ROLE-008: alerts have a language and one of the zones that the server offers', async () => {
  const send = fakeSend(OPTIONS);
  await renderScreen(<OptionsScreen />, { send, user: signedInUser() });
  await userEvent.selectOptions(await screen.findByLabelText('Alarm language'), 'no');
  await userEvent.selectOptions(screen.getByLabelText('Alarm time zone'), 'Asia/Kathmandu');
  await userEvent.click(within(screen.getByRole('form', { name: 'Alarms' })).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentTo(send, 'accounts.set-options')).toEqual([
      {
        alert_language: 'no',
        alert_time_zone: 'Asia/Kathmandu',
        was: { alert_language: 'sv', alert_time_zone: 'Europe/Stockholm' },
      },
    ]),
  );
});

test('TRIP-023, ATT-010, ATT-014: what a log must have before it is attested is chosen here; only what was changed is sent', async () => {
  const send = fakeSend(OPTIONS);
  await renderScreen(<OptionsScreen />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByLabelText('Business trips need a purpose'));
  await userEvent.click(screen.getByLabelText('Remind drivers every month'));
  await userEvent.click(within(screen.getByRole('form', { name: 'Attestation' })).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sentTo(send, 'accounts.set-options')).toEqual([
    { purpose_required: true, monthly_attest_reminder: false, was: { purpose_required: false, monthly_attest_reminder: true } },
  ]);
});

test('ADM-017: reminders say who is waited for and who was written to already', async () => {
  const send = fakeSend(OPTIONS);
  await renderScreen(<OptionsScreen />, { send, user: signedInUser() });
  expect(await screen.findByText('3 users have not read the information for drivers.')).toBeDefined();
  expect(screen.getByText('1 was reminded within the last 24 hours.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remind 2 users' }));
  expect(await screen.findByText('2 reminders are on their way')).toBeDefined();
});

test('ERR-041: what somebody else made of the alerts meanwhile is told, and taken or overwritten', async () => {
  let zone = 'Europe/Stockholm';
  const send = fakeSend({
    ...OPTIONS,
    'accounts.options': (input) => ({
      ...(OPTIONS['accounts.options']!(input) as DataOf<'accounts.options'>),
      alert_time_zone: zone,
    }),
    'accounts.set-options': ({ body }) => {
      if (body.was === undefined) return {};
      zone = 'Europe/London';
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<OptionsScreen />, { send, user: signedInUser() });
  const field = await screen.findByLabelText<HTMLSelectElement>('Alarm time zone');
  const form = within(screen.getByRole('form', { name: 'Alarms' }));
  await userEvent.selectOptions(field, 'Asia/Kathmandu');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Alarm time zone is now: Europe/London')).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: 'Use theirs' }));
  expect([field.value, hasUnsaved()]).toEqual(['Europe/London', false]);

  await userEvent.selectOptions(field, 'Asia/Kathmandu');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await userEvent.click(await form.findByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(sentTo(send, 'accounts.set-options')).toEqual([
    { alert_time_zone: 'Asia/Kathmandu', was: { alert_time_zone: 'Europe/Stockholm' } },
    { alert_time_zone: 'Asia/Kathmandu', was: { alert_time_zone: 'Europe/London' } },
    { alert_time_zone: 'Asia/Kathmandu' },
  ]);
});

const REMOVAL = { asked_at: null, due_at: null, asked_by: null, waiting_days: 14, units: 4, users: 3, trips: 120 };
const DATA: FakeAnswers = {
  'accounts.retention': () => ({
    position_months: 3,
    private_position_months: 1,
    position_months_max: 24,
    log_years: 7,
    audit_months: 12,
    delivery_log_days: 90,
  }),
  'accounts.preview-retention': () => ({
    erased_at: '2026-11-23T01:53:00Z',
    positions_before: '2026-10-23',
    private_positions_before: '2026-10-23',
    records: 12_345,
    routes: 7,
    private_trips: 2,
  }),
  'accounts.set-retention': () => ({}),
  'accounts.removal': () => REMOVAL,
};
const openData = async (answers: FakeAnswers = {}, who: Parameters<typeof signedInUser>[0] = {}) => {
  const send = fakeSend({ ...DATA, ...answers });
  await renderScreen(<DataScreen />, { send, user: signedInUser(who) });
  return send;
};

test('ADM-021: before a shorter time is saved the consequence stands there; private trips follow and are never kept longer', async () => {
  const send = await openData();
  const positions = await screen.findByLabelText('Positions');
  await userEvent.selectOptions(screen.getByLabelText('Positions of private trips'), '3');
  await userEvent.selectOptions(positions, '1');
  expect(screen.getByLabelText<HTMLSelectElement>('Positions of private trips').value).toBe('1');
  expect(await screen.findByText(/about 12.?345 positions/)).toBeDefined();
  expect(screen.getByText('The routes on the map of 7 trips')).toBeDefined();
  expect(sentTo(send, 'accounts.set-retention')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save and erase what is older' }));
  await waitFor(() =>
    expect(sentTo(send, 'accounts.set-retention')).toEqual([
      { position_months: 1, private_position_months: 1, was: { position_months: 3 } },
    ]),
  );
});

test('ADM-021: a longer time erases nothing and asks for no courage', async () => {
  const send = await openData();
  await userEvent.selectOptions(await screen.findByLabelText('Positions'), '6');
  expect(screen.getByText(/Nothing is erased/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentTo(send, 'accounts.set-retention')).toEqual([
      { position_months: 6, private_position_months: 1, was: { position_months: 3 } },
    ]),
  );
});

test('SEC-015: the removal tells what goes and asks for the password; a wrong one stands beside its field', async () => {
  let tries = 0;
  const send = await openData({
    'accounts.ask-removal': () => {
      tries++;
      if (tries === 1) throw new ApiError(422, { password: ['WrongPassword'] });
      return { due_at: '2026-12-06T10:00:00Z' };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the account' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('120 trips in the log')).toBeDefined();
  const remove = dialog.getByRole('button', { name: 'Remove Norrbud' });
  await userEvent.type(dialog.getByLabelText('Current password'), 'wrong');
  await userEvent.click(remove);
  expect(await dialog.findByText('The password is wrong.')).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Current password'), '!');
  await userEvent.click(remove);
  expect(await screen.findByText('The removal has been requested')).toBeDefined();
  expect(sentTo(send, 'accounts.ask-removal')).toEqual([{ password: 'wrong' }, { password: 'wrong!' }]);
});

test('SEC-015: what a company may have to keep by law is told to companies; a private person is told that the log goes', async () => {
  const told = async (who: Parameters<typeof signedInUser>[0]): Promise<string> => {
    await openData({}, who);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the account' }));
    return (await screen.findByRole('dialog')).textContent;
  };
  expect(await told({})).toContain('The law may require your company');
  cleanup();
  const own = await told({ IsPrivatePerson: true });
  expect(own).toContain('The trip log is deleted too.');
  expect(own).not.toContain('company');
});

test('SEC-015: while the account waits for its end, every page tells administrators, and one press keeps it', async () => {
  const send = fakeSend({ 'accounts.undo-removal': () => ({}) });
  await renderScreen(<RemovalBanner />, { send, user: signedInUser({ RemovalDueAt: '2026-12-06T10:00:00Z' }) });
  expect(screen.getByText(/everything in it will be removed on 2026-12-06/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Keep the account' }));
  expect(await screen.findByText('The account is kept')).toBeDefined();
  expect(screen.queryByText(/everything in it will be removed/)).toBeNull();
});
