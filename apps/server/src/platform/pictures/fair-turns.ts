import { AppError } from '../app-error.ts';

/** Work of one at a time, in which nobody's share hinges on how much somebody else brings. */
export interface FairTurns<K> {
  /** Does the work when it is its turn. Throws TooManyRequests when `most` of its owner wait already. */
  take<T>(owner: K, work: () => Promise<T>): Promise<T>;
}

/** One turn after the other: owners go round, and of each the oldest work comes first. */
export function createFairTurns<K>(most: number): FairTurns<K> {
  /** The next owner's stands first. */
  const waiting = new Map<K, (() => Promise<void>)[]>();
  let isBusy = false;

  async function goOn(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [owner, list] = next.value;
      waiting.delete(owner);
      const work = list.shift();
      if (list.length > 0) waiting.set(owner, list);
      await work?.();
    }
    isBusy = false;
  }

  return {
    take: (owner, work) =>
      new Promise((resolve, reject) => {
        const list = waiting.get(owner) ?? [];
        if (list.length >= most) return reject(new AppError('TooManyRequests'));
        list.push(() => work().then(resolve, reject));
        waiting.set(owner, list);
        void goOn();
      }),
  };
}
