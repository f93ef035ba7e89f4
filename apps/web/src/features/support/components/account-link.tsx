import { useState, type ReactNode } from 'react';
import { PublicLink } from '../../../lib/public-link.tsx';
import { useSessionState } from '../../../lib/session-context.tsx';
import { accountAddress } from '../model.ts';
import { OpenDialog } from './open-dialog.tsx';
import styles from '../support.module.css';

/** The name of an account. Pressing it asks why it is opened, unless it is the one that this tab is visiting. */
export function AccountLink(props: { id: number; name: string }): ReactNode {
  const { id, name } = props;
  const session = useSessionState();
  const [isOpening, setOpening] = useState(false);
  const user = session.kind === 'signed-in' ? session.session.user : null;
  const isVisited = user?.Support !== undefined && user.AccountName === name;
  return (
    <>
      <PublicLink href={accountAddress(id)} className={styles['account']} onGo={isVisited ? undefined : () => setOpening(true)}>
        {name}
      </PublicLink>
      {isOpening && <OpenDialog id={id} name={name} onClose={() => setOpening(false)} />}
    </>
  );
}
