/** What the sign-in page tells once, after a redirect to it (AUTH-008, STORE-001). Kept in memory: a reload forgets it. */
export type Flash = 'registered' | 'reset-sent' | 'password-changed';

let waiting: Flash | null = null;

export const setFlash = (flash: Flash): void => void (waiting = flash);

/** The waiting message; it goes on waiting. */
export const peekFlash = (): Flash | null => waiting;

/** The waiting message, which is thereby taken. */
export function takeFlash(): Flash | null {
  const taken = waiting;
  waiting = null;
  return taken;
}
