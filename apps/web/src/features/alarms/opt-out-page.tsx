import { useSyncExternalStore, type ReactNode } from 'react';
import { OptOutScreen } from './opt-out-screen.tsx';
import { ReceiverLinkScreen } from './receiver-link-screen.tsx';

const follow = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Where receivers stop alarms: with the token of a message in the address without a sign-in, else with name and password. */
export function OptOutPage(): ReactNode {
  const token = useSyncExternalStore(follow, () => location.hash.slice(1));
  return token === '' ? <OptOutScreen /> : <ReceiverLinkScreen key={token} token={token} />;
}
