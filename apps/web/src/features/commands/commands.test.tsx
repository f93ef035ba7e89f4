import type { Command, EcoData, IoData } from '@spora/contract/commands/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { asksFirst, readEco, readPulse, wishesOf } from './model.ts';
import { EcoTab, useEcoDraft } from './public/eco-tab.tsx';
import { IoTab } from './public/io-tab.tsx';
import { PendingNote } from './public/pending-note.tsx';

afterEach(cleanup);
const IMEI = '350000000000017';
const command = (over: Partial<Command> = {}): Command => ({
  id: 5,
  kind: 'output',
  output: 1,
  wish: true,
  state: 'waiting',
  reason: '',
  by: 'Maja Ek',
  at: '2026-11-02T10:00:00Z',
  sent_at: null,
  confirm_by: new Date(Date.now() + 80_000).toISOString(),
  expires_at: new Date(Date.now() + 80_000).toISOString(),
  ended_at: null,
  answer: '',
  can: { withdraw: true },
  ...over,
});
const output = (over: Partial<IoData['outputs'][number]> = {}): IoData['outputs'][number] => ({
  number: 1,
  name: 'Siren',
  type: 'siren',
  normal_state: false,
  pulse_s: null,
  who: 'administrators',
  is_configured: true,
  is_on: false,
  as_of: '2026-11-02T09:00:00Z',
  last: null,
  needs_confirmation: false,
  dangerous_wish: null,
  can: { switch: true },
  ...over,
});
const io = (over: Partial<IoData> = {}): IoData => ({
  profile: { is_confirmed: true, source: 'a page' },
  inputs: [
    {
      number: 2,
      name: 'Back door',
      active_high: true,
      meaning: 'door',
      alarm_delay_s: 0,
      is_active: true,
      as_of: '2026-11-02T09:00:00Z',
    },
    { number: 3, name: '', active_high: true, meaning: 'other', alarm_delay_s: 0, is_active: null, as_of: null },
  ],
  outputs: [output()],
  is_moving: false,
  can: { edit: true },
  ...over,
});

/** The server: what is switched waits until the test says otherwise. */
async function open(first: IoData, answers: FakeAnswers = {}) {
  const server = { io: first };
  const send = fakeSend({
    'commands.io': () => server.io,
    'commands.list': () => ({ rows: [], pending: 0 }),
    'commands.switch-output': ({ body }) => {
      const wish = (body as { state: boolean }).state;
      server.io = { ...server.io, outputs: [{ ...server.io.outputs[0]!, last: command({ wish }) }] };
      return { command_id: 5 };
    },
    ...answers,
  });
  const user = userEvent.setup();
  await renderScreen(<IoTab imei={IMEI} />, { send, user: signedInUser() });
  await screen.findByRole('heading', { name: 'Outputs' });
  const sent = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
  return { user, server, sent };
}

test('OUT-002, OUT-010: a switch waits with a countdown beside the confirmed state, and the page shows by itself when the unit has confirmed', async () => {
  const { user, server, sent } = await open(io());
  await user.click(screen.getByRole('button', { name: 'Turn on Siren' }));
  expect(await screen.findByText('Waiting for the unit to connect')).toBeDefined();
  expect(screen.getByText(/^01:\d\d left$/)).toBeDefined();
  expect(screen.getByText('Off')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Turn o/ })).toBeNull();
  expect(sent('commands.switch-output')).toEqual([{ state: true, confirm: false, reason: '', when_standing_still: false }]);
  const done = command({ state: 'acknowledged', ended_at: '2026-11-02T10:00:04Z', confirm_by: null });
  server.io = io({ outputs: [output({ is_on: true, last: done })] });
  expect(await screen.findByRole('button', { name: 'Turn off Siren' }, { timeout: 4000 })).toBeDefined();
  expect(screen.getByText('On')).toBeDefined();
});

