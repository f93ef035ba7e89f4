import { HOUR_MS } from '@spora/calendar/durations';
import { expect, test } from 'vitest';
import { contactExpectedBy, shownState } from '../../core/fleet/shown-state.ts';
import { noteContact, nothingTold, reportIntervalS } from './projection.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

type Activity = 'moving' | 'stopped' | 'parked';
interface Report {
  readonly atMs: number;
  readonly activity: Activity;
  readonly isEngineOn?: boolean;
}

/** Reports of one activity, each after the pause that `pauseMs` gives for its number. */
function reports(fromMs: number, lastsMs: number, activity: Activity, pauseMs: (number: number) => number): Report[] {
  const found: Report[] = [];
  for (let atMs = fromMs + pauseMs(0), i = 1; atMs <= fromMs + lastsMs; atMs += pauseMs(i), i += 1)
    found.push({ atMs, activity });
  return found;
}

/** The hours after which somebody who looks each ten seconds saw the unit without contact, with how long it had been silent. */
function silences(told: readonly Report[], untilMs: number): { atMs: number; silentMs: number }[] {
  const state = nothingTold();
  const seen: { atMs: number; silentMs: number }[] = [];
  told.forEach(({ atMs, activity, isEngineOn = activity === 'moving' }, i) => {
    state.named.ignition = isEngineOn;
    noteContact(state, atMs, activity === 'moving');
    const expectedBy = contactExpectedBy(atMs, reportIntervalS(state, activity));
    const nextMs = told[i + 1]?.atMs ?? untilMs;
    for (let nowMs = atMs; nowMs < nextMs; nowMs += 10 * SECOND_MS) {
      if (shownState(activity, expectedBy, nowMs) !== 'no-contact') continue;
      seen.push({ atMs, silentMs: nowMs - atMs });
      break;
    }
  });
  return seen;
}

/** A minute, up to a third of it early or late; of every twelve two in a row are lost, of every hundred seven. */
function jittering(number: number): number {
  const late = ((number * 37) % 41) - 20;
  const lost = number % 100 === 99 ? 7 : number % 12 === 11 ? 2 : 0;
  return (1 + lost) * MINUTE_MS + late * SECOND_MS;
}

test('MAP-019: a unit that reports by the minute, early, late or not at all now and then, has contact until it is silent for ten minutes', () => {
  for (const activity of ['moving', 'parked'] as const) {
    const first = reports(0, 3 * HOUR_MS, activity, () => MINUTE_MS);
    const told = [...first, ...reports(3 * HOUR_MS, 24 * HOUR_MS, activity, jittering)];
    const lastMs = told.at(-1)?.atMs ?? 0;
    const seen = silences(told, lastMs + 24 * HOUR_MS);
    expect(
      seen.map(({ atMs }) => atMs),
      activity,
    ).toEqual([lastMs]);
    expect(seen[0]?.silentMs).toBeGreaterThan(10 * MINUTE_MS);
    expect(seen[0]?.silentMs).toBeLessThanOrEqual(15 * MINUTE_MS);
  }
});

test('MAP-019: a unit that sleeps by the hour keeps its contact after hours with the engine on and a report each minute', () => {
  const night = (fromMs: number) => reports(fromMs, 12 * HOUR_MS, 'parked', () => HOUR_MS + 20 * SECOND_MS);
  const told: Report[] = [...night(0)];
  for (let day = 0; day < 3; day += 1) {
    const atMs = (12 + 24 * day) * HOUR_MS;
    told.push(...reports(atMs, 4 * HOUR_MS, 'moving', () => MINUTE_MS));
    const idle = reports(atMs + 4 * HOUR_MS, 4 * HOUR_MS, 'stopped', () => MINUTE_MS);
    told.push(...idle.map((report) => ({ ...report, isEngineOn: true })));
    told.push(...reports(atMs + 8 * HOUR_MS, 4 * HOUR_MS, 'moving', () => MINUTE_MS));
    told.push({ atMs: atMs + 12 * HOUR_MS + MINUTE_MS, activity: 'parked' }, ...night(atMs + 12 * HOUR_MS + MINUTE_MS));
  }
  const lastMs = told.at(-1)?.atMs ?? 0;
  const seen = silences(told, lastMs + 24 * HOUR_MS);
  expect(seen.map(({ atMs }) => atMs)).toEqual([lastMs]);
  expect(seen[0]?.silentMs).toBeLessThan(3.5 * HOUR_MS);
});
