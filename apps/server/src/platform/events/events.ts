import type { Kysely } from 'kysely';
import type { Db } from '../database/db.generated.ts';

/** What can have happened, in the past tense, and what is told of it: each feature adds what it announces in its `feature.ts`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the features
export interface DomainEvents {}

export type EventName = keyof DomainEvents;
export type EventOf<N extends EventName> = { readonly [K in N]: { readonly name: K } & DomainEvents[K] }[N];
export type DomainEvent = EventOf<EventName>;

/** One answer to each kind of event that is cared for. */
export type ByEvent<Rest extends readonly unknown[], Answer> = {
  readonly [N in EventName]?: (event: EventOf<N>, ...rest: Rest) => Answer;
};

/** Follows an event, in the transaction in which it happened. */
export type Listener = (event: DomainEvent, db: Kysely<Db>, now: Date) => Promise<void>;
/** What a feature does when something has happened, by its name. */
export type Listeners = ByEvent<[db: Kysely<Db>, now: Date], Promise<void>>;

/**
 * Tells those who listen what happened, in the transaction that makes it so: what follows is there if and only if that commits. Who
 * tells knows nobody who listens. Never told of a rebuild: nobody hears again of what was long ago.
 */
export type Announce = (db: Kysely<Db>, events: readonly DomainEvent[], now: Date) => Promise<void>;

/** Hands each event to all listeners, one after the other in their order: they share the transaction's connection. */
export const createAnnounce =
  (listeners: readonly Listener[]): Announce =>
  async (db, events, now) => {
    for (const event of events) for (const follow of listeners) await follow(event, db, now);
  };

export const listenerOf =
  (listeners: Listeners): Listener =>
  async (event, db, now) =>
    answerTo(listeners, event, db, now);

/** What is answered to this kind of event; undefined where nobody cares for it. */
export function answerTo<Rest extends readonly unknown[], Answer>(
  answers: ByEvent<Rest, Answer>,
  event: DomainEvent,
  ...rest: Rest
): Answer | undefined {
  const answer = answers[event.name] as ((event: DomainEvent, ...rest: Rest) => Answer) | undefined;
  return answer?.(event, ...rest);
}