test('OUT-010: a change that is not sent yet can be withdrawn, a sent one not', async () => {
  const withdrawn: unknown[] = [];
  const { user, server } = await open(io({ outputs: [output({ last: command() })] }), {
    'commands.withdraw': ({ params }) => {
      withdrawn.push(params);
      server.io = io({ outputs: [output({ last: command({ state: 'withdrawn', can: { withdraw: false } }) })] });
      return {};
    },
  });
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeDefined();
  expect(withdrawn).toEqual([{ imei: IMEI, id: 5 }]);
  cleanup();
  await open(io({ outputs: [output({ last: command({ state: 'sent', can: { withdraw: false } }) })] }));
  expect(screen.getByText('Sent, waiting for confirmation')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('OUT-003, OUT-004, DEC-52: an unconfirmed change is told, and the next one asks first', async () => {
  const last = command({ state: 'timed-out', confirm_by: null, can: { withdraw: false } });
  const { user, sent } = await open(io({ outputs: [output({ last, needs_confirmation: true })] }));
  expect(screen.getByText(/did not confirm within 90 seconds/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Turn on Siren' }));
  expect(sent('commands.switch-output')).toEqual([]);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/The last change was not confirmed/)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Turn on Siren' }));
  await waitFor(() => expect(sent('commands.switch-output')).toMatchObject([{ state: true, confirm: true }]));
});

test('OUT-008: what can stop the vehicle is sent with a reason only, and while it drives only when it may wait', async () => {
  const starter = output({ name: 'Starter block', type: 'starter-block', dangerous_wish: true });
  const { user, sent } = await open(io({ outputs: [starter], is_moving: true }));
  await user.click(screen.getByRole('button', { name: 'Turn on Starter block' }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Turn on Starter block' }));
  expect(within(dialog).getByText('Give a reason.')).toBeDefined();
  expect(sent('commands.switch-output')).toEqual([]);
  await user.type(within(dialog).getByLabelText('Reason'), 'Stolen');
  // NAV-039.
  expect(hasUnsaved()).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByLabelText('Wait until it stands still'));
  await user.click(within(dialog).getByRole('button', { name: 'Turn on Starter block' }));
  await waitFor(() =>
    expect(sent('commands.switch-output')).toEqual([{ state: true, confirm: true, reason: 'Stolen', when_standing_still: true }]),
  );
});

test('0094: in private use the person may let it wait, and is not told that it moves', async () => {
  const starter = output({ name: 'Starter block', type: 'starter-block', dangerous_wish: true });
  const { user, sent } = await open(io({ outputs: [starter] }), {
    'commands.switch-output': ({ body }) => {
      if (body.when_standing_still) return { command_id: 1 };
      throw new ApiError(409, 'OutputInPrivateUse');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Turn on Starter block' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText('Wait until it stands still')).toBeNull();
  await user.type(dialog.getByLabelText('Reason'), 'Stolen');
  await user.click(dialog.getByRole('button', { name: 'Turn on Starter block' }));
  expect(await dialog.findByText(/^The vehicle is in private use, so it is not told whether it moves/)).toBeDefined();
  await user.click(dialog.getByLabelText('Wait until it stands still'));
  await user.click(dialog.getByRole('button', { name: 'Turn on Starter block' }));
  await waitFor(() => expect(sent('commands.switch-output').at(-1)).toMatchObject({ when_standing_still: true }));
});

test('OUT-003: when somebody else’s change went unconfirmed meanwhile, the person is asked instead of only refused', async () => {
  const { user } = await open(io(), {
    'commands.switch-output': () => {
      throw new ApiError(409, 'DeviceDidNotConfirm');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Turn on Siren' }));
  expect(within(await screen.findByRole('dialog')).getByText(/The unit did not confirm within 90 seconds/)).toBeDefined();
});

test('OUT-005, OUT-006, OUT-007: names and settings are edited in place; who may not switch is told whom to ask', async () => {
  const { user, sent } = await open(io({ outputs: [output({ can: { switch: false } })] }), { 'commands.save-io': () => io() });
  expect(screen.getByText('Open')).toBeDefined();
  expect(screen.getByText('Only administrators may control this output.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Settings of Siren' }));
  const dialog = screen.getByRole('dialog');
  await user.type(within(dialog).getByLabelText('Pulse length in seconds'), '0');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Enter 1 to 3600 seconds.')).toBeDefined();
  await user.type(within(dialog).getByLabelText('Pulse length in seconds'), '{Backspace}10');
  await user.selectOptions(within(dialog).getByLabelText('Who may control it'), 'users');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('commands.save-io')).toEqual([
      {
        inputs: [],
        outputs: [
          {
            ...{ number: 1, name: 'Siren', type: 'siren', normal_state: false, pulse_s: 10, who: 'users' },
            was: { name: 'Siren', type: 'siren', normal_state: false, pulse_s: null, who: 'administrators' },
          },
        ],
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Settings of Back door' }));
  await user.selectOptions(screen.getByLabelText('What it means when it is active'), 'panic');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('commands.save-io')[1]).toEqual({
      inputs: [
        {
          ...{ number: 2, name: 'Back door', meaning: 'panic', active_high: true, alarm_delay_s: 0 },
          was: { name: 'Back door', meaning: 'door', active_high: true, alarm_delay_s: 0 },
        },
      ],
      outputs: [],
    }),
  );
});

test('ERR-041: settings of an output that somebody else has saved meanwhile are shown, and overwritten only on purpose', async () => {
  let stands = io();
  const { user, sent } = await open(stands, {
    'commands.io': () => stands,
    'commands.save-io': ({ body }) => {
      if (!body.outputs[0]?.was) return io();
      stands = io({ outputs: [output({ pulse_s: 45 })] });
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Settings of Siren' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Who may control it'), 'users');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Pulse length in seconds is now: 45')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(sent('commands.save-io')).toHaveLength(2));
  expect(sent('commands.save-io')[1]).toMatchObject({ outputs: [{ who: 'users', pulse_s: null }] });
});

test('OUT-009: the history tells who sent what, when and why, and how it ended', async () => {
  await open(io(), {
    'commands.list': () => ({
      rows: [{ ...command({ state: 'timed-out', reason: 'Test' }), output_name: 'Siren' }],
      pending: 0,
    }),
  });
  const row = (await screen.findByText('Siren · On')).closest('tr')!;
  expect(row.textContent).toContain('Maja Ek');
  expect(row.textContent).toContain('Test');
  expect(row.textContent).toContain('Not confirmed');
});

const ECO: EcoData = {
  profile: { is_confirmed: true, source: 'a page' },
  thresholds: null,
  wished: null,
  last: null,
  needs_confirmation: false,
  can: { send: true },
};
function Eco() {
  const draft = useEcoDraft();
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button onClick={() => setIsShown(!isShown)}>another tab</button>
      {isShown && <EcoTab imei={IMEI} draft={draft} />}
    </>
  );
}

test('UNIT-029, UNIT-030, UNIT-021: thresholds are checked, kept over another tab, sent, and shown as waiting until confirmed', async () => {
  let eco = ECO;
  const send = fakeSend({
    'commands.eco-driving': () => eco,
    'commands.set-eco-driving': ({ body }) => {
      const { confirm: _, was: _was, ...wished } = body as NonNullable<EcoData['wished']> & { confirm: boolean; was?: object };
      eco = { ...ECO, wished, last: command({ kind: 'eco-driving', output: null, wish: null, confirm_by: null }) };
      return { command_id: 5 };
    },
  });
  const user = userEvent.setup();
  await renderScreen(<Eco />, { send, user: signedInUser() });
  const braking = await screen.findByLabelText('Hardest braking');
  await user.clear(braking);
  await user.type(braking, '11');
  await user.click(screen.getByRole('button', { name: 'Send to the unit' }));
  expect(screen.getByText('Enter 0.5 to 10 m/s².')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'another tab' }));
  expect(hasUnsaved()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'another tab' }));
  expect(screen.getByLabelText<HTMLInputElement>('Hardest braking').value).toBe('11');
  await user.clear(screen.getByLabelText('Hardest braking'));
  await user.type(screen.getByLabelText('Hardest braking'), '3,1');
  await user.click(screen.getByRole('button', { name: 'Send to the unit' }));
  expect(await screen.findByText(/Sent the next time the unit connects/)).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'commands.set-eco-driving')?.body).toEqual({
    is_on: true,
    acceleration_ms2: 2.5,
    braking_ms2: 3.1,
    cornering_ms2: 3.4,
    max_speed_kmh: null,
    confirm: false,
    was: { is_on: null, acceleration_ms2: null, braking_ms2: null, cornering_ms2: null, max_speed_kmh: null },
  });
  expect(screen.getByLabelText<HTMLInputElement>('Hardest braking').disabled).toBe(true);
  expect(hasUnsaved()).toBe(false);
});

test('ERR-041: thresholds that somebody else has sent meanwhile are told, and taken or overwritten', async () => {
  const began = { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: null };
  const theirs = { ...began, braking_ms2: 4, max_speed_kmh: 110 };
  let thresholds: EcoData['thresholds'] = began;
  const send = fakeSend({
    'commands.eco-driving': () => ({ ...ECO, thresholds }),
    'commands.set-eco-driving': ({ body }) => {
      if (body.was === undefined) return { command_id: 5 };
      thresholds = theirs;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const user = userEvent.setup();
  await renderScreen(<Eco />, { send, user: signedInUser() });
  const braking = await screen.findByLabelText<HTMLInputElement>('Hardest braking');
  await user.clear(braking);
  await user.type(braking, '3.1');
  await user.click(screen.getByRole('button', { name: 'Send to the unit' }));
  expect(await screen.findByText('Hardest braking is now: 4 m/s²')).toBeDefined();
  expect(screen.getByText('Highest speed is now: 110 km/h')).toBeDefined();
  expect(braking.value, 'what was typed').toBe('3.1');
  await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('It is sent when the unit connects')).toBeDefined();
  const sent = send.requests.filter(({ id }) => id === 'commands.set-eco-driving').map(({ body }) => body);
  expect(sent).toEqual([
    { ...began, braking_ms2: 3.1, confirm: false, was: began },
    { ...theirs, braking_ms2: 3.1, confirm: false },
  ]);
});

test('UNIT-021: the header of a unit tells how many changes wait for it, and nothing when none does', async () => {
  const send = fakeSend({ 'commands.list': () => ({ rows: [], pending: 2 }) });
  await renderScreen(<PendingNote imei={IMEI} />, { send, user: signedInUser() });
  expect((await screen.findByRole('status')).textContent).toBe('2 changes are waiting for the unit');
});

test('OUT-008, OUT-010: the other state is offered, both while none is known; dangerous and unconfirmed ones ask first', () => {
  expect([wishesOf({ is_on: true }), wishesOf({ is_on: null })]).toEqual([[false], [true, false]]);
  expect(asksFirst({ dangerous_wish: true, needs_confirmation: false }, true)).toBe(true);
  expect(asksFirst({ dangerous_wish: true, needs_confirmation: false }, false)).toBe(false);
  expect(asksFirst({ dangerous_wish: null, needs_confirmation: true }, false)).toBe(true);
  expect([readPulse(''), readPulse('3600'), readPulse('3601'), readPulse('1,5')]).toEqual([null, 3600, undefined, undefined]);
  expect(readEco({ isOn: true, acceleration: '2', braking: '0,4', cornering: 'x', maxSpeed: '0' })).toEqual({
    faults: { braking: 'EcoThreshold', cornering: 'EcoThreshold', maxSpeed: 'EcoSpeed' },
  });
});
