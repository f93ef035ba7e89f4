import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { DemoSignIn } from '../../../lib/public-config.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../screen.module.css';

/** The server tells them on its terminal, in English. */
const NOTES: Readonly<Record<string, 'manager' | 'driver' | 'boat' | 'new'>> = {
  'fleet manager, sees everything': 'manager',
  'driver, sees four units': 'driver',
  'a boat and a car, in Norwegian': 'boat',
  'a new account, still empty': 'new',
};

/** The demo's users, one press each. The server names them in the demo only. */
export function DemoSignIns(props: {
  signIns: readonly DemoSignIn[];
  isDisabled: boolean;
  onChoose: (signIn: DemoSignIn) => void;
}): ReactNode {
  const t = useT();
  const noteOf = (note: string): string => {
    const known = NOTES[note];
    return known ? t(`DemoNote-${known}`) : note;
  };
  return (
    <section className={styles['demo']} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles['demoTitle']}>
        {t('DemoSignIns')}
      </h2>
      <ul className={styles['chips']}>
        {props.signIns.map((each) => (
          <li key={each.username}>
            <button type="button" className={styles['chip']} disabled={props.isDisabled} onClick={() => props.onChoose(each)}>
              <span className={styles['chipText']}>
                <strong>{each.username}</strong>
                <span>{noteOf(each.note)}</span>
              </span>
              <Icon name="arrow" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
