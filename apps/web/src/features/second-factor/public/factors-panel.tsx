import type { OwnFactors, Passkey } from '@spora/contract/second-factor/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { knowsPasskeys } from '../../../lib/passkeys.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { AppDialog } from '../components/app-dialog.tsx';
import { PasskeyDialog } from '../components/passkey-dialog.tsx';
import { RemoveAppDialog, RemovePasskeyDialog, RenewCodesDialog } from '../components/removal-dialogs.tsx';
import styles from '../factors.module.css';
import { factorsQuery } from '../queries.ts';

type Opened = 'app' | 'passkey' | 'remove-app' | 'codes' | Passkey | null;

/** One's own second step: app, passkeys and recovery codes (issue 12, A4). */
export function FactorsPanel(): ReactNode {
  const query = useQuery(factorsQuery(useSend()));
  return (
    <Loaded query={query} heights={[200]} isPart>
      {(factors) => <Factors factors={factors} />}
    </Loaded>
  );
}

function Factors(props: { factors: OwnFactors }): ReactNode {
  const { factors } = props;
  const t = useT();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  return (
    <div className={styles['panel']}>
      <p className={frame['soft']}>{t('FactorsLead')}</p>
      {factors.is_required && (
        <Banner tone="information">{factors.is_mail_enough ? t('FactorsRequiredMail') : t('FactorsRequired')}</Banner>
      )}
      <App factors={factors} onOpen={setOpened} />
      <Passkeys factors={factors} onOpen={setOpened} />
      <Codes factors={factors} onOpen={setOpened} />
      {factors.mail && factors.needs_code && <p className={frame['soft']}>{t('FactorMailToo')}</p>}
      {opened === 'app' && <AppDialog factors={factors} onClose={close} onDone={close} />}
      {opened === 'passkey' && <PasskeyDialog factors={factors} onClose={close} onDone={close} />}
      {opened === 'remove-app' && <RemoveAppDialog factors={factors} onClose={close} />}
      {opened === 'codes' && <RenewCodesDialog factors={factors} onClose={close} />}
      {typeof opened === 'object' && opened !== null && (
        <RemovePasskeyDialog factors={factors} passkey={opened} onClose={close} />
      )}
    </div>
  );
}

interface PartProps {
  readonly factors: OwnFactors;
  readonly onOpen: (opened: Opened) => void;
}

function LastUsed(props: { at: string | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  return props.at === null ? t('FactorNeverUsed') : t('FactorLastUsed', { time: format.dateTime(props.at) });
}

function App({ factors: { app }, onOpen }: PartProps): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <div className={styles['part']}>
      <h3>{t('FactorApp')}</h3>
      <div className={styles['line']}>
        <div className={styles['text']}>
          {app ? (
            <>
              <span>{t('FactorAppSince', { time: format.dateTime(app.since) })}</span>
              <span className={frame['soft']}>
                <LastUsed at={app.last_used_at} />
              </span>
            </>
          ) : (
            <span className={frame['soft']}>{t('FactorAppNone')}</span>
          )}
        </div>
        <div className={styles['ends']}>
          {app && (
            <Button isSmall aria-label={t('FactorAppRemoveNamed')} onClick={() => onOpen('remove-app')}>
              {t('FactorRemove')}
            </Button>
          )}
          <Button isSmall onClick={() => onOpen('app')}>
            {app ? t('FactorAppReplace') : t('FactorAppSetUp')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Passkeys({ factors: { passkeys }, onOpen }: PartProps): ReactNode {
  const t = useT();
  return (
    <div className={styles['part']}>
      <h3>{t('FactorPasskeys')}</h3>
      <p className={frame['soft']}>{t('FactorPasskeysLead')}</p>
      {passkeys.length > 0 && (
        <ul className={styles['list']}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles['line']}>
              <div className={styles['text']}>
                <span>{passkey.name}</span>
                <span className={frame['soft']}>
                  <LastUsed at={passkey.last_used_at} />
                </span>
              </div>
              <Button isSmall aria-label={t('FactorPasskeyRemoveNamed', { name: passkey.name })} onClick={() => onOpen(passkey)}>
                {t('FactorRemove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <div className={styles['start']}>
          <Button isSmall icon="plus" onClick={() => onOpen('passkey')}>
            {t('FactorPasskeyAdd')}
          </Button>
        </div>
      ) : (
        <p className={frame['soft']}>{t('FactorPasskeysUnknown')}</p>
      )}
    </div>
  );
}

function Codes({ factors, onOpen }: PartProps): ReactNode {
  const t = useT();
  return (
    <div className={styles['part']}>
      <h3>{t('FactorCodes')}</h3>
      <div className={styles['line']}>
        <p className={frame['soft']}>
          {factors.needs_code ? t('FactorCodesLeft', { count: factors.recovery_codes_left }) : t('FactorCodesNone')}
        </p>
        {factors.needs_code && (
          <Button isSmall onClick={() => onOpen('codes')}>
            {t('FactorCodesRenew')}
          </Button>
        )}
      </div>
    </div>
  );
}
