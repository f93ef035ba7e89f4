import { AppError } from '../app-error.ts';

/** Who asks for a place: somebody who has been here before, or anybody. */
export type Lane = 'known' | 'stranger';

export interface PlaceSizes {
  /** Who is known may have all of these. */
  readonly places: number;
  /** Strangers never have more than these, however many there are. */
  readonly forStrangers: number;
  readonly waiting: Readonly<Record<Lane, number>>;
}

export interface Places {
  /** Whether a stranger would have to wait now. */
  readonly isCrowded: () => boolean;
  /** Does the work when there is a place. Throws TooManyRequests at once when too many of the lane wait already. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** So many known ones go before a stranger that waits: nobody waits for ever. */
const KNOWN_IN_A_ROW = 8;

/** Places for work that is dear. Strangers get what is left: some places are kept for who is known, and so is the head of the queue. */
export function createPlaces({ places, forStrangers, waiting }: PlaceSizes): Places {
  const running: Record<Lane, number> = { known: 0, stranger: 0 };
  const queues: Readonly<Record<Lane, (() => void)[]>> = { known: [], stranger: [] };
  const hasRoom = (lane: Lane): boolean =>
    running.known + running.stranger < places && (lane === 'known' || running.stranger < forStrangers);
  let inARow = 0;
  const startNext = (lane: Lane): boolean => {
    const start = hasRoom(lane) ? queues[lane].shift() : undefined;
    if (!start) return false;
    inARow = lane === 'known' ? inARow + 1 : 0;
    running[lane] += 1;
    start();
    return true;
  };
  const next = (): void => {
    let hasStarted = true;
    while (hasStarted) {
      const isStrangersTurn = inARow >= KNOWN_IN_A_ROW && startNext('stranger');
      hasStarted = isStrangersTurn || startNext('known') || startNext('stranger');
    }
  };
  return {
    isCrowded: () => queues.stranger.length > 0 || !hasRoom('stranger'),
    async run(lane, work) {
      if (hasRoom(lane) && queues[lane].length === 0) running[lane] += 1;
      else if (queues[lane].length >= waiting[lane]) throw new AppError('TooManyRequests');
      else await new Promise<void>((start) => queues[lane].push(start));
      try {
        return await work();
      } finally {
        running[lane] -= 1;
        next();
      }
    },
  };
}
