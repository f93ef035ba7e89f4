import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@spora/contract/live-event';
import type { MemberActor } from '../ctx.ts';
import { LIVE_KINDS, type LiveKind, noUnits } from './hub.ts';

/** A viewer that is behind by more units than this is told to load everything instead. */
const MAX_PENDING = 2000;

/** One event of the stream as bytes, shared by all who are sent it, and what it tells of. */
export interface Frame {
  readonly bytes: Buffer;
  readonly kind: LiveKind | 'announcement' | 'heartbeat';
  readonly units: readonly number[];
}

/** Ids of units by what changed of them. */
export type ChangedUnits = Readonly<Record<LiveKind, ReadonlySet<number>>>;

/** The wire form of an event (WHATWG HTML, section 9.2). */
export const frameOf = (eventId: string, json: string): Buffer => Buffer.from(`id: ${eventId}\ndata: ${json}\n\n`);

/** The wire form of an event that is sent as it is. */
export const encodeEvent = (eventId: string, event: LiveEvent): Buffer => frameOf(eventId, JSON.stringify(event));

/**
 * The units that a group of viewers may see; null is the whole account. Viewers who see the same share one, so that what they
 * are sent is put together once.
 */
export interface Audience {
  readonly key: string;
  readonly unitIds: ReadonlySet<number> | null;
  readonly viewers: Set<Viewer>;
}

export interface Viewer {
  actor: MemberActor;
  readonly tokenHash: Buffer;
  audience: Audience;
  checkedAtMs: number;
  /** Something changed while this viewer's connection took no more. */
  readonly isBehind: boolean;
  readonly mustReload: boolean;
  /** When the connection last stopped taking; undefined while it takes. */
  readonly blockedSinceMs: number | undefined;
  /** Sends frames until the connection takes no more; the units of the rest are kept for later. */
  send(frames: readonly Frame[]): void;
  /** Remembers units that it could not be sent. */
  postpone(kind: LiveKind, unitIds: Iterable<number>): void;
  /** Forgets what is pending and tells the browser to load everything, as soon as the connection takes it. */
  reload(eventId: string): void;
  /** What was pending has been looked up. */
  takePending(): ChangedUnits;
  close(): void;
}

export interface ViewerOptions {
  readonly actor: MemberActor;
  readonly tokenHash: Buffer;
  readonly audience: Audience;
  readonly nowMs: () => number;
  /** The connection takes again. */
  readonly onDrain: (viewer: Viewer) => void;
}

/**
 * One browser's stream. What waits in memory for a reader that stalls is bounded: one frame in the connection's buffer and
 * `MAX_PENDING` unit ids.
 */
export function createViewer(response: ServerResponse, { actor, tokenHash, audience, nowMs, onDrain }: ViewerOptions): Viewer {
  let pending = noUnits();
  let blockedSinceMs: number | undefined;
  let mustReload = false;
  /** What support announced while the connection took no more. */
  let missed: Buffer | undefined;

  const write = (bytes: Buffer): void => {
    if (!response.write(bytes)) blockedSinceMs = nowMs();
  };
  const viewer: Viewer = {
    actor,
    tokenHash,
    audience,
    checkedAtMs: nowMs(),
    get isBehind() {
      return mustReload || LIVE_KINDS.some((kind) => pending[kind].size > 0);
    },
    get mustReload() {
      return mustReload;
    },
    get blockedSinceMs() {
      return blockedSinceMs;
    },
    send(frames) {
      for (const frame of frames) {
        if (blockedSinceMs === undefined && !mustReload) write(frame.bytes);
        else if (frame.kind === 'announcement') missed = frame.bytes;
        else if (frame.kind !== 'heartbeat') viewer.postpone(frame.kind, frame.units);
      }
    },
    postpone(kind, unitIds) {
      if (mustReload) return;
      for (const id of unitIds) pending[kind].add(id);
      if (pending[kind].size <= MAX_PENDING) return;
      viewer.takePending();
      mustReload = true;
    },
    reload(eventId) {
      viewer.takePending();
      if (blockedSinceMs !== undefined) {
        mustReload = true;
        return;
      }
      mustReload = false;
      write(encodeEvent(eventId, { kind: 'reload' }));
    },
    takePending() {
      const taken = pending;
      pending = noUnits();
      return taken;
    },
    close: () => void response.destroy(),
  };
  response.on('drain', () => {
    blockedSinceMs = undefined;
    if (missed && !mustReload) write(missed);
    missed = undefined;
    onDrain(viewer);
  });
  return viewer;
}
