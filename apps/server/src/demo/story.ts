import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../platform/configuration/config.ts';
import type { Db } from '../platform/database/db.generated.ts';
import type { LinkTo } from '../platform/mail/links.ts';
import { DEMO_ACCOUNTS, demoImei } from './roster.ts';
import { attestFirst, attestSecond } from './story-attest.ts';
import { createStoryPeople, type Send } from './story-caller.ts';
import { explainOdometer, fillUp, markPrivate, mergeTwo, writeOneByHand, writePurposes } from './story-log.ts';
import { giveBenefitCars, keepFilter, reportToAutoplan } from './story-benefit.ts';
import { bookCars } from './story-bookings.ts';
import { addGroups, chooseReceivers, describeCompany, planService } from './story-office.ts';
import { bringHome, describeMachine, findMachine, handleAlarms, raiseTheft, shareVans } from './story-safety.ts';
import { dateAlarms } from './story-times.ts';
import { openScene, type Scene } from './story-scene.ts';
import { addChoices, addMonthlyLog, addPlaces, linkTags, setRates } from './story-setting.ts';
import { noteDone, readStory, type StoryState } from './story-state.ts';

type Steps = Readonly<Record<string, (scene: Scene) => Promise<void>>>;

/** Before the fleet drives, so that its trips come into a log that is kept. */
export const SETTING: Steps = {
  rates: setRates,
  choices: addChoices,
  places: addPlaces,
  tags: linkTags,
  schedule: addMonthlyLog,
  company: describeCompany,
  groups: addGroups,
  service: planService,
  bookings: bookCars,
  receivers: chooseReceivers,
  benefit: giveBenefitCars,
  autoplan: reportToAutoplan,
  filter: keepFilter,
  'safe-return': bringHome,
  description: describeMachine,
};
/** Once the past has been told. */
export const LOG: Steps = {
  purposes: writePurposes,
  private: markPrivate,
  merge: mergeTwo,
  manual: writeOneByHand,
  odometer: explainOdometer,
  refuelling: fillUp,
  'attest-first': attestFirst,
  'attest-second': attestSecond,
  theft: findMachine,
  'theft-alarm': raiseTheft,
  alarms: handleAlarms,
  'alarm-times': dateAlarms,
  share: shareVans,
};

export interface StoryDeps {
  readonly config: Pick<Config, 'dataDir'>;
  readonly api: Kysely<Db>;
  readonly owner: Kysely<Db>;
  readonly send: Send;
  readonly now: () => Date;
  /** Links of what lies in the demo's mailbox; null where mail leaves. */
  readonly mailbox: LinkTo | null;
}

const isAllDone = ({ done }: StoryState, steps: Steps): boolean => Object.keys(steps).every((name) => done.includes(name));

/** Does what is not done yet of these steps, each of which looks first at what is there; once for a demo, however often it is started. */
export async function tell(
  { config, send, now, mailbox, ...databases }: StoryDeps,
  steps: Steps,
  isStopped = () => false,
): Promise<void> {
  let state = readStory(config);
  if (!state || isAllDone(state, steps)) return;
  const people = createStoryPeople(databases, send, now);
  try {
    const scene = await openScene({ owner: databases.owner, people, mailbox }, new Date(state.begun));
    for (const [name, step] of Object.entries(steps)) {
      if (state.done.includes(name)) continue;
      if (isStopped()) return;
      await step(scene);
      state = noteDone(config, state, name);
    }
  } finally {
    await people.close();
  }
}

export const tellSetting = (deps: StoryDeps): Promise<void> => tell(deps, SETTING);
export const tellLog = (deps: StoryDeps, isStopped?: () => boolean): Promise<void> => tell(deps, LOG, isStopped);

const ASK_EVERY_MS = 3000;
/** A parked tracker reports every ten minutes. */
const LATE_MS = 15 * 60_000;

/**
 * Until when of each tracker records are in the log, those without a position too: who parks in a tunnel has none until the next drive. What is
 * kept of a unit that has set out since is written when it has stopped again: until then its latest position tells it.
 */
async function toldUntil(owner: Kysely<Db>): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await owner
    .selectFrom('unit_projection')
    .innerJoin('fitting', 'fitting.unit_id', 'unit_projection.unit_id')
    .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
    .leftJoin('unit_latest', 'unit_latest.unit_id', 'unit_projection.unit_id')
    .select(['tracker.imei', sql<Date | null>`greatest(unit_projection.newest_record_at, unit_latest.time)`.as('told_at')])
    .execute();
  return new Map(rows.map(({ imei, told_at }) => [imei, told_at]));
}

/** Whether everything that happened before the demo began is in its log. */
export async function isPastTold(owner: Kysely<Db>, begun: Date): Promise<boolean> {
  const told = await toldUntil(owner);
  return DEMO_ACCOUNTS.every(({ units }, account) =>
    units.every(
      ({ contact, occupation, symbol }, place) =>
        contact !== undefined ||
        symbol === 'trailer' ||
        occupation === 'idle' ||
        (told.get(demoImei(account, place))?.getTime() ?? 0) > begun.getTime() - LATE_MS,
    ),
  );
}

export interface DemoStory {
  /** Resolves when the company's log is ready for the first trip. A fault is logged: the demo starts all the same. */
  readonly tellSetting: () => Promise<void>;
  /** Tells the rest in the background once the past is in; what a stop or a fault leaves undone the next start does. */
  readonly tellLog: () => void;
  /** Ends what runs, and the connection of the owner. */
  readonly stop: () => Promise<void>;
}

export function openDemoStory({ log, ...deps }: StoryDeps & { readonly log: Logger }): DemoStory {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let running: Promise<void> = Promise.resolve();
  const guarded = (work: () => Promise<void>): Promise<void> =>
    (running = work().catch((error: unknown) => {
      if (!isStopped()) log.warn({ err: error }, "the demo's log is not complete; the next start goes on with it");
    }));
  return {
    tellSetting: () => guarded(() => tell(deps, SETTING, isStopped)),
    tellLog: () =>
      void guarded(async () => {
        const state = readStory(deps.config);
        if (!state || isAllDone(state, LOG)) return;
        while (!(await isPastTold(deps.owner, new Date(state.begun))))
          await sleep(ASK_EVERY_MS, undefined, { signal: stopping.signal });
        await tell(deps, LOG, isStopped);
      }),
    stop: async () => {
      stopping.abort();
      await running;
      await deps.owner.destroy();
    },
  };
}
