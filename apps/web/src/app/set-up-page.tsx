import type { ReactNode } from 'react';
import { SetUpScreen } from '../features/second-factor/set-up-screen.tsx';
import { call } from '../lib/call.ts';
import { useSend } from '../lib/send-context.tsx';
import { useSessionStore } from '../lib/session-context.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useSignOut } from './use-sign-out.ts';

/** In the place of the whole shell, in whatever address. */
export function SetUpPage(props: { onDone: () => void }): ReactNode {
  const send = useSend();
  const session = useSessionStore();
  const goOn = async (): Promise<void> => {
    const { user } = await call(send, 'auth.me', {});
    session.update(user);
    if (!user.MustSetUpFactor) props.onDone();
  };
  return (
    <PublicLayout shape="text">
      <SetUpScreen onDone={goOn} onSignOut={useSignOut()} />
    </PublicLayout>
  );
}
