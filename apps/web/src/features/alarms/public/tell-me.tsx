import type { AssignableUnit } from '@spora/contract/alarms/receivers';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { tellMe, useReceiverWrite } from '../receivers/queries.ts';

/** At a press whoever is signed in gets the security alarms of these units from now on, by e-mail. `units` are their names. */
export function TellMe(props: { isFor: (unit: AssignableUnit) => boolean; units: string }): ReactNode {
  const { isFor, units } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const me = useUser();
  const write = useReceiverWrite(tellMe);
  // What offered it may be gone when it is done, so its end is awaited here.
  const press = async (): Promise<void> => {
    try {
      toasts.show({ text: t('TellMeDone', { units, email: await write.mutateAsync({ me, isFor }) }) });
    } catch (failure) {
      toasts.show({ text: errors.text(failure), tone: 'danger' });
    }
  };
  return (
    <Button isSmall isBusy={write.isPending} onClick={() => void press()}>
      {t('TellMe')}
    </Button>
  );
}
