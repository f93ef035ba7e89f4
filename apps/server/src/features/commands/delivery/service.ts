import { CONFIRMATION_S } from '@spora/contract/limits';
import type { TrackerMessage } from '@spora/protocols/protocol';
import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Courier, CourierDeps } from '../../../core/face.ts';
import { matchAnswer } from '../rules.ts';
import { announceCommands } from '../live.ts';
import * as repository from './repository.ts';
import { noteHeard } from '../../../core/log/segments.ts';
import type { TrackerSession } from '../../../core/log/tcp-session.ts';

const EVERY_MS = 1000;
/** Beyond so many unread messages of one tracker it is not answering a command but talking. */
const UNREAD_MAX = 8;
const ANSWER_MAX = 500;

/**
 * Hands commands to the trackers that are connected here, one at a time each, and matches their answers. One look at the few
 * unsettled rows a second, whatever the traffic: frames never lead to a query, and neither does a hello or a message of a tracker
 * that nobody waits for. A command is marked as sent before it is: it is never sent twice (decision 0022).
 */
export function createCourier({ db, log, now, findSession, announce, everyMs = EVERY_MS }: CourierDeps): Courier {
  let waitingFor: ReadonlySet<number> = new Set();
  let awaitedOf = new Set<number>();
  const unread = new Map<number, number>();
  /** By tracker, the connection that its newest command went to: another one has nothing to answer. */
  const sentOn = new Map<number, TrackerSession>();
  let isStopped = false;
  let isWoken = false;
  let wake: () => void = () => undefined;

  const awaken = (): void => {
    isWoken = true;
    wake();
  };

  /** Settles commands and tells of them, in one transaction. */
  const told = (name: 'command-acknowledged' | 'command-failed', settle: (tx: Kysely<Db>) => Promise<number[]>): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const ids = await settle(tx);
      if (ids.length > 0) await announce(tx, [{ name, ids }], now());
    });

  async function look(): Promise<void> {
    let rows = await repository.unsettled(db, now());
    if (rows.length > 0) {
      await told('command-acknowledged', (tx) => repository.confirmByReports(tx, now()));
      await told('command-failed', (tx) => repository.settleOverdue(tx, now()));
      rows = await repository.unsettled(db, now());
    }
    const waiting = rows.filter(({ state }) => state === 'waiting');
    const busy = new Set(rows.filter(({ state }) => state === 'sent').map((row) => row.tracker_id));
    waitingFor = new Set(waiting.map((row) => row.tracker_id));
    awaitedOf = new Set(rows.filter(({ state }) => state === 'sent' || state === 'timed-out').map((row) => row.tracker_id));
    for (const trackerId of sentOn.keys()) if (!awaitedOf.has(trackerId)) sentOn.delete(trackerId);
    for (const { id, tracker_id: trackerId } of waiting) {
      if (busy.has(trackerId) || !findSession(trackerId)?.takesCommands) continue;
      if (await send(id, trackerId)) busy.add(trackerId);
    }
  }

  async function send(id: number, trackerId: number): Promise<boolean> {
    const text = await db.transaction().execute(async (tx) => {
      const taken = await repository.takeForSending(tx, id, now(), CONFIRMATION_S);
      if (taken !== null) await announceCommands(tx, [id], { isAnswer: true });
      return taken;
    });
    if (text === null) return false;
    awaitedOf.add(trackerId);
    // Gone in the meantime: it times out and a person decides, for nobody can tell it from an answer that was lost.
    const session = findSession(trackerId);
    if (session) sentOn.set(trackerId, session);
    session?.sendCommand(text);
    log.info({ command: id, trackerId }, 'a command was sent to a tracker');
    return true;
  }

  async function take(trackerId: number, { text, kind }: TrackerMessage): Promise<void> {
    const matched = matchAnswer(await repository.awaitedOf(db, trackerId, now()), text, kind === 'answer');
    if (!matched) return;
    // Bytes that PostgreSQL cannot hold are no part of any answer.
    const answer = text.replaceAll('\0', '').trim().slice(0, ANSWER_MAX);
    const isDone = matched.state === 'acknowledged';
    await told(isDone ? 'command-acknowledged' : 'command-failed', async (tx) => {
      if (!(await repository.settle(tx, { ...matched, answer, at: now() }))) return [];
      await noteHeard(tx, trackerId, now());
      return [matched.id];
    });
    log.info({ command: matched.id, trackerId, state: matched.state }, 'a tracker answered a command');
    awaken();
  }

  let reading: Promise<void> = Promise.resolve();
  function answered(session: TrackerSession, message: TrackerMessage): void {
    if (message.kind === 'serial') return;
    const { trackerId } = session;
    // Whoever comes with the same name answers no command that another one was sent (decision 0062).
    const asked = sentOn.get(trackerId) ?? session;
    if (asked !== session && asked.isOpen) return;
    const count = unread.get(trackerId) ?? 0;
    if (!awaitedOf.has(trackerId) || count >= UNREAD_MAX) return;
    unread.set(trackerId, count + 1);
    reading = reading
      .then(() => take(trackerId, message))
      .catch((error: unknown) => log.warn({ err: error, trackerId }, 'the answer to a command could not be kept'))
      .finally(() => {
        const left = (unread.get(trackerId) ?? 1) - 1;
        if (left > 0) unread.set(trackerId, left);
        else unread.delete(trackerId);
      });
  }

  async function loop(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      try {
        await look();
      } catch (error) {
        log.warn({ err: error }, 'commands could not be looked for; trying again');
        isWoken = false;
      }
      if (!isStopped && !isWoken) await pause();
    }
  }
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = loop();

  return {
    greeted: ({ trackerId }) => {
      if (waitingFor.has(trackerId)) awaken();
    },
    answered,
    stop: async () => {
      isStopped = true;
      wake();
      await running;
      await reading;
    },
  };
}
