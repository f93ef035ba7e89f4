import { readFileSync } from 'node:fs';
import type { ModeData, TheftMode } from '@spora/contract/modes/endpoints';
import { MODES } from '@spora/contract/modes/modes';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswers, fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ToBeToldProvider } from '../../lib/to-be-told.tsx';
import { ModeTab } from './public/mode-tab.tsx';
import { ModesBulkDialog } from './public/modes-bulk-dialog.tsx';
import { TheftDialog } from './public/theft-dialog.tsx';
import { TheftsOnMap } from './public/thefts-on-map.tsx';
import { UnitFrequency } from './public/unit-frequency.tsx';
import { UnitReporting } from './public/unit-reporting.tsx';
import { modeOf, theftModeOf } from './testing.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
/** What is answered, and what was asked for by its name. */
function fake(answers: FakeAnswers) {
  const send = fakeSend(answers);
  return { send, sent: (id: string) => send.requests.filter((request) => request.id === id) };
}
const IMEI = '350000000000017';
const OTHER = '350000000000025';
/** Further away than days that have a word. */
const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const mode = (over: Partial<ModeData> = {}): ModeData =>
  modeOf({
    profile: { is_confirmed: true, source: 'a page' },
    current: { mode: '24h', resting_s: 86_400, since: '2026-11-02T10:00:00Z' },
    after_theft: { mode: '24h', resting_s: 86_400, was_set: true },
    interval_s: 86_400,
    rates: null,
    is_powered: false,
    security_receivers: 3,
    last_contact: '2026-11-02T10:00:00Z',
    expected_at: TOMORROW,
    modes: [...MODES],
    can: { set: true, theft: true, track: true },
    ...over,
  });

async function tab(data: ModeData, answers: FakeAnswers = {}) {
  const { send, sent } = fake({ 'modes.get': () => data, ...answers });
  await renderScreen(<ModeTab imei={IMEI} unitName="Boat 1" hasTheft />, { send, user: signedInUser() });
  await screen.findByText('How often the unit reports');
  return { sent, user: userEvent.setup() };
}

