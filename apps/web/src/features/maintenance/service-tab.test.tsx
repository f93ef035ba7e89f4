import type { ServiceEntry, ServicePlan, ServicePlans } from '@spora/contract/maintenance/endpoints';
import { no } from '@spora/messages/no';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { ServiceTab } from './public/service-tab.tsx';
import { outcomeOf, planFormOf, usualWarnings } from './plan-model.ts';
import { servicePlan } from './testing.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const IMEI = '350000000000017';
const data = (plans: ServicePlan[], over: Partial<ServicePlans> = {}): ServicePlans => ({
  plans,
  now: { day: '2026-11-22', km: 110_000, hours: null },
  per_day: { km: 100, hours: null },
  currency: 'NOK',
  can: { edit: true, record: true },
  ...over,
});
const entry: ServiceEntry = {
  id: 5,
  plan_id: 1,
  kind: 'service',
  name: '',
  done_on: '2026-05-22',
  km: 100_000,
  hours: null,
  workshop: 'Bilverkstan',
  cost: 4321.5,
  currency: 'SEK',
  note: 'Nya bromsar',
  recorded_by: 'Maja Ek',
  recorded_at: '2026-05-22T10:00:00Z',
  pictures: [],
  can: { take_back: true },
};

async function open(answers: FakeAnswers, language: 'en' | 'sv' | 'no' = 'en') {
  const send = fakeSend({ 'maintenance.history': () => ({ rows: [] }), ...answers });
  await renderScreen(<ServiceTab imei={IMEI} unit={{ name: 'Skåpbil', kind: 'vehicle' }} />, {
    send,
    language,
    ...(language === 'no' ? { catalogue: no } : {}),
    user: signedInUser(),
  });
  const bodyOf = (id: string) => send.requests.find((request) => request.id === id)?.body;
  return { send, bodyOf, person: userEvent.setup() };
}

test('13-A1: the plan of a boat says nautical miles before the kilometres that are kept', async () => {
  const send = fakeSend({
    'maintenance.history': () => ({ rows: [] }),
    'maintenance.plans': () => data([servicePlan({ id: 1, interval_km: 1852, remaining_km: 926 })]),
  });
  const tab = (
    <AboutUnit kind="boat">
      <ServiceTab imei={IMEI} unit={{ name: 'Vindila', kind: 'boat' }} />
    </AboutUnit>
  );
  await renderScreen(tab, { send, user: signedInUser() });
  const service = within(await screen.findByRole('article', { name: 'Service' }));
  expect(service.getByText(/^Every 1.000.nm \(1.852.km\)$/)).toBeDefined();
  expect(service.getByText(/500.nm \(926.km\) left/)).toBeDefined();
});

test('SRV-001, SRV-002, SRV-003: a plan says how often, what is left, when it is expected and when it was last done', async () => {
  await open({
    'maintenance.plans': () =>
      data([
        servicePlan({ id: 1, interval_months: 12, remaining_days: 40 }),
        servicePlan({ id: 2, kind: 'inspection', state: 'overdue', remaining_km: -300, forecast_on: null, missing: ['hours'] }),
      ]),
  });
  const service = within(await screen.findByRole('article', { name: 'Service' }));
  expect(service.getByText('In order')).toBeDefined();
  expect(service.getByText(/^Every 15.000.km or 12 months$/)).toBeDefined();
  expect(service.getByText(/^40 days left · 5.000.km left$/)).toBeDefined();
  expect(service.getByText('2027-01-11')).toBeDefined();
  expect(service.getByText('Last done').nextElementSibling?.textContent).toMatch(/^2026-05-22, 100.000.km$/);
  expect(service.getByText('Due').nextElementSibling?.textContent, 'by the average use').toBe('about 2027-01-11');
  const inspection = within(screen.getByRole('article', { name: 'Inspection' }));
  expect(inspection.getByText('Overdue')).toBeDefined();
  expect(inspection.getByText(/300.km overdue/)).toBeDefined();
  expect(inspection.getByText('Too little driving to calculate')).toBeDefined();
  expect(inspection.getByText(/reports no operating hours/)).toBeDefined();
});

