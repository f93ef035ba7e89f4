import type { Guide } from '@spora/contract/accounts/settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useSessionStore, useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { progressOf } from './guide-model.ts';
import styles from './guide-screen.module.css';
import { GuideBar } from './public/guide-bar.tsx';
import { GuideSteps } from './public/guide-steps.tsx';
import { guideQuery, saveGuide, useSettingsWrite } from './settings-queries.ts';

/** ADM-024: what a new account does first. Each step is judged by the server; nobody ticks one by hand. */
export function GuideScreen(): ReactNode {
  const query = useQuery(guideQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <Loaded query={query}>{(guide) => <Steps guide={guide} />}</Loaded>
    </div>
  );
}

function Steps({ guide }: { guide: Guide }): ReactNode {
  const t = useT();
  const progress = progressOf(guide.steps);
  return (
    <>
      <header className={styles['head']}>
        <p className={styles['lead']}>{progress.isFinished ? t('GuideFinished') : t('GuideLead')}</p>
        <GuideBar progress={progress} />
      </header>
      <GuideSteps guide={guide} heading="h2" />
      <Ending isOpen={guide.is_open} isFinished={progress.isFinished} />
    </>
  );
}

/** Closing takes the guide out of the menu of every administrator; it is found in the account menu ever after. */
function Ending(props: { isOpen: boolean; isFinished: boolean }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const write = useSettingsWrite(saveGuide);
  const change = (isOpen: boolean): void => {
    if (write.isPending) return;
    write.mutate(isOpen, {
      onSuccess: () => {
        session.update({ ...user, GuideIsOpen: isOpen });
        toasts.show({ text: isOpen ? t('GuideOpened') : t('GuideClosed') });
      },
    });
  };
  if (user.Support) return null;
  return (
    <footer className={styles['end']}>
      <FailureBanner failure={write.error} />
      <Button
        look={props.isOpen && props.isFinished ? 'primary' : 'plain'}
        isBusy={write.isPending}
        onClick={() => change(!props.isOpen)}
      >
        {props.isOpen ? t('GuideClose') : t('GuideReopen')}
      </Button>
      <p>{props.isOpen ? t('GuideCloseHelp') : t('GuideReopenHelp')}</p>
    </footer>
  );
}
