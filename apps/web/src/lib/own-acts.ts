/** What somebody has just done here themselves is no news to them: for so long. */
const NO_NEWS_MS = 60_000;
const acts = new Map<string, number>();

/** Remembers what was done here, by a name of the act's own (`theft-mode 356307042441011`). */
export const noteOwnAct = (name: string): void => void acts.set(name, Date.now());

/** Whether it was done here within the last minute. */
export const isOwnAct = (name: string): boolean => Date.now() - (acts.get(name) ?? -Infinity) < NO_NEWS_MS;
