import { dayIn } from '@spora/calendar/zones';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/configuration/config.ts';

type Folder = Pick<Config, 'dataDir'>;

/** How far the demo's log has been told: what is done is not done again, what a kill left begun is. */
export interface StoryState {
  /** When the demo began; what is told is told of the days before. */
  readonly begun: string;
  /** Names of steps. */
  readonly done: readonly string[];
}

const fileOf = ({ dataDir }: Folder): string => join(dataDir, 'demo', 'story.json');

/** Notes that a demo has just been filled, and that its story is to be told. */
export const beginStory = (config: Folder, now: Date): void => save(config, { begun: now.toISOString(), done: [] });

/** Undefined for a demo that was filled without a story: its log is somebody's by now. */
export function readStory(config: Folder): StoryState | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(config), 'utf8')) as StoryState;
  } catch {
    return undefined;
  }
}

/** Notes that a step is done; whole or not at all, whenever the program is killed. */
export function noteDone(config: Folder, state: StoryState, step: string): StoryState {
  const next = { ...state, done: [...state.done, step] };
  save(config, next);
  return next;
}

function save(config: Folder, state: StoryState): void {
  const file = fileOf(config);
  mkdirSync(join(config.dataDir, 'demo'), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/** A day of the clock of a zone as `yyyy-MM-dd`. */

/** A month so many before the one that `at` lies in, by its first and last day. */
export function monthBefore(timeZone: string, at: Date, count: number): { from: string; to: string; month: string } {
  const [year = 0, month = 1] = dayIn(at, timeZone).split('-').map(Number);
  const dayOf = (offset: number, day: number) => new Date(Date.UTC(year, month - 1 + offset, day)).toISOString().slice(0, 10);
  return { from: dayOf(-count, 1), to: dayOf(1 - count, 0), month: dayOf(-count, 1).slice(0, 7) };
}

/** The instant that the months of a log begin: the night before the first day of the month before last, in Europe's zones. */
export const monthsSince = (begun: Date, timeZone: string): Date =>
  new Date(Date.parse(`${monthBefore(timeZone, begun, 2).from}T00:00:00Z`) - 2 * 3_600_000);
