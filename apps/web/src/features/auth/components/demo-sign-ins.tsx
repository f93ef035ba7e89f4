import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { DemoSignIn } from '../../../lib/public-config.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../screen.module.css';

/** The demo's users, one press each. The server names them in the demo only. */
export function DemoSignIns(props: {
  signIns: readonly DemoSignIn[];
  isDisabled: boolean;
  onChoose: (signIn: DemoSignIn) => void;
}): ReactNode {
  const t = useT();
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
                <span>{each.note}</span>
              </span>
              <Icon name="arrow" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