test('SRV-003: a plan that falls due on a fixed day says the day, and hours are counted in what Norwegians count them in', async () => {
  const plan = servicePlan({
    id: 1,
    interval_km: null,
    remaining_km: null,
    interval_hours: 500,
    remaining_hours: 300,
    interval_months: 12,
    remaining_days: 40,
    due_on: '2027-01-01',
    forecast_on: '2027-01-01',
  });
  await open({ 'maintenance.plans': () => data([plan], { now: { day: '2026-11-22', km: null, hours: 1577.5 } }) }, 'no');
  const service = within(await screen.findByRole('article', { name: 'Service' }));
  expect(service.getByText('Forfaller').nextElementSibling?.textContent).toBe('2027-01-01');
  expect(service.getByText(/^Intervall: 500.t eller 12 måneder$/)).toBeDefined();
  expect(screen.getByText(/^1.577,5.t$/)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/\d\u00a0h/);
});

test('SRV-002, UNIT-015: a new plan starts from what the unit shows, says what is missing and is then saved', async () => {
  const { bodyOf, send, person } = await open({
    'maintenance.plans': () => data([]),
    'maintenance.save-plan': () => data([servicePlan({ id: 1 })]),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  expect(sheet.getByText('Enter at least one of distance, hours and months.')).toBeDefined();
  expect(send.requests.some(({ id }) => id === 'maintenance.save-plan')).toBe(false);
  await person.type(sheet.getByRole('textbox', { name: 'Distance' }), '15 000');
  await person.type(sheet.getByRole('textbox', { name: 'Time' }), '12');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodyOf('maintenance.save-plan')).toMatchObject({
      kind: 'service',
      interval_km: 15_000,
      interval_hours: null,
      interval_months: 12,
      last_done_on: '2026-11-22',
      last_done_km: 110_000,
      warn_km: 1000,
      warn_hours: 25,
      warn_days: 30,
      repeats: true,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('The plan was added for Skåpbil')).toBeDefined();
});

test('SRV-002, SRV-003: a plan is told before it is saved as it is judged after: when it is due, about when that is, and how it stands', () => {
  const plan = { kind: 'service', interval_km: 15_000, interval_months: 12, warn_km: 1000, warn_days: 30 } as const;
  const of = (last: { last_done_on: string; last_done_km: number }, perDay: number | null = 100) =>
    outcomeOf({ ...plan, ...last }, { day: '2026-11-22', km: 110_000, hours: null }, { km: perDay, hours: null });
  expect(of({ last_done_on: '2026-11-22', last_done_km: 110_000 })).toEqual({
    due: { km: 125_000, hours: null, day: '2027-11-22' },
    warn: { km: 124_000, hours: null, day: '2027-10-23' },
    about: '2027-04-21',
    state: 'ok',
    unknown: [],
  });
  expect(of({ last_done_on: '2026-11-22', last_done_km: 110_000 }, 10)?.about, 'the months come first').toBeNull();
  expect(of({ last_done_on: '2026-11-22', last_done_km: 96_000 })?.state).toBe('due-soon');
  expect(of({ last_done_on: '2026-11-22', last_done_km: 94_000 })?.state).toBe('overdue');
  expect(of({ last_done_on: '2025-11-21', last_done_km: 110_000 })?.state).toBe('overdue');
  expect(outcomeOf({ kind: 'service' }, { day: '2026-11-22', km: 1, hours: 1 }, { km: 1, hours: 1 })).toBeNull();
});

test('SRV-002: nothing is promised of a plan that has not all it counts from, nor of meters that nobody knows', async () => {
  const { person } = await open({ 'maintenance.plans': () => data([]) });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.type(sheet.getByRole('textbox', { name: 'Operating hours' }), '100');
  await person.type(sheet.getByRole('textbox', { name: 'Time' }), '6');
  const outcome = () => sheet.getByRole('region', { name: 'What the plan comes to' }).textContent;
  expect(outcome()).toMatch(/^What the plan comes toEnter the operating hours/);
  await person.type(sheet.getAllByRole('textbox', { name: 'Operating hours' })[1]!, '1500');
  expect(outcome()).toContain('The unit reports no operating hours.');
  expect(outcome(), 'not “in order”').not.toContain('In order');
});

test('SRV-002: a day of which nobody knows what the meter showed leaves the field empty and says so', async () => {
  const { person } = await open({
    'maintenance.plans': ({ query }) => ({
      ...data([], { now: { day: '2026-11-22', km: 46_352, hours: null } }),
      ...(query['on'] === undefined ? {} : { then: { day: query['on'], km: null, hours: null } }),
    }),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.type(sheet.getByRole('textbox', { name: 'Distance' }), '15 000');
  await person.click(sheet.getByRole('spinbutton', { name: /^month/ }));
  await person.keyboard('06');
  // Whoever has to write it from memory is told what it shows now.
  expect(await sheet.findByText(/^Not known for that day. Shows 46.352.km now.$/)).toBeDefined();
  expect(sheet.getByRole('textbox', { name: 'Odometer' })).toHaveProperty('value', '');
});

test('SRV-002, SRV-004: a reading with a digit too many is asked about before it is saved, of a plan as of what was done', async () => {
  const { send, bodyOf, person } = await open({
    'maintenance.plans': () => data([servicePlan({ id: 1 })], { now: { day: '2026-11-22', km: 46_352, hours: null } }),
    'maintenance.record': () => ({ id: 9 }),
    'maintenance.save-plan': () => data([]),
  });
  await person.click(await screen.findByRole('button', { name: 'Mark as done: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  const reading = sheet.getByRole('textbox', { name: 'Odometer' });
  await person.clear(reading);
  await person.type(reading, '463000');
  expect(
    sheet.getByText(/^463.000.km is about ten times what the meter shows now, 46.352.km\. Is there a digit too many/),
  ).toBeDefined();
  await person.click(sheet.getByRole('button', { name: 'Mark as done' }));
  expect(reading.getAttribute('aria-invalid')).toBe('true');
  expect(send.requests.some(({ id }) => id === 'maintenance.record')).toBe(false);
  await person.click(sheet.getByRole('checkbox', { name: 'The reading is right' }));
  await person.click(sheet.getByRole('button', { name: 'Mark as done' }));
  await waitFor(() => expect(bodyOf('maintenance.record')).toMatchObject({ km: 463_000, confirmed: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await person.click(screen.getByRole('button', { name: 'Change: Service' }));
  const form = within(screen.getByRole('dialog'));
  expect(form.queryByRole('checkbox', { name: 'The reading is right' }), 'what was kept is not asked about').toBeNull();
  const last = form.getByRole('textbox', { name: 'Odometer' });
  await person.clear(last);
  await person.type(last, '50 000');
  expect(form.getByText(/^50.000.km is more than the meter shows today: 46.352.km\.$/)).toBeDefined();
  await person.click(form.getByRole('button', { name: 'Save' }));
  expect(bodyOf('maintenance.save-plan')).toBeUndefined();
});

test('SRV-002: a warning nobody chose is a fifth of a short interval; one that somebody typed stays', () => {
  const form = { ...planFormOf(null, { day: '2026-11-22', km: 1, hours: null }, '.'), interval_km: '500', interval_months: '3' };
  const usual = { warn_km: '1000', warn_hours: '25', warn_days: '30' };
  expect(usualWarnings(form, usual, [])).toEqual({ warn_km: '100', warn_hours: '25', warn_days: '18' });
  expect(usualWarnings({ ...form, warn_km: '400' }, usual, ['warn_km'])).toMatchObject({ warn_km: '400', warn_days: '18' });
});

test('SRV-001: the owner of one boat is not told of inspections, nor of administrators', async () => {
  const send = fakeSend({ 'maintenance.history': () => ({ rows: [] }), 'maintenance.plans': () => data([]) });
  const tab = <ServiceTab imei={IMEI} unit={{ name: 'Havørn', kind: 'boat' }} />;
  await renderScreen(tab, { send, language: 'no', catalogue: no, user: signedInUser({ IsAlone: true }) });
  const text = await screen.findByText(/^Oppgi hvor ofte/);
  expect(text.textContent).toBe(
    'Oppgi hvor ofte enheten trenger service. Da viser denne siden når det er tid for det, og du får en e-post.',
  );
  // What is promised says to whom.
  await userEvent.click(screen.getByRole('button', { name: 'Legg til en plan' }));
  await userEvent.type(within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Driftstimer' }), '100');
  expect(
    screen.getByText(/^Så lenge før begynner «Forfaller snart», og du får en e-post til anna@example\.com\.$/),
  ).toBeDefined();
});

test('SRV-002: a plan that counts from a day that has been suggests what the meter showed then, not what it shows now', async () => {
  const { bodyOf, person } = await open({
    'maintenance.plans': ({ query }) => ({
      ...data([]),
      ...(query['on'] === '2026-06-22' ? { then: { day: '2026-06-22', km: 93_000, hours: null } } : {}),
    }),
    'maintenance.save-plan': () => data([servicePlan({ id: 1 })]),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.type(sheet.getByRole('textbox', { name: 'Distance' }), '15 000');
  const reading = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Odometer' });
  expect(reading.value).toBe('110\u202f000');
  await person.click(sheet.getByRole('spinbutton', { name: /^month/ }));
  await person.keyboard('06');
  await waitFor(() => expect(reading.value).toBe('93\u202f000'));
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodyOf('maintenance.save-plan')).toMatchObject({ last_done_on: '2026-06-22', last_done_km: 93_000 }),
  );
});

test('13b: the form of a plan says which unit it is for', async () => {
  const { person } = await open({ 'maintenance.plans': () => data([servicePlan({ id: 1 })]) });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  expect(screen.getByRole('dialog', { name: 'Add a plan for Skåpbil' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Change: Service' }));
  expect(screen.getByRole('dialog', { name: 'Change the plan for Skåpbil' })).toBeDefined();
});

test('SRV-002: a plan of a boat that was kept in kilometres is not rounded by somebody who only changes its note', async () => {
  const send = fakeSend({
    'maintenance.history': () => ({ rows: [] }),
    'maintenance.plans': () => data([servicePlan({ id: 1, interval_km: 199, last_done_km: 100.1 })]),
    'maintenance.save-plan': () => data([]),
  });
  const tab = <ServiceTab imei={IMEI} unit={{ name: 'Vindila', kind: 'boat' }} />;
  await renderScreen(tab, { send, user: signedInUser() });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Change: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.getAllByRole('textbox', { name: 'Distance' })[0]).toHaveProperty('value', '107');
  await person.type(sheet.getByRole('textbox', { name: 'Note' }), 'Ny olja');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'maintenance.save-plan')?.body).toMatchObject({
      interval_km: 199,
      last_done_km: 100.1,
      note: 'Ny olja',
    }),
  );
});

test('SRV-002: what the server refuses stands where it belongs, and what was typed stays', async () => {
  const { person } = await open({
    'maintenance.plans': () => data([servicePlan({ id: 1 })]),
    'maintenance.save-plan': () => {
      throw new ApiError(409, 'TooManyPlans');
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Change: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  const field = sheet.getByRole('textbox', { name: 'Note' });
  await person.type(field, 'Ring först');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText(/at most 50 service plans/)).toBeDefined();
  expect(field).toHaveProperty('value', 'Ring först');
});

test('ERR-041: what somebody else made of a plan meanwhile is told, and taken or overwritten', async () => {
  const began = servicePlan({ id: 1 });
  const theirs = { ...began, interval_km: 20_000, note: 'Bara hos Nils' };
  let isOther = false;
  const { send, person } = await open({
    'maintenance.plans': () => data([isOther ? theirs : began]),
    'maintenance.save-plan': ({ body }) => {
      if (body.was === undefined) return data([theirs]);
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const edit = async () => {
    await person.click(await screen.findByRole('button', { name: 'Change: Service' }));
    return within(screen.getByRole('dialog'));
  };
  let sheet = await edit();
  await person.type(sheet.getByRole('textbox', { name: 'Note' }), 'Ring först');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText(/^Repeats after is now: Every 20.000.km$/)).toBeDefined();
  expect(sheet.getByText('Note is now: Bara hos Nils')).toBeDefined();
  expect(sheet.queryByText(/^Last done is now/), 'what nobody changed').toBeNull();
  expect(sheet.getByRole('textbox', { name: 'Note' }), 'what was typed').toHaveProperty('value', 'Ring först');
  await person.click(sheet.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = () => send.requests.filter(({ id }) => id === 'maintenance.save-plan').map(({ body }) => body);
  expect(sent()).toMatchObject([
    { id: 1, note: 'Ring först', was: { interval_km: 15_000, last_done_on: '2026-05-22', warn_days: 30, note: '' } },
    { id: 1, note: 'Ring först', interval_km: 15_000 },
  ]);

  isOther = false;
  cleanup();
  const again = await open({
    'maintenance.plans': () => data([isOther ? theirs : began]),
    'maintenance.save-plan': () => {
      if (isOther) return data([theirs]);
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  sheet = await edit();
  await again.person.type(sheet.getByRole('textbox', { name: 'Note' }), 'Ring först');
  await again.person.click(sheet.getByRole('button', { name: 'Save' }));
  await again.person.click(await sheet.findByRole('button', { name: 'Use theirs' }));
  expect(sheet.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Bara hos Nils');
  await again.person.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(again.send.requests.findLast(({ id }) => id === 'maintenance.save-plan')?.body).toMatchObject({
    interval_km: 20_000,
    was: { interval_km: 20_000, note: 'Bara hos Nils' },
  });
});

test('SRV-004: marking as done asks for the reading, sends cost with its currency, and can be undone', async () => {
  const { bodyOf, send, person } = await open(
    {
      'maintenance.plans': () => data([servicePlan({ id: 1 })]),
      'maintenance.record': () => ({ id: 9 }),
      'maintenance.take-back': () => ({}),
    },
    'sv',
  );
  await person.click(await screen.findByRole('button', { name: 'Markera som gjord: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  const reading = sheet.getByRole('textbox', { name: 'Mätarställning' });
  expect(reading).toHaveProperty('value', '110\u202f000');
  await person.clear(reading);
  await person.click(sheet.getByRole('button', { name: 'Markera som gjord' }));
  expect(sheet.getByText('Ange mätarställningen som intervallet räknas från.')).toBeDefined();
  await person.type(reading, '109800');
  await person.type(sheet.getByRole('textbox', { name: 'Verkstad' }), 'Bilverkstan');
  await person.type(sheet.getByRole('textbox', { name: 'Kostnad' }), '4321,50');
  await person.click(sheet.getByRole('button', { name: 'Markera som gjord' }));
  await waitFor(() =>
    expect(bodyOf('maintenance.record')).toMatchObject({
      plan_id: 1,
      done_on: '2026-11-22',
      km: 109_800,
      workshop: 'Bilverkstan',
      cost: 4321.5,
      currency: 'NOK',
    }),
  );
  await person.click(await screen.findByRole('button', { name: 'Ångra' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'maintenance.take-back')?.params).toEqual({ imei: IMEI, id: 9 }),
  );
});

test('SRV-004: what is marked as done on a day that has been begins with what the meter showed then', async () => {
  const { bodyOf, person } = await open({
    'maintenance.plans': ({ query }) => ({
      ...data([servicePlan({ id: 1 })]),
      ...(query['on'] === '2026-10-22' ? { then: { day: '2026-10-22', km: 106_500, hours: null } } : {}),
    }),
    'maintenance.record': () => ({ id: 9 }),
  });
  await person.click(await screen.findByRole('button', { name: 'Mark as done: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.click(sheet.getByRole('spinbutton', { name: /^month/ }));
  await person.keyboard('10');
  await waitFor(() => expect(sheet.getByRole('textbox', { name: 'Odometer' })).toHaveProperty('value', '106\u202f500'));
  await person.click(sheet.getByRole('button', { name: 'Mark as done' }));
  await waitFor(() => expect(bodyOf('maintenance.record')).toMatchObject({ done_on: '2026-10-22', km: 106_500 }));
});

test('SRV-004: a reading that is further behind than what the meter showed on its day is asked about, as one of another vehicle', async () => {
  const { send, bodyOf, person } = await open({
    'maintenance.plans': ({ query }) => ({
      ...data([servicePlan({ id: 1 })], { now: { day: '2026-11-22', km: 48_598, hours: null } }),
      ...(query['on'] === '2026-10-22' ? { then: { day: '2026-10-22', km: 40_100, hours: null } } : {}),
    }),
    'maintenance.record': () => ({ id: 9 }),
  });
  await person.click(await screen.findByRole('button', { name: 'Mark as done: Service' }));
  const sheet = within(screen.getByRole('dialog'));
  const reading = sheet.getByRole('textbox', { name: 'Odometer' });
  await person.clear(reading);
  await person.type(reading, '40000');
  const asked = /^40.000.km is less than the meter showed that day: 48.598.km\.$/;
  expect(sheet.getByText(asked)).toBeDefined();
  await person.click(sheet.getByRole('button', { name: 'Mark as done' }));
  expect(reading.getAttribute('aria-invalid')).toBe('true');
  expect(send.requests.some(({ id }) => id === 'maintenance.record')).toBe(false);
  await person.click(sheet.getByRole('spinbutton', { name: /^month/ }));
  await person.keyboard('10');
  await waitFor(() => expect(sheet.queryByText(asked), 'of that day it fits').toBeNull());
  await person.click(sheet.getByRole('button', { name: 'Mark as done' }));
  await waitFor(() => expect(bodyOf('maintenance.record')).toMatchObject({ done_on: '2026-10-22', km: 40_000 }));
});

test('SRV-004: the history has date, reading, workshop and cost; an entry is taken back and can be brought back', async () => {
  const { bodyOf, person } = await open({
    'maintenance.plans': () => data([servicePlan({ id: 1 })]),
    'maintenance.history': () => ({ rows: [entry] }),
    'maintenance.take-back': () => ({}),
    'maintenance.record': () => ({ id: 6 }),
  });
  const table = within(await screen.findByRole('table', { name: 'What has been done' }));
  for (const text of ['2026-05-22', 'Bilverkstan', 'Nya bromsar', 'Recorded by Maja Ek'])
    expect(table.getByText(text)).toBeDefined();
  expect(table.getByText(/4.321.50.SEK/)).toBeDefined();
  await person.click(table.getByRole('button', { name: /^Take back/ }));
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(bodyOf('maintenance.record')).toMatchObject({ plan_id: 1, done_on: '2026-05-22', cost: 4321.5, currency: 'SEK' }),
  );
});

test('SRV-001: a plan that was removed can be brought back', async () => {
  const { send, person } = await open({
    'maintenance.plans': () => data([servicePlan({ id: 1 })]),
    'maintenance.remove-plan': () => data([]),
    'maintenance.restore-plan': () => data([servicePlan({ id: 1 })]),
  });
  await person.click(await screen.findByRole('button', { name: 'Remove: Service' }));
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(send.requests.some(({ id }) => id === 'maintenance.restore-plan')).toBe(true));
});

test('SRV-001, UNIT-024: who may not change plans sees them without the buttons', async () => {
  await open({ 'maintenance.plans': () => data([servicePlan({ id: 1 })], { can: { edit: false, record: true } }) });
  await screen.findByRole('article', { name: 'Service' });
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Mark as done']);
  cleanup();
  await open({ 'maintenance.plans': () => data([], { can: { edit: false, record: true } }) });
  expect(await screen.findByText('An administrator can add one.')).toBeDefined();
});

test('SRV-004: a picture is put to what was done and taken off again, by who may take the entry back', async () => {
  const { send, person } = await open({
    'maintenance.plans': () => data([servicePlan({ id: 1 })]),
    'maintenance.history': () => ({ rows: [{ ...entry, pictures: [{ id: 9, width: 10, height: 10 }] }] }),
    'maintenance.picture': () => new Uint8Array([1]),
    'maintenance.add-picture': () => ({ id: 10 }),
    'maintenance.remove-picture': () => ({}),
  });
  const input = await screen.findByLabelText<HTMLInputElement>('Pictures');
  await person.upload(input, new File([new Uint8Array([255, 216, 255])], 'kvitto.jpg', { type: 'image/jpeg' }));
  const paramsOf = (id: string) => send.requests.filter((request) => request.id === id).map(({ params }) => params);
  await waitFor(() => expect(paramsOf('maintenance.add-picture')).toMatchObject([{ id: entry.id }]));
  await person.click(screen.getByRole('button', { name: /^Remove picture: Picture 1 of/ }));
  await waitFor(() => expect(paramsOf('maintenance.remove-picture')).toMatchObject([{ id: entry.id, picture: 9 }]));
});
