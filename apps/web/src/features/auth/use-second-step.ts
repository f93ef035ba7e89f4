import type { DataOf } from '@spora/contract/endpoint-map';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { isCancelled } from '../../lib/passkeys.ts';
import type { StepProps } from './step-props.ts';

type SignedIn = DataOf<'auth.verify-factor'>;

/** Keeps the trust that came with an answer, and hands its session on. */
export async function takeSignedIn(
  { pending, store, onSignedIn }: Pick<StepProps, 'pending' | 'store' | 'onSignedIn'>,
  answer: SignedIn,
): Promise<void> {
  store.clearPending();
  if (answer.device_token !== null && answer.device_expires_at !== null)
    await store.trust(pending, answer.device_token, Date.parse(answer.device_expires_at));
  const { token, ...user } = answer.user;
  onSignedIn({ token, user }, pending.isRemembered);
}

/** One try at a time of a second step that needs nothing sent first. */
export function useSecondStep(props: StepProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (verify: () => Promise<SignedIn>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await takeSignedIn(props, await verify());
      return true;
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.isSessionOver) props.onOver();
      else if (!isCancelled(error)) setFailure(error);
      return false;
    }
  };
  return { isBusy, failure, run };
}
