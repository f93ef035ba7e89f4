import { ECO_FAMILIES } from '@spora/contract/limits';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Family } from '@spora/protocols/protocol';
import { columnsOf } from '@spora/telemetry/columns';
import { expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { makeRecords } from '../../testing/tracker.ts';
import { stateAfter } from '../../testing/engine.ts';
import type { LatestState } from '../tracking/projection.ts';
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

test('OUT-001, UNIT-030: a wish becomes the text of its family, the speed of the product where it may only stand still', () => {
  expect(outputText(outputProfileOf('A')!, wish)).toBe('setdigout 1');
  expect(outputText(outputProfileOf('A')!, { ...wish, onlyStandingStill: true })).toBe('setdigout 1 ? 5');
  const thresholds = { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: 90 };
  expect(ecoText(ecoProfileOf('A')!, thresholds)).toBe('setparam 11000:1;11004:2.5;11005:2.7;11006:3.4;11100:1;11104:90');
});

test('UNIT-029: a family without a profile is offered nothing, and each profile names its source', () => {
  for (const family of ['B', 'C', 'phone', '?', undefined])
    expect([outputProfileOf(family), ecoProfileOf(family)]).toEqual([null, null]);
  for (const profile of [outputProfileOf('A'), outputProfileOf('FT'), ecoProfileOf('A')])
    expect(profile?.source).toMatch(/wiki/i);
  for (const { name: family } of PROTOCOLS.flatMap(({ families }): readonly Family[] => families))
    expect(ecoProfileOf(family) !== null).toBe(ECO_FAMILIES.includes(family));
  expect([outputProfileOf('A')?.isConfirmed, outputProfileOf('FT')?.isConfirmed]).toEqual([true, false]);
});

test('OUT-002, UNIT-030: an answer is judged as its family does; of a family that no protocol has it means nothing', () => {
  const output = { kind: 'output', family: 'A', parameters: wish };
  expect(judgeAnswer(output, 'DOUT1:ON Timeout:INFINITY')).toBe('done');
  expect(judgeAnswer({ ...output, parameters: { ...wish, isOn: false } }, 'DOUT1:ON Timeout:INFINITY')).toBe('other');
  expect(judgeAnswer({ ...output, family: 'gone' }, 'DOUT1:ON Timeout:INFINITY')).toBe('other');
  const eco = { kind: 'eco-driving', family: 'A', parameters: {} };
  expect(judgeAnswer(eco, 'New value 11000:1;11004:2.5;')).toBe('done');
  expect(judgeAnswer(eco, 'ERROR: wrong value 11004')).toBe('refused');
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
  const { named } = stateAfter(columnsOf(records), 'latest') as LatestState;
  expect(named).toMatchObject({
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
    isPrivateClosed: false,
    timeZone: 'UTC',
  } as const;
  const staff = { ...admin, visit: { id: 1, staffName: 'Siv', until: NOW } };
  const unit = { isRetired: false };
  expect([maySwitch(admin, unit, NEW_OUTPUT), mayEditIo(admin, unit), maySetEco(admin, true)]).toEqual([true, true, true]);
  expect([maySwitch(staff, unit, NEW_OUTPUT), mayEditIo(staff, unit), maySetEco(staff, true)]).toEqual([false, false, false]);
});
