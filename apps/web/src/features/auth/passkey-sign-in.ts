import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { askPasskey, isCancelled } from '../../lib/passkeys.ts';
import type { Send } from '../../lib/send.ts';
import type { Session } from '../../lib/session.ts';

/** Signs in whose passkey the browser is shown; null when they say no. Fetched when the button is pressed (NFR-001). */
export async function passkeySignIn(send: Send, subsiteid: number, isRemembered: boolean): Promise<Session | null> {
  try {
    const { options } = await call(send, 'auth.passkey-options', {});
    const passkey = await askPasskey(options);
    const answer = await call(send, 'auth.passkey-sign-in', { body: { passkey, subsiteid, remember_me: isRemembered } });
    const { token, ...user } = answer.user;
    return { token, user };
  } catch (error) {
    if (isCancelled(error)) return null;
    // The sign-in page has one text for what a passkey cannot do here.
    if (error instanceof ApiError && error.errors === 'PasskeyNotHere')
      throw new ApiError(422, 'PasskeyRefused', { cause: error });
    throw error;
  }
}
