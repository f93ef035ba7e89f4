import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Session } from '../../lib/session.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { isRefusal } from './model.ts';
import type { AuthStore, PendingSignIn } from './store.ts';
import { takeSignedIn } from './use-second-step.ts';

export type CodeStep = 'sending' | 'waiting' | 'verifying';

/** A failure that says no more than that it failed is told as what it means here (TFA-004). */
function asCodeFailure(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.errors !== 'SomethingWentWrong') return error;
  return new ApiError(error.status, 'InvalidEmail2FA', { reference: error.reference, cause: error });
}

/** ERR-043: until its wait is over no code is judged. A code that is not sent again yet hinders nobody from entering the one before. */
export const holdsVerify = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.errors === 'TooManyCodeAttempts' || failure.errors === 'TooManyRequests');

/**
 * Sends, counts down and verifies the code of one pending sign-in. What is kept for a reload goes away with the first refused
 * code; the token lives on in memory, so that a new code can be asked for until the page is left (DEC-13).
 */
export function useCode(parts: {
  pending: PendingSignIn;
  store: AuthStore;
  onSignedIn: (session: Session, isRemembered: boolean) => void;
  onOver: () => void;
  /** Told of what changed, for who comes back to this step. */
  onPending: (pending: PendingSignIn) => void;
}) {
  const { store, onOver, onPending } = parts;
  const send = useSend();
  const { language } = useLanguage();
  const [pending, setPending] = useState(parts.pending);
  const [step, setStep] = useState<CodeStep>(parts.pending.sentTo === null ? 'sending' : 'waiting');
  const [failure, setFailure] = useState<unknown>(null);
  const [lastTry, setLastTry] = useState<'request' | 'verify'>('request');
  const [isResent, setResent] = useState(false);
  const isKept = useRef(true);
  const isAsked = useRef(parts.pending.sentTo !== null);
  const resendInS = useCountdown(pending.resendAtMs);

  const update = useCallback(
    (next: PendingSignIn): void => {
      setPending(next);
      onPending(next);
      if (isKept.current) void store.keepPending(next);
    },
    [store, onPending],
  );
  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.isSessionOver) onOver();
    else setFailure(error);
  };

  const request = async (isFirst: boolean): Promise<void> => {
    setStep('sending');
    setLastTry('request');
    setFailure(null);
    setResent(false);
    try {
      const answer = await call(
        send,
        'auth.request-code',
        { body: { lang: language, user_id: pending.userId } },
        { token: pending.token },
      );
      update({ ...pending, sentTo: answer.sent_to, resendAtMs: Date.now() + answer.wait_s * 1000 });
      setResent(!isFirst);
    } catch (error) {
      update({ ...pending, resendAtMs: (error instanceof ApiError ? error.retryAtMs : null) ?? 0 });
      fail(asCodeFailure(error));
    }
    setStep('waiting');
  };

  // Once, also where React mounts twice: a second mail would make the first code void.
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void request(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first code is asked for on arrival only
  }, []);

  const verify = async (code: string, trustBrowser: boolean): Promise<boolean> => {
    if (step !== 'waiting') return false;
    setStep('verifying');
    setLastTry('verify');
    setFailure(null);
    setResent(false);
    try {
      const answer = await call(
        send,
        'auth.verify-code',
        { body: { code, user_id: pending.userId, trust_browser: trustBrowser } },
        { token: pending.token },
      );
      await takeSignedIn({ ...parts, pending }, answer);
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        isKept.current = false;
        store.clearPending();
        const next = { ...pending, resendAtMs: (error instanceof ApiError ? error.retryAtMs : null) ?? 0 };
        setPending(next);
        onPending(next);
      }
      setStep('waiting');
      fail(error);
      return false;
    }
  };

  return { pending, step, failure, lastTry, isResent, resendInS, verify, resend: () => void request(false) };
}
