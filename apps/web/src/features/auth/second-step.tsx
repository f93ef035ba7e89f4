import type { SignInFactor } from '@spora/contract/auth/endpoints';
import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { knowsPasskeys } from '../../lib/knows-passkeys.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeScreen } from './code-screen.tsx';
import { FactorCodeScreen } from './factor-code-screen.tsx';
import { PasskeyScreen } from './passkey-screen.tsx';
import styles from './second-step.module.css';
import type { StepProps } from './step-props.ts';

/** A passkey is of no use where the browser knows none, unless there is nothing else. */
const waysOf = (factors: readonly SignInFactor[]): readonly SignInFactor[] => {
  const usable = knowsPasskeys() ? factors : factors.filter((way) => way !== 'passkey');
  return usable.length > 0 ? usable : factors;
};

/** The second step of a sign-in, in the way that the member chooses among their own (issue 12, A4). */
export function SecondStep(props: StepProps): ReactNode {
  const t = useT();
  const { brand } = usePublicConfig();
  const [pending, setPending] = useState(props.pending);
  const ways = waysOf(pending.factors);
  const [chosen, setChosen] = useState<SignInFactor | null>(null);
  const way = chosen ?? ways[0] ?? 'mail';
  const parts = { ...props, pending, onPending: setPending };
  const names: Readonly<Record<SignInFactor, string>> = {
    passkey: t('WayPasskey'),
    app: t('WayApp'),
    mail: t('WayMail'),
    recovery: t('WayRecovery'),
  };
  const others = ways.filter((each) => each !== way);
  return (
    <>
      {way === 'mail' && <CodeScreen {...parts} />}
      {way === 'passkey' && <PasskeyScreen {...parts} />}
      {(way === 'app' || way === 'recovery') && <FactorCodeScreen key={way} way={way} {...parts} />}
      {others.length > 0 && (
        <nav className={styles['others']} aria-label={t('OtherWays')}>
          <span>{t('OtherWays')}</span>
          {others.map((each) => (
            <Button key={each} look="quiet" isSmall onClick={() => setChosen(each)}>
              {names[each]}
            </Button>
          ))}
        </nav>
      )}
      {way === 'recovery' && <p className={styles['intro']}>{t('RecoveryLost', { email: brand.supportMail })}</p>}
    </>
  );
}
