import { useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { takeNewVersion, useHasNewVersion } from '../lib/offline/app-worker.ts';
import { forgetUnsaved, mayLeave } from '../lib/unsaved.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** NFR-006: a new version waits until somebody takes it, and asks before what is typed is lost. */
export function NewVersion(): ReactNode {
  const hasNew = useHasNewVersion();
  return hasNew ? <NewVersionBanner onTake={takeNewVersion} /> : null;
}

export function NewVersionBanner(props: { onTake: () => void }): ReactNode {
  const t = useT();
  const [isLater, setLater] = useState(false);
  if (isLater) return null;
  const take = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    forgetUnsaved();
    props.onTake();
  };
  return (
    <Banner
      tone="information"
      isFlush
      onClose={() => setLater(true)}
      closeLabel={t('Later')}
      action={
        <Button isSmall onClick={() => void take()}>
          {t('ReloadPage')}
        </Button>
      }
    >
      {t('NewVersion')}
    </Banner>
  );
}