test('MODE-001, MODE-005, MODE-007: the chooser tells interval and battery of each mode, which one is on, and by when a change is in effect', async () => {
  const { sent, user } = await tab(mode(), { 'modes.set': () => ({ pending: true, expected_at: TOMORROW }) });
  const choices = within(screen.getByRole('group', { name: 'How often the unit reports' }));
  expect(choices.getAllByRole('radio')).toHaveLength(MODES.length - 1);
  const day = choices.getByRole('radio', { name: /Once a day/ });
  expect(day).toHaveProperty('checked', true);
  expect(day.closest('label')?.textContent).toMatch(/Recommended.*Now.*up to 5 years/);
  expect(screen.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', true);
  await user.click(choices.getByRole('radio', { name: /Every 5 minutes while it moves/ }));
  expect(screen.getByText(/In effect at the latest/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(sent('modes.set')).toMatchObject([{ body: { mode: 'realtime-5' } }]));
});

test('MODE-007: what was never set from here is the choice that stands, with how it reports, and a seldomer one is warned of before it is asked for', async () => {
  const { user } = await tab(mode({ current: null, interval_s: 3600, rates: { moving_s: 10, resting_s: 600 } }));
  const now = screen.getByRole('radio', { name: /As the tracker is set up/ });
  expect(now).toHaveProperty('checked', true);
  expect(now.closest('label')?.textContent).toBe(
    'As the tracker is set upNowUsually every 10 seconds while it moves, every 10 minutes while it stands still',
  );
  await user.click(screen.getByRole('radio', { name: /Every minute while it moves/ }));
  expect(screen.getByRole('status').textContent).toMatch(/^Less often than now\. Alarms may come later/);
  expect(screen.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', false);
  await user.click(now);
  expect(screen.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', true);
  expect(screen.queryByText(/than now/)).toBeNull();
});

test('MODE-007: of a mode that is set it is said that another one is more often, also where only one of both is', async () => {
  const { user } = await tab(mode());
  await user.click(screen.getByRole('radio', { name: /Every hour/ }));
  expect(screen.getByText('More often than now.')).toBeDefined();
  cleanup();
  const other = await tab(mode({ current: { mode: '1h', resting_s: 3600, since: '2026-11-02T10:00:00Z' } }));
  await other.user.click(screen.getByRole('radio', { name: /Every minute while it moves/ }));
  expect(screen.getByText('More often than now while it moves, as often as now while it stands still.')).toBeDefined();
});

test('13b: of a tracker that the vehicle feeds no battery is promised, and theft mode promises no less than before', async () => {
  const { user } = await tab(mode({ is_powered: true, interval_s: 60, current: null }));
  expect(screen.queryByText(/[Bb]attery/)).toBeNull();
  expect(screen.getByText(/at least every 5 minutes while it moves.*more often already.*goes on doing so/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/at least every 5 minutes while it moves.*more often already/)).toBeDefined();
  expect(dialog.queryByText(/battery/i)).toBeNull();
});

test('MODE-002, MODE-003, CONST-019, CONST-020, CONST-021, CONST-022: each mode says when it reports and how long a battery lasts, in the order of the rows', async () => {
  const { user } = await tab(mode());
  const choices = within(screen.getByRole('group', { name: 'How often the unit reports' }));
  expect(choices.getAllByRole('radio').map((choice) => choice.closest('label')?.textContent)).toEqual([
    'Once a dayRecommendedNowBattery up to 5 years',
    'Every 12 hours',
    'Every 8 hoursBattery up to 3 years',
    'Every 6 hours',
    'Every hour',
    'Every 5 minutes while it movesWhile it stands still every hour',
    'Every minute while it movesWhile it stands still every hour',
  ]);
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(
      'The unit reports at least every 5 minutes while it moves and at least every 30 minutes while it stands. If it reports more often already, it goes on doing so.',
    ),
  ).toBeDefined();
  expect(dialog.getByText('A battery lasts about one month in theft mode.')).toBeDefined();
});

test('13-A2: a unit whose interval nobody chose is told to report as it does, by the seconds too, and apart from what can be chosen', async () => {
  const data = mode({ current: null, rates: { moving_s: 10, resting_s: 600 } });
  await renderScreen(<UnitFrequency imei={IMEI} />, { send: fakeSend({ 'modes.get': () => data }), user: signedInUser() });
  const choice = await screen.findByRole('button', { name: /Reports/ });
  expect(choice.textContent).toBe('As the tracker is set up');
  expect(screen.getByText('Usually every 10 seconds while it moves, every 10 minutes while it stands still')).toBeDefined();
  await userEvent.click(choice);
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options.slice(0, 2)).toEqual(['As the tracker is set up', 'Once a day']);
  expect(options.at(-1)).toBe('Every minute while it moves');
});

test('13-A2: while theft mode is on the card does not say how often the unit reported before it', async () => {
  const told = async (over: Partial<TheftMode>): Promise<string> => {
    const data = mode({ current: null, rates: { moving_s: null, resting_s: 600 }, theft: theftModeOf(over) });
    const send = fakeSend({ 'modes.get': () => data });
    const { container } = await renderScreen(<UnitFrequency imei={IMEI} />, { send, user: signedInUser() });
    await waitFor(() => expect(send.requests).toHaveLength(1));
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    const { textContent } = container;
    cleanup();
    return textContent;
  };
  expect(await told({ changes_reporting: false })).toContain('Usually every 10 minutes');
  expect(await told({ changes_reporting: true })).toBe('');
});

test('MODE-004, CONST-023: of a unit that nobody knows the interval of, a change is said to take up to a day', async () => {
  const { user } = await tab(mode({ expected_at: null, interval_s: null, last_contact: null }));
  await user.click(screen.getByRole('radio', { name: /Every 8 hours/ }));
  expect(screen.getByText('In effect when the unit next reports, up to 24 hours from now')).toBeDefined();
});

test('MODE-008: current and requested mode are shown; what waits can be withdrawn, what the unit has got cannot', async () => {
  const pending = { mode: '8h', since: '2026-11-02T11:00:00Z', by: 'Maja Ek', expected_at: TOMORROW, state: 'waiting' } as const;
  const { sent, user } = await tab(mode({ pending }), { 'modes.cancel': () => ({}) });
  expect(screen.getByText('Changing to “Every 8 hours”')).toBeDefined();
  expect(screen.getByText('Waiting')).toBeDefined();
  expect(screen.getByText('Now')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(sent('modes.cancel')).toHaveLength(1));
  cleanup();
  await tab(mode({ pending: { ...pending, state: 'sent' } }));
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('ROLE-006, MAP-009: who may not change it reads it, without a control', async () => {
  await tab(mode({ can: { set: false, theft: false, track: false } }));
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Turn on theft mode' })).toBeNull();
  cleanup();
  const data = mode({ can: { set: false, theft: false, track: false } });
  const { send } = fake({ 'modes.get': () => data });
  const card = (
    <>
      <UnitReporting imei={IMEI} unitName="Boat 1" onTrail={() => undefined} />
      <dl>
        <UnitFrequency imei={IMEI} />
      </dl>
    </>
  );
  await renderScreen(card, { send, user: signedInUser() });
  expect((await screen.findByText('Reports')).nextSibling?.textContent).toBe('Once a day');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('MODE-009, SEC-014: theft mode says what it does and when, asks when it ends, and is turned on once confirmed', async () => {
  const { sent, user } = await tab(mode(), { 'modes.start-theft': () => ({ theft: theftModeOf(), expected_at: TOMORROW }) });
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Turn on theft mode for Boat 1?' }));
  for (const text of [
    /every 5 minutes/,
    /In effect at the latest/,
    /about one month/,
    /^3 receivers of its security alarms are told/,
    /Private trips/,
  ])
    expect(dialog.getByText(text)).toBeDefined();
  expect(dialog.getByText(/^Ends tomorrow \d\d:\d\d$/), 'by the clock').toBeDefined();
  await user.selectOptions(dialog.getByLabelText('Ends by itself'), 'after 72 hours');
  await user.click(dialog.getByRole('button', { name: 'Turn on theft mode' }));
  await waitFor(() => expect(sent('modes.start-theft')).toMatchObject([{ body: { confirm: true, hours: 72 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Theft mode is on'), 'its alarm says it: not a second notice').toBeNull();
});

test.each([
  [{ name: 'Ingrid Tangvol', is_own: true, ways: [] }, 'You are told.'],
  [{ name: 'Ingrid Tangvol', is_own: true, ways: ['email', 'sms'] as const }, 'You are told by e-mail and text message.'],
  [{ name: 'Otto Vakt', is_own: false, ways: ['email'] as const }, 'Otto Vakt is told by e-mail.'],
])('MODE-009: where one receiver is told of theft mode it is said who: %j', async (only, told) => {
  const { user } = await tab(mode({ security_receivers: 1, only_security_receiver: only && { ...only, ways: [...only.ways] } }));
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(told);
  expect(dialog.queryByText(/receiver/)).toBeNull();
});

test('MODE-009: where a few are told of theft mode it is said who', async () => {
  const { user } = await tab(mode({ security_receivers: 2, security_receiver_names: ['Maja Ek', 'Otto Vakt'] }));
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  expect(within(screen.getByRole('dialog')).getByText('Maja Ek and Otto Vakt are told.')).toBeDefined();
});

test('MODE-009: whoever is alone in the account is not told of others who use the unit privately', async () => {
  const send = fakeSend({ 'modes.get': () => mode() });
  await renderScreen(<TheftDialog imei={IMEI} unitName="Boat 1" onClose={() => undefined} />, {
    send,
    user: signedInUser({ IsAlone: true }),
  });
  expect(await screen.findByText(/^3 receivers of its security alarms/)).toBeDefined();
  expect(screen.queryByText(/Private trips/)).toBeNull();
});

test('MODE-010, MODE-011: while it is on that is told with who and until when, and ending it says what follows', async () => {
  const { sent, user } = await tab(mode({ theft: theftModeOf() }), { 'modes.end-theft': () => ({}) });
  expect(screen.getByRole('alert').textContent).toMatch(/Theft mode is on.*Maja Ek.*Until somebody turns it off/);
  expect(screen.getByRole('group', { name: 'How often the unit reports' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Turn off theft mode' }).className, 'not what one is led to').not.toMatch(/primary/);
  await user.click(screen.getByRole('button', { name: 'Turn off theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Then it goes back to “Once a day”.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Turn off theft mode' }));
  await waitFor(() => expect(sent('modes.end-theft')).toHaveLength(1));
});

test('DEC-51: of a unit that was never set from here it is said what it will be set to, before theft mode and at its end', async () => {
  const after = /the unit is set to “Every minute while it moves, every hour while it stands still”.*cannot be restored/;
  const never = mode({ current: null, after_theft: { mode: 'realtime-1', resting_s: 3600, was_set: false } });
  const { user } = await tab(never);
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  expect(within(screen.getByRole('dialog')).getByText(after)).toBeDefined();
  cleanup();
  const on = await tab(
    mode({ ...never, theft: theftModeOf({ mode_after: 'realtime-1', resting_after_s: 3600, was_set: false }) }),
  );
  await on.user.click(screen.getByRole('button', { name: 'Turn off theft mode' }));
  expect(within(screen.getByRole('dialog')).getByText(after)).toBeDefined();
  expect(within(screen.getByRole('dialog')).queryByText(/goes back/)).toBeNull();
});

test('MODE-003, DEC-51: of a unit that reports as often as theft mode asks, that is said, and that it does so again afterwards', async () => {
  const seen = mode({ current: null, interval_s: 600, after_theft: { mode: 'realtime-5', resting_s: 600, was_set: false } });
  const { user } = await tab(seen);
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^The unit already reports every 10 minutes and goes on at least that often\./)).toBeDefined();
  const after =
    /the unit reports “Every 5 minutes while it moves, every 10 minutes while it stands still”\. .* stands still that is as often as before\./;
  expect(dialog.getByText(after)).toBeDefined();
  cleanup();
  const theft = theftModeOf({ mode_after: 'realtime-5', resting_after_s: 600, was_set: false });
  const on = await tab(mode({ ...seen, after_theft: null, theft }));
  await on.user.click(screen.getByRole('button', { name: 'Turn off theft mode' }));
  expect(within(screen.getByRole('dialog')).getByText(after)).toBeDefined();
  cleanup();
  await tab(mode({ current: { mode: 'realtime-5', resting_s: 600, since: '2026-11-02T10:00:00Z' } }));
  expect(screen.getByText('While it stands still every 10 minutes'), 'as it was set').toBeDefined();
});

test('MODE-003: the dialog of theft mode says no other interval than the card does', async () => {
  const rates = { moving_s: null, resting_s: 3600 };
  const { user } = await tab(mode({ current: null, interval_s: 600, rates }));
  expect(screen.getByText('Usually every hour')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  expect(within(screen.getByRole('dialog')).queryByText(/already reports/)).toBeNull();
});

test('MODE-003: theft mode is told to report no seldomer on the way than what follows it', async () => {
  const { user } = await tab(
    mode({ current: null, interval_s: 600, after_theft: { mode: 'realtime-1', resting_s: 3600, was_set: false } }),
  );
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/While it moves it reports at least every minute\.$/)).toBeDefined();
  expect(dialog.queryByText(/5 minutes/)).toBeNull();
});

test('MODE-009: that nobody is told of theft mode is a warning, with the way to choose who is', async () => {
  const { user } = await tab(mode({ security_receivers: 0 }));
  await user.click(screen.getByRole('button', { name: 'Turn on theft mode' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^Nobody receives its security alarms\./)).toBeDefined();
  expect(dialog.getByRole('link', { name: /^Choose who is told of alarms/ })).toBeDefined();
  expect(
    dialog
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .join(' '),
  ).not.toMatch(/Nobody/);
});

test('MODE-009, ALARM-033: whoever turns on theft mode of which nobody is told is offered to be told; who may not choose asks an administrator', async () => {
  const show = async (who: Parameters<typeof signedInUser>[0]) => {
    const { send } = fake({ 'modes.get': () => mode({ security_receivers: 0 }) });
    const dialog = (
      <ToBeToldProvider offer={({ imei, name }) => <button type="button">{`Tell me of ${name} ${imei}`}</button>}>
        <TheftDialog imei={IMEI} unitName="Boat 1" onClose={() => undefined} />
      </ToBeToldProvider>
    );
    await renderScreen(dialog, { send, user: signedInUser(who) });
    await screen.findByText(/^Nobody receives its security alarms/);
    return screen.queryByRole('button', { name: `Tell me of Boat 1 ${IMEI}` }) !== null;
  };
  expect(await show({ IsAdmin: true })).toBe(true);
  cleanup();
  expect(await show({ IsAdmin: false })).toBe(false);
});

test('MODE-010: the map names the units in theft mode, but not the only one whose card is open', async () => {
  const unit = {
    ...theftModeOf({ cause: 'zone', zone: 'Harbour', by: '' }),
    id: 1,
    imei: IMEI,
    name: 'Boat 1',
    can: { end: true },
  };
  const { send } = fake({ 'modes.thefts': () => ({ units: [unit] }) });
  await renderScreen(<TheftsOnMap openImei={undefined} />, { send, user: signedInUser() });
  expect((await screen.findByRole('link', { name: 'Boat 1' })).getAttribute('href')).toContain(IMEI);
  expect(screen.getByRole('button', { name: 'Turn off theft mode' })).toBeDefined();
  cleanup();
  await renderScreen(<TheftsOnMap openImei={IMEI} />, { send, user: signedInUser() });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Boat 1' })).toBeNull());
});

test('MODE-010: on a phone the notice of theft mode is one line until it is unfolded, and its time does not break', async () => {
  onNarrowScreen(['(width < 768px)']);
  const unit = { ...theftModeOf({ ends_at: IN_A_WEEK }), id: 1, imei: IMEI, name: 'Boat 1', can: { end: true } };
  const { send } = fake({ 'modes.thefts': () => ({ units: [unit] }) });
  const { container } = await renderScreen(<TheftsOnMap openImei={undefined} />, { send, user: signedInUser() });
  expect((await screen.findByRole('link', { name: 'Boat 1' })).getAttribute('href')).toContain(IMEI);
  expect(screen.getByRole('alert').textContent).toBe('Theft mode: Boat 1');
  await userEvent.click(screen.getByRole('button', { name: 'More about theft mode', expanded: false }));
  expect(screen.getByRole('button', { name: 'Turn off theft mode' })).toBeDefined();
  expect(container.querySelector('.unbroken')?.textContent).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  await userEvent.click(screen.getByRole('button', { name: 'Less about theft mode', expanded: true }));
  expect(screen.queryByRole('button', { name: 'Turn off theft mode' })).toBeNull();
});

const ordered = { id: 9, kind: 'active-tracking', output: null, wish: null, reason: '', by: '', answer: '' } as const;
const times = { at: TOMORROW, sent_at: null, confirm_by: null, expires_at: TOMORROW, ended_at: new Date().toISOString() };
const trackedAs = async (state: 'acknowledged' | 'expired', data = mode()) => {
  const trails: (number | null)[] = [];
  const { send, sent } = fake({
    'modes.get': () => data,
    'modes.active-tracking': () => ({ command_id: 9, confirm_by: new Date(Date.now() + 90_000).toISOString(), lasts_s: 600 }),
    'modes.active-tracking-state': () => ({ command: { ...ordered, ...times, state, can: { withdraw: false } } }),
  });
  function Card() {
    const [imei, setImei] = useState(IMEI);
    return (
      <>
        <UnitReporting imei={imei} unitName="Boat 1" onTrail={onTrail} />
        <button onClick={() => setImei(OTHER)}>other</button>
      </>
    );
  }
  const onTrail = (since: number | null): void => void trails.push(since);
  await renderScreen(<Card />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Active tracking' }));
  return { trails, sent, user };
};

test('MAP-010, MAP-011: a unit that answers is followed with its way, and no longer once somebody ends it', async () => {
  const { trails, sent, user } = await trackedAs('acknowledged');
  expect(await screen.findByText('Tracking actively')).toBeDefined();
  // The way begins with the effect of what is told.
  await waitFor(() => expect(trails.at(-1)).toBeTypeOf('number'));
  await user.click(screen.getByRole('button', { name: 'Stop tracking' }));
  await waitFor(() => expect(sent('modes.active-tracking').at(-1)).toMatchObject({ body: { state: 0 } }));
  expect(trails.at(-1)).toBeNull();
});

test('MAP-011: when the card of another unit is opened, the unit that was followed is told to stop', async () => {
  const { trails, sent, user } = await trackedAs('acknowledged');
  await screen.findByText('Tracking actively');
  await user.click(screen.getByRole('button', { name: 'other' }));
  await waitFor(() =>
    expect(sent('modes.active-tracking').map(({ body }) => body)).toEqual([
      { imei: IMEI, state: 1 },
      { imei: IMEI, state: 0 },
    ]),
  );
  expect(trails.at(-1)).toBeNull();
  expect(await screen.findByRole('button', { name: 'Active tracking' }), 'of the other nothing was asked').toBeDefined();
});

test('MODE-010, MAP-011: after active tracking the way of a theft is drawn as before it', async () => {
  const { trails, user } = await trackedAs('acknowledged', mode({ theft: theftModeOf() }));
  await screen.findByText('Tracking actively');
  await user.click(screen.getByRole('button', { name: 'Stop tracking' }));
  await waitFor(() => expect(screen.queryByText('Tracking actively')).toBeNull());
  expect(trails.at(-1)).toBe(Date.parse('2026-11-02T10:00:00Z'));
});

test('MAP-010, ERR-020: a unit that does not answer is said not to', async () => {
  await trackedAs('expired');
  expect(await screen.findByText(/did not answer within 90 seconds/)).toBeDefined();
});

test('MODE-007: of many units each is told with what becomes of it before they are changed', async () => {
  const { send, sent } = fake({
    'modes.bulk-preview': () => ({
      units: [
        { imei: IMEI, name: 'Boat 1', current: '24h', expected_at: TOMORROW, refused: null, modes: ['12h', '1h'] },
        { imei: '350000000000025', name: 'Car 2', current: null, expected_at: null, refused: 'not-supported', modes: ['12h'] },
      ],
    }),
    'modes.bulk': () => ({ changed: 1, left: 1 }),
  });
  await renderScreen(<ModesBulkDialog imeis={[IMEI, '350000000000025']} onClose={() => undefined} />, {
    send,
    user: signedInUser(),
  });
  const user = userEvent.setup();
  const never = await screen.findByRole('option', { name: 'Once a day (no chosen tracker can)' });
  expect(never).toHaveProperty('disabled', true);
  expect(screen.getByLabelText('How often the unit reports'), 'they have not the same').toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: /Show|Preview|See/ }));
  expect(screen.getByText('Choose how often they report.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('How often the unit reports'), 'Every hour');
  await user.click(screen.getByRole('button', { name: /Show|Preview|See/ }));
  expect(await screen.findByText('The tracker cannot')).toBeDefined();
  expect(screen.getByRole('columnheader', { name: 'The change' }), 'no time, where a reason stands below it').toBeDefined();
  expect(screen.getByText(/^In effect at the latest/)).toBeDefined();
  expect(screen.getByText('To “Every hour”: 1 unit changes when it next reports.')).toBeDefined();
  expect(screen.getByRole('row', { name: /^Boat 1 Once a day Every hour/ })).toBeDefined();
  expect(screen.getByText('As the tracker is set up')).toBeDefined();
  expect(sent('modes.bulk')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change 1 unit' }));
  expect(await screen.findByText('1 unit changes when they next report')).toBeDefined();
  await act(async () => undefined);
});

test('MODE-007: where none of many units would change there is nothing to press', async () => {
  const { send } = fake({
    'modes.bulk-preview': () => ({
      units: [{ imei: IMEI, name: 'Boat 1', current: '24h', expected_at: TOMORROW, refused: 'same', modes: ['24h'] }],
    }),
  });
  await renderScreen(<ModesBulkDialog imeis={[IMEI]} onClose={() => undefined} />, { send, user: signedInUser() });
  const often = screen.getByLabelText('How often the unit reports');
  await waitFor(() => expect(often, 'what they all have').toHaveProperty('value', '24h'));
  await userEvent.click(screen.getByRole('button', { name: /Show|Preview|See/ }));
  expect(await screen.findByText('None of the chosen units changes.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
});

test.each([
  [{ current: { mode: 'theft', resting_s: 1800, since: IN_A_WEEK } }, /The tracker has confirmed it/],
  [{ pending: { mode: 'theft', since: IN_A_WEEK, by: '', expected_at: IN_A_WEEK, state: 'waiting' } }, /has not got it yet/],
] satisfies [Partial<ModeData>, RegExp][])('MODE-008: theft mode says whether the tracker has got it: %#', async (over, text) => {
  await tab(mode({ theft: theftModeOf({ ends_at: IN_A_WEEK }), ...over }));
  const note = screen.getByRole('alert');
  expect(note.textContent).toMatch(text);
  expect(note.querySelectorAll('.unbroken').length, 'its days stay in one line each').toBeGreaterThan(1);
});

test('21-U: the name of how often a unit reports takes two lines on a narrow card and widens nothing', async () => {
  const css = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(css('../tracking/components/unit-card.module.css')).toMatch(/\.facts \{[^}]*grid-template-columns: minmax\(0, 1fr\)/);
  expect(css('../../ui/fact.module.css')).toMatch(/\.fact dd \{[^}]*min-width: 0/);
  const ownCss = css('components/modes.module.css');
  expect(ownCss).toMatch(/\.rate \{[^}]*min-width: 0;[^}]*max-width: 100%/);
  expect(ownCss).toMatch(/\.rate button > span:first-child \{[^}]*white-space: normal/);
  const data = mode({ current: { mode: 'realtime-1', resting_s: 3600, since: '2026-11-02T10:00:00Z' } });
  await renderScreen(<UnitFrequency imei={IMEI} />, { send: fakeSend({ 'modes.get': () => data }), user: signedInUser() });
  const choice = await screen.findByRole('button', { name: /Reports/ });
  expect(choice.querySelector('span')?.textContent).toBe('Every minute while it moves');
  expect(choice.parentElement?.className).toMatch(/rate/);
});
