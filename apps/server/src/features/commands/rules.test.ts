import { ECO_FAMILIES } from '@spora/contract/limits';
import { columnsOf } from '@spora/telemetry/columns';
import { expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { makeRecords } from '../../testing/tracker.ts';
import { advanceUnit, NO_STATE } from '../../core/engine/advance.ts';
import { DEFAULT_SETTINGS } from '../trips/rules.ts';
import { maySetEco, maySwitch, mayEditIo } from './policy.ts';
import { ecoProfileOf, ecoText, judgeAnswer, outputProfileOf, outputText } from './profile-rules.ts';
import {
  dangerousWish,
  deadlinesOf,
  matchAnswer,
  needsConfirmation,
  NEW_OUTPUT,
  newestState,
  stateAt,
  stateLeftBy,
} from './rules.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const wish = { output: 1, isOn: true, pulseS: null, onlyStandingStill: false };

test("OUT-001, CONST-007: the text of a switch is the vendor's, for each of three outputs, with pulse and speed only where wished", () => {
  expect(outputText(wish)).toBe('setdigout 1');
  expect(outputText({ ...wish, output: 3, isOn: false })).toBe('setdigout ??0');
  expect(outputText({ ...wish, output: 2, pulseS: 10 })).toBe('setdigout ?1 ? 10');
  expect(outputText({ ...wish, onlyStandingStill: true })).toBe('setdigout 1 ? 5');
  expect(outputText({ ...wish, output: 2, pulseS: 10, onlyStandingStill: true })).toBe('setdigout ?1 ? 10 ? 5');
});

test('UNIT-030: thresholds become the parameters of the family, within the length of a command; switched off, none are judged', () => {
  const profile = ecoProfileOf('A')!;
  const thresholds = { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: 90 };
  expect(ecoText(profile, thresholds)).toBe('setparam 11000:1;11004:2.5;11005:2.7;11006:3.4;11100:1;11104:90');
  expect(ecoText(profile, { ...thresholds, is_on: false })).toBe('setparam 11000:0;11004:2.5;11005:2.7;11006:3.4;11100:0');
});

test('UNIT-029: a family without a profile is offered nothing, and each profile names its source', () => {
  for (const family of ['B', 'C', 'phone', '?', undefined])
    expect([outputProfileOf(family), ecoProfileOf(family)]).toEqual([null, null]);
  for (const profile of [outputProfileOf('A'), outputProfileOf('FT'), ecoProfileOf('A')])
    expect(profile?.source).toMatch(/wiki/i);
  for (const family of ['A', 'B', 'C', 'FT', 'phone']) expect(ecoProfileOf(family) !== null).toBe(ECO_FAMILIES.includes(family));
  expect([outputProfileOf('A')?.isConfirmed, outputProfileOf('FT')?.isConfirmed]).toEqual([true, false]);
});

test.each([
  ['DOUT1:ON Timeout:INFINITY', 'done'],
  ['DOUT1:ON Timeout:10s Speed threshold:5km/h', 'done'],
  ['DOUT1:ON Timeout:INFINITY Speed threshold:5km/h Speed is above threshold, queued', 'queued'],
  ['DOUT1:OFF Timeout:INFINITY', 'other'],
  ['DOUT1:IGNORED DOUT2:ON Timeout:INFINITY', 'other'],
  ['DOUT1 Is disabled from CFG', 'refused'],
  ['Unknown command', 'refused'],
  ['RTC:2026/03/10 12:00 INIT:...', 'other'],
])('OUT-002: of output 1 switched on, the answer "%s" means %s', (text, verdict) => {
  expect(judgeAnswer({ kind: 'output', family: 'A', parameters: wish }, text)).toBe(verdict);
});

test('UNIT-030: an answer that names the parameters acknowledges the thresholds, a refusal fails them', () => {
  const command = { kind: 'eco-driving', family: 'A', parameters: {} };
  expect(judgeAnswer(command, 'New value 11000:1;11004:2.5;')).toBe('done');
  expect(judgeAnswer(command, 'ERROR: wrong value 11004')).toBe('refused');
});

test('OUT-011: a late answer goes to the unconfirmed change it fits, not to the one that is under way', () => {
  const old = { id: 1, state: 'timed-out', kind: 'output', family: 'A', parameters: wish };
  const sent = { ...old, id: 2, state: 'sent', parameters: { ...wish, isOn: false } };
  expect(matchAnswer([sent, old], 'DOUT1:ON Timeout:INFINITY', true)).toEqual({ id: 1, state: 'acknowledged' });
  expect(matchAnswer([sent, old], 'DOUT1:OFF Timeout:INFINITY', true)).toEqual({ id: 2, state: 'acknowledged' });
  expect(matchAnswer([sent, old], 'Unknown command', true)).toEqual({ id: 2, state: 'failed' });
  expect(matchAnswer([sent], 'DOUT1:OFF', false)).toEqual({ id: 2, state: 'failed' });
  expect(matchAnswer([old], 'Hello', true)).toBeNull();
});

test('OUT-003, CONST-011: a switch that nobody confirmed within 90 seconds is over, sent or not; thresholds may wait for the tracker', () => {
  const { expiresAt, confirmBy } = deadlinesOf('output', NOW);
  const command = { expires_at: expiresAt, confirm_by: confirmBy };
  expect(stateAt({ ...command, state: 'sent' }, later(89))).toBe('sent');
  expect(stateAt({ ...command, state: 'sent' }, later(90))).toBe('timed-out');
  expect(stateAt({ ...command, state: 'waiting' }, later(90))).toBe('expired');
  const eco = deadlinesOf('eco-driving', NOW);
  expect(stateAt({ state: 'waiting', expires_at: eco.expiresAt, confirm_by: eco.confirmBy }, later(86_400))).toBe('waiting');
});

test('OUT-003, DEC-52: a new change needs confirming only while the last one is unacknowledged', () => {
  const at = (state: string) => ({ state, expires_at: later(90), confirm_by: later(90) });
  expect(needsConfirmation([], NOW)).toBe(false);
  expect(needsConfirmation([at('timed-out'), at('acknowledged')], NOW)).toBe(true);
  expect(needsConfirmation([at('withdrawn'), at('expired')], NOW)).toBe(true);
  expect(needsConfirmation([at('acknowledged'), at('timed-out')], NOW)).toBe(false);
});

test('OUT-008: only what takes a starter block out of its normal state is dangerous, and any output nobody has described', () => {
  expect(dangerousWish({ ...NEW_OUTPUT, type: 'starter-block' }, true)).toBe(true);
  expect(dangerousWish({ ...NEW_OUTPUT, type: 'starter-block', normal_state: true }, true)).toBe(false);
  expect(dangerousWish({ ...NEW_OUTPUT, type: 'siren' }, true)).toBeNull();
  expect(dangerousWish(NEW_OUTPUT, false)).toBe(true);
});

test('OUT-006, OUT-010: the state is what was confirmed or reported last; a pulse falls back by itself', () => {
  expect(stateLeftBy(wish, NOW, later(5))).toEqual({ isOn: true, at: NOW });
  expect(stateLeftBy({ ...wish, pulseS: 10 }, NOW, later(11))).toEqual({ isOn: false, at: later(10) });
  const reported = { isOn: false, at: later(20) };
  expect(newestState(stateLeftBy(wish, NOW, later(30)), reported)).toEqual(reported);
  expect(newestState(null, null)).toBeNull();
});

test('OUT-005: what a tracker reports of its inputs and outputs is kept, each with the time it was last told', () => {
  const [first, second] = makeRecords(2, NOW.getTime());
  const records = [
    {
      ...first!,
      io: [
        { id: 2, width: 1, value: 1 },
        { id: 179, width: 1, value: 0 },
      ],
    },
    { ...second!, io: [{ id: 179, width: 1, value: 1 }] },
  ] as const;
  const { state } = advanceUnit(NO_STATE, columnsOf(records), {
    families: [{ fromMs: 0, family: 'A' }],
    settings: [{ fromMs: 0, settings: DEFAULT_SETTINGS }],
  });
  expect(state.named).toMatchObject({
    input_2: true,
    input_2_at_ms: NOW.getTime(),
    output_1: true,
    output_1_at_ms: NOW.getTime() + 1000,
  });
});

test('OUT-008: support staff who look at an account as its administrator switch nothing and send nothing', () => {
  const admin = {
    kind: 'member',
    accountId: 1 as AccountId,
    memberId: 1,
    sessionId: 1,
    isAdmin: true,
    mayUseMap: true,
    timeZone: 'UTC',
  } as const;
  const staff = { ...admin, visit: { id: 1, staffName: 'Siv', until: NOW } };
  const unit = { isRetired: false };
  expect([maySwitch(admin, unit, NEW_OUTPUT), mayEditIo(admin, unit), maySetEco(admin, true)]).toEqual([true, true, true]);
  expect([maySwitch(staff, unit, NEW_OUTPUT), mayEditIo(staff, unit), maySetEco(staff, true)]).toEqual([false, false, false]);
});
